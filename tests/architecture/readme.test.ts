import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { commands } from '#cli/commands.ts'
import environment from '#schemas/defs/environment.schema.json' with { type: 'json' }
import { ALLOWED, FEATURES, GROUND, ROOT } from '#tools/house/import-graph.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const README = read('README.md')
const MOST_LINES = 25
const DOCUMENTS = [
  'README.md',
  ...Object.keys(ALLOWED).map((room) => `${room}/README.md`),
  ...['guides', 'flows', 'adr'].flatMap((folder) =>
    readdirSync(join(ROOT, 'docs', folder)).map((name) => `docs/${folder}/${name}`),
  ),
].filter((path) => path.endsWith('.md'))
const SCRIPTS = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts

/** Rows of the table below a heading: first cell without backticks → the row. */
function rowsBelow(heading: string): ReadonlyMap<string, readonly string[]> {
  const [, section = ''] = README.split(`\n## ${heading}\n`)
  const table = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| [`[]/.test(line))
  const rows = table.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
  return new Map(rows.map((row) => [(row[0] ?? '').replaceAll('`', ''), row]))
}

describe('the README names what there is', () => {
  test('every environment variable with its default, and no other', () => {
    const rows = rowsBelow('Environment')
    expect([...rows.keys()].sort()).toEqual(Object.keys(environment.properties).sort())
    for (const [name, schema] of Object.entries(environment.properties)) {
      const byDefault = 'default' in schema ? `\`${schema.default}\`` : ''
      expect([name, rows.get(name)?.[1]]).toEqual([name, byDefault])
    }
  })

  test('every script, and no other', () => {
    const named = [...rowsBelow('Scripts').keys()].map((command) => command.replace(/^npm (?:run )?/, ''))
    expect(named.sort()).toEqual(Object.keys(SCRIPTS).sort())
  })

  test('every script runs a file that is there', () => {
    const files = Object.values(SCRIPTS).flatMap((script) =>
      [...script.matchAll(/\bnode (\S+\.ts)/g)].map(([, file]) => file ?? ''),
    )
    expect(files.length).toBeGreaterThan(5)
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  })

  test('every room, with a page of its own', () => {
    const rows = [...rowsBelow('The house').values()].map(([cell]) => /^\[(\S+)\]\((\S+)\)$/.exec(cell ?? ''))
    const pages = new Map(rows.map((row) => [row?.[1], row?.[2]]))
    expect(pages).toEqual(
      new Map([
        ...Object.keys(ALLOWED).map((room) => [room, `${room}/README.md`] as const),
        // In the room of the brands stand brands alone.
        ['brands', 'docs/guides/operator.md'] as const,
      ]),
    )
  })

  test('every noun', () => {
    for (const noun of [...GROUND, ...FEATURES]) expect(README).toContain(`\`${noun}\``)
  })
})

describe.each(Object.entries(ALLOWED))('%s/README.md', (room, allowed) => {
  const text = read(`${room}/README.md`)

  test('is short and begins with the room', () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES)
    expect(text.startsWith(`# ${room}: `)).toBe(true)
    expect(text).toContain('\n## Add one\n')
  })

  test('says what the room may import', () => {
    expect(/^May import: ([^.]+)\./m.exec(text)?.[1]).toBe(allowed.join(', ') || 'nothing')
  })

  test('names only what is there', () => {
    const named = [...text.matchAll(/^\| ((?:`[^`]+`(?:, )?)+) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? ''),
    )
    const missing = named.filter(
      (path) => /^[\w./-]+$/.test(path) && room !== 'src/cli' && !existsSync(join(ROOT, room, path)),
    )
    expect(missing).toEqual([])
  })
})

describe.each(DOCUMENTS)('%s', (path) => {
  const text = read(path)

  test('its links lead to files that are there', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, link]) => link ?? '')
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(path), link)))).toEqual([])
  })

  test('every script that it tells to run is there', () => {
    const named = [...text.matchAll(/npm run ([a-z0-9:]+)/g)].map(([, name]) => name ?? '')
    expect(named.filter((name) => !Object.hasOwn(SCRIPTS, name))).toEqual([])
  })

  test('every variable that it names is read somewhere', () => {
    const ofTests = [
      'CHROMIUM_PATH',
      'LIVERY_REQUIRE_SERVICES',
      'LIVERY_STREAM_URL',
      'LIVERY_STREAM_CHANNEL',
      'LIVERY_ROUNDS',
      'LIVERY_COSTS',
    ]
    const ofCommands = ['LIVERY_LANGUAGE']
    const known = new Set([...Object.keys(environment.properties), ...ofTests, ...ofCommands])
    const named = [
      ...text.matchAll(/\b(?:LIVERY_[A-Z_]+|DATABASE_URL|REDIS_URL|CLICKHOUSE_URL|LOG_LEVEL|CHROMIUM_PATH)\b/g),
    ].map(([name]) => name)
    // Secrets of social, payment and game providers bear names that brands choose.
    const isChosen = (name: string) => /^LIVERY_(?:SOCIAL|BTCPAY|GAMES)_/.test(name)
    expect(named.filter((name) => !known.has(name) && !isChosen(name))).toEqual([])
  })
})

/** Fenced blocks of the README in their order: what stands behind the fence, and the text. */
const BLOCKS = [...README.matchAll(/^```(\S+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', file = '', text = '']) => ({
    language,
    file,
    lines: text.trimEnd().split('\n'),
  }),
)

describe('the tours of the README do what they say', () => {
  const folder = mkdtempSync(join(tmpdir(), 'livery-readme-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'brands'))
  symlinkSync(join(ROOT, 'tests'), join(folder, 'tests'), 'junction')

  let output = ''
  async function livery(line: string): Promise<void> {
    const args = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
    const write = (text: string) => {
      output += text
    }
    const env = { LIVERY_BRANDS: 'brands' }
    const code = await commands(args, { stdout: write, stderr: write, stdin: async () => '', cwd: folder, env })
    expect(code, `${line}\n${output}`).toBeLessThan(2)
  }
  function substitute(line: string): void {
    const [, from = '', to = '', source = '', target = ''] = /^sed 's\/(.+?)\/(.+?)\/' (\S+) > (\S+)$/.exec(line) ?? []
    const text = read(source)
    expect(text).toContain(from)
    writeFileSync(
      join(folder, target),
      text
        .split('\n')
        .map((part) => part.replace(from, to))
        .join('\n'),
    )
  }

  test('commands run, and print what the README shows', async () => {
    let ran = 0
    let shown = 0
    for (const { language, file, lines } of BLOCKS) {
      if (language === 'json') {
        mkdirSync(dirname(join(folder, file)), { recursive: true })
        writeFileSync(join(folder, file), `${lines.join('\n')}\n`)
      } else if (language === 'sh') {
        output = ''
        for (const line of lines) {
          const [, command] = /^npm run livery -- (.+)$/.exec(line) ?? []
          if (command) {
            await livery(command)
            ran += 1
          } else if (line.startsWith('sed ')) substitute(line)
        }
      } else if (language === 'text') {
        for (const line of lines) expect(output).toContain(line)
        shown += lines.length
      }
    }
    expect(ran).toBeGreaterThanOrEqual(7)
    expect(shown).toBeGreaterThanOrEqual(8)
  }, 60_000)
})

import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  isBrandAuditOutput as isAuditOutput,
  isBrandErrorOutput as isErrorOutput,
  isBrandMigrateOutput as isMigrateOutput,
  isBrandNewOutput as isNewOutput,
  isBrandShowOutput as isShowOutput,
} from '#schemas/generated/validators/cli.js'
import { CURRENT_VERSION } from '#server/site/brands/brand-versions.ts'
import { checkBrands } from '#server/site/check/check-brand.ts'
import { type BrandFolders, makeBrandFolders } from '#tests/fixtures/brands/brand-folders.ts'
import { brandCommands } from './brand-commands.ts'

const FIXTURES = fileURLToPath(new URL('../../../tests/fixtures/brands/', import.meta.url))

let folders: BrandFolders
beforeEach(async () => {
  folders = await makeBrandFolders()
})
afterEach(() => folders.remove())

async function run(verb: keyof typeof brandCommands, ...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const io = {
    stdout: (text: string) => void out.push(text),
    stderr: (text: string) => void err.push(text),
    stdin: async () => '',
    cwd: folders.brandsDir,
    env: { LIVERY_BRANDS: '.' },
  }
  const code = await brandCommands[verb](args, io)
  return { code, out: out.join(''), err: err.join('') }
}

/** Problems of the brands of the directory alone: the engine's own folder is checked elsewhere. */
const own = (problems: readonly { brand: string }[]) => problems.filter(({ brand }) => brand !== '_base')

describe('livery brand check', () => {
  test('OPS-3: prints the problems as a JSON array and exits 1', async () => {
    await folders.write('harbour/config/coupon.json', '{"maximumBet": 3}')
    const { code, out } = await run('check', 'harbour', '--json')
    expect(code).toBe(1)
    expect(own(JSON.parse(out))).toMatchObject([
      { file: 'harbour/config/coupon.json', line: 1, column: 2, suggestion: 'maximumBets' },
    ])
  })

  test('OPS-3: exits 0 exactly when there is nothing to say', async () => {
    const { code, out } = await run('check', '--json')
    expect(own(JSON.parse(out))).toEqual([])
    expect(code).toBe(JSON.parse(out).length > 0 ? 1 : 0)
  })

  test('OPS-2: the report for people is grouped by file', async () => {
    await folders.write('harbour/config/coupon.json', '{"maximumBet": 3,\n "x": 1}')
    const { out } = await run('check', 'harbour')
    expect(out).toMatch(
      /^harbour\/config\/coupon\.json\n {2}1:2 +"maximumBet" is not a key .*Did you mean "maximumBets".*\n {2}2:2 +"x" is not a key/m,
    )
  })

  test.each([
    [['harbuor'], 'brand_unknown', 'harbour'],
    [['--colour'], 'usage', 'usage: livery'],
    [['a', 'b'], 'usage', 'usage: livery'],
    [['--host', 'x'], 'usage', '--host'],
    [['--brands', 'nowhere'], 'brands_unreadable', '--brands'],
  ])('bad usage %j exits 2 and says how to do better', async (args, code, hint) => {
    const { code: exit, out } = await run('check', ...args, '--json')
    expect(exit).toBe(2)
    const answer = JSON.parse(out)
    expect(isErrorOutput(answer)).toBe(true)
    expect(answer.error.code).toBe(code)
    expect(answer.error.message).toContain(hint)
  })
})

describe('livery brand new', () => {
  test('OPS-1: makes a valid, themed folder and writes the index of hosts', async () => {
    const { code, out } = await run('new', 'meadow', '--host', 'Meadow.Example', '--json')
    expect(code).toBe(0)
    const made = JSON.parse(out)
    expect(isNewOutput(made)).toBe(true)
    expect(made.hosts).toEqual(['meadow.localhost', 'meadow.example'])
    const site = JSON.parse(await readFile(join(folders.brandsDir, 'meadow/config/global.json'), 'utf8'))
    expect(site.defaultLanguage).toBe('en')
    expect(await checkBrands({ brandsDir: folders.brandsDir, baseDir: folders.baseDir, id: 'meadow' })).toEqual([])
    const theme = JSON.parse(await readFile(join(folders.brandsDir, 'meadow/theme.tokens.json'), 'utf8'))
    expect(Object.keys(theme.palette.accent).length).toBeGreaterThan(3)
    expect(JSON.parse(await readFile(join(folders.brandsDir, '.hosts.json'), 'utf8'))).toEqual({
      hosts: { 'harbour.example': 'harbour', 'meadow.example': 'meadow' },
    })
    expect(await readdir(folders.brandsDir)).not.toContainEqual(expect.stringMatching(/^\.new/))
  })

  test('OPS-1: themes of many brands are valid and differ', async () => {
    const accents = new Set<string>()
    for (const id of ['aa', 'bb', 'cc', 'dd', 'ee', 'ff']) {
      await run('new', id, '--from', 'harbour')
      accents.add(
        JSON.stringify(JSON.parse(await readFile(join(folders.brandsDir, id, 'theme.tokens.json'), 'utf8')).palette),
      )
    }
    expect(accents.size).toBe(6)
    expect(await checkBrands({ brandsDir: folders.brandsDir, baseDir: folders.baseDir })).toEqual([])
  })

  test.each([
    [['harbour'], 'brand_exists'],
    [['Meadow'], 'id_invalid'],
    [['../x'], 'id_invalid'],
    [['meadow', '--host', 'harbour.example'], 'host_taken'],
    [['meadow', '--host', 'harbour.localhost'], 'host_taken'],
    [['meadow', '--host', 'https://x.example/'], 'host_invalid'],
    [['studio'], 'id_invalid'],
    [['draft'], 'id_invalid'],
    [['meadow', '--host', 'studio.localhost'], 'host_taken'],
    [['meadow', '--host', 'meadow.draft.localhost'], 'host_taken'],
    [['meadow', '--from', 'harbor'], 'parent_unknown'],
    [[], 'usage'],
  ])('OPS-1: refuses %j and writes nothing', async (args, code) => {
    const before = await readdir(folders.brandsDir)
    const { code: exit, out } = await run('new', ...args, '--json')
    expect(exit).toBe(2)
    expect(JSON.parse(out).error.code).toBe(code)
    expect(await readdir(folders.brandsDir)).toEqual(before)
  })
})

describe('livery brand texts', () => {
  test('OPS-25: lists what a language lacks, and exports it as CSV with a row for each plural form', async () => {
    await folders.write('harbour/locales/sv/site.json', { 'site.menu_live': 'Nu' })
    const { code, out } = await run('texts', 'harbour', '--language', 'sv', '--missing')
    expect(code).toBe(0)
    expect(out).toContain('locales/sv/site.json  site.badge_new\n')
    expect(out).not.toContain('site.menu_live\n')
    await run('texts', 'harbour', '--language', 'ar', '--export', 'ar.csv')
    const csv = await readFile(join(folders.brandsDir, 'ar.csv'), 'utf8')
    expect(csv).toMatch(/^file,key,en,ar\r\nharbour\/locales\/ar\//)
    for (const form of ['zero', 'one', 'two', 'few', 'many', 'other'])
      expect(csv).toMatch(new RegExp(`,[a-z_.]+_${form},`))
    expect((await run('texts', 'harbour')).out).toMatch(/^en +(\d+) of \1 texts$/m)
  })
})

describe('livery brand show', () => {
  test('OPS-7: prints each resolved value with the file and line that gave it', async () => {
    const { code, out } = await run('show', 'harbour-kz', '/coupon', '--json')
    expect(code).toBe(0)
    const values = JSON.parse(out)
    expect(isShowOutput(values)).toBe(true)
    expect(values).toContainEqual({
      path: '/coupon/maximumBets',
      value: 30,
      file: 'harbour/config/coupon.json',
      line: 2,
    })
    expect(values).toContainEqual({
      path: '/coupon/historyDays',
      value: 3,
      file: 'harbour-kz/config/coupon.json',
      line: 2,
    })
    expect(values).toContainEqual(
      expect.objectContaining({ path: '/coupon/checkCf', file: '_base/config/coupon.json' }),
    )
  })

  test('OPS-7: every value comes from a file that has it at that line', async () => {
    const { out } = await run('show', 'harbour-kz', '--json')
    const values = JSON.parse(out) as { path: string; file: string; line: number }[]
    expect(values.length).toBeGreaterThan(500)
    for (const { path, file, line } of values) {
      if (!file.startsWith('harbour')) continue
      const text = await readFile(join(folders.brandsDir, file), 'utf8')
      expect(text.split('\n')[line - 1]).toContain(path.split('/').at(-1))
    }
  })

  test('names the nearest pointer for one that leads nowhere', async () => {
    const { code, out } = await run('show', 'harbour', '/cuopon/maximumBets', '--json')
    expect(code).toBe(2)
    expect(JSON.parse(out).error).toMatchObject({
      code: 'path_unknown',
      message: expect.stringContaining('/coupon/maximumBets'),
    })
  })
})

describe('livery brand migrate', () => {
  const NAME = 'breakwater'
  const textOf = (file: string) => readFile(join(folders.brandsDir, NAME, file), 'utf8')
  const resolved = async () => JSON.parse((await run('show', NAME, '--json')).out) as { path: string; value: unknown }[]
  const pairs = (values: Awaited<ReturnType<typeof resolved>>) =>
    values.map(({ path, value }) => [path, value] as const).sort(([left], [right]) => (left < right ? -1 : 1))
  beforeEach(() => cp(join(FIXTURES, NAME), join(folders.brandsDir, NAME), { recursive: true }))

  test('OPS-13: a folder of version 1 is green, and show gives its values in the current form, where they were written', async () => {
    expect(await run('check', NAME)).toMatchObject({ code: 0, out: '1 brand checked, no problems.\n', err: '' })
    const { out } = await run('show', NAME, '/auth/rateLimits/sign_in/account/short', '--json')
    const file = `${NAME}/config/auth.json`
    expect(JSON.parse(out)).toEqual([
      { path: '/auth/rateLimits/sign_in/account/short/attempts', value: 3, file, line: 4 },
      { path: '/auth/rateLimits/sign_in/account/short/windowMs', value: 600_000, file, line: 4 },
    ])
  })

  test('OPS-13: writes the files in the current version, and the site stays as it was', async () => {
    const before = pairs(await resolved())
    const { code, out } = await run('migrate', NAME, '--json')
    expect(code).toBe(0)
    const done = JSON.parse(out)
    expect(isMigrateOutput(done), JSON.stringify(isMigrateOutput.errors)).toBe(true)
    expect(done).toMatchObject({ id: NAME, from: 1, to: CURRENT_VERSION })
    expect(done.files.map(({ file }: { file: string }) => file)).toEqual(['config/auth.json', 'brand.json'])
    expect(done.files[0].moved).toContainEqual({
      from: '/rateLimits/login/attempts',
      to: '/rateLimits/sign_in/device/short/attempts',
    })
    expect(done.files[0].removed).toEqual([
      '/rateLimits/mail/attempts',
      '/rateLimits/bet/attempts',
      '/rateLimits/bet/windowMs',
    ])
    expect(JSON.parse(await textOf('brand.json')).schemaVersion).toBe(CURRENT_VERSION)
    expect(JSON.parse(await textOf('config/auth.json')).rateLimits).toEqual({
      sign_in: {
        account: { short: { attempts: 3, windowMs: 600_000 } },
        device: { short: { attempts: 3, windowMs: 600_000 } },
      },
      registration: { device: { short: { attempts: 2 } } },
      code_sending: { account: { long: { attempts: 4 } } },
    })
    expect((await run('check', NAME)).code).toBe(0)
    expect(pairs(await resolved())).toEqual(before)
    expect(await readdir(folders.brandsDir)).not.toContainEqual(expect.stringMatching(/^\.migrate/))
  })

  test('OPS-13: what does not change keeps its form, and a second run has nothing to do', async () => {
    const coupon = await textOf('config/coupon.json')
    const { out } = await run('migrate', NAME)
    expect(out).toContain(
      `${NAME}: version 1 → ${CURRENT_VERSION}\n  config/auth.json\n    /rateLimits/login/attempts → `,
    )
    expect(out).toContain('/rateLimits/bet/attempts was removed')
    expect(await textOf('config/coupon.json')).toBe(coupon)
    const auth = await textOf('config/auth.json')
    expect(auth).toMatch(/^\{\n {2}"passwordMinLength": 10,\n {2}"rateLimits": \{\n {4}"/)
    expect(auth).toMatch(/\n {2}"vipDomains": \["vip\.breakwater\.example"\]\n\}\n$/)
    expect((await run('migrate', NAME)).out).toBe(`${NAME} is written in version ${CURRENT_VERSION} already.\n`)
    expect(await textOf('config/auth.json')).toBe(auth)
  })

  test('OPS-13: a folder of which only some files are rewritten means the same', async () => {
    const before = pairs(await resolved())
    await run('migrate', NAME)
    const text = await textOf('brand.json')
    await folders.write(`${NAME}/brand.json`, text.replace(`"schemaVersion": ${CURRENT_VERSION}`, '"schemaVersion": 1'))
    expect(pairs(await resolved())).toEqual(before)
  })

  test('a faulty brand is left alone', async () => {
    await folders.write(`${NAME}/config/coupon.json`, '{"maximumBet": 3}')
    const before = await textOf('config/auth.json')
    const { code, out } = await run('migrate', NAME, '--json')
    expect(code).toBe(2)
    expect(JSON.parse(out).error).toMatchObject({ code: 'brand_broken', path: NAME })
    expect(await textOf('config/auth.json')).toBe(before)
  })
})

describe('livery brand audit', () => {
  test('RG-14: prints each clause with its setting, value, place and proof, and exits 1 where one is not kept', async () => {
    const neutral = await run('audit', 'harbour', '--json')
    expect(neutral.code).toBe(0)
    expect(isAuditOutput(JSON.parse(neutral.out))).toBe(true)
    await folders.write('harbour/config/licence.json', { pack: 'se' })
    const swedish = await run('audit', 'harbour', '--json')
    expect(swedish.code).toBe(1)
    const { rows } = JSON.parse(swedish.out) as { rows: { setting: string | null; isKept: boolean }[] }
    expect(rows.find(({ setting }) => setting === 'responsible.limitRaiseDelayMs')).toMatchObject({
      clause: 'Spelförordningen 11:3',
      asked: 'at least 259200000',
      value: 86_400_000,
      writtenAt: expect.stringMatching(/^_base\/config\/responsible\.json:\d+$/),
      proof: expect.stringContaining('limit-change.rules.test.ts'),
      isKept: false,
    })
    await folders.write('harbour/config/licence.json', { pack: 'de' })
    const { out } = await run('audit', 'harbour')
    expect(out).toMatch(
      /NO +GlüStV § 6c.*\n(?:.*\n)*? +The engine lacks the passing of a player’s own limit to the file of limits/,
    )
  })

  test('a brand that there is not is refused with a like name', async () => {
    expect(await run('audit', 'harbor')).toMatchObject({ code: 2, err: expect.stringContaining('harbour') })
  })
})

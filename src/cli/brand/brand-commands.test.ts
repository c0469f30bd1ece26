import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { validate as isErrorOutput } from '#schemas/generated/validators/cli/brand-error-output.js'
import { validate as isNewOutput } from '#schemas/generated/validators/cli/brand-new-output.js'
import { validate as isShowOutput } from '#schemas/generated/validators/cli/brand-show-output.js'
import { checkBrands } from '#server/site/check-brand.ts'
import { type BrandFolders, makeBrandFolders } from '#tests/fixtures/brands/brand-folders.ts'
import { brandCommands } from './brand-commands.ts'

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
    [['--colour'], 'usage', 'Usage:'],
    [['a', 'b'], 'usage', 'Usage:'],
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

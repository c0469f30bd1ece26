import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Scenario, ScenarioRunReport } from '#schemas'
import { runOverHttp } from '#stage/drivers/http/http-driver.ts'

const AURORA = fileURLToPath(new URL('../../brands/aurora', import.meta.url))
/** What the tabs of Aurora's registration are called. */
const TABS = { phone_reg: 'By phone in 30 seconds', fast_reg: 'In one click', full_reg: 'By e-mail' }

/** A story as a recording tells it: the tabs that a registration was shown. */
function story(more: Partial<Scenario>, tabs = TABS): Scenario {
  return {
    format: 'scn/1',
    machine: 'registration/registration',
    brand: 'aurora',
    locale: 'en',
    source: 'recorded',
    req: [],
    steps: [
      { at: 0, do: 'send', actor: 'root', event: { type: 'data.requested' } },
      {
        at: 9,
        do: 'ok',
        actor: 'root/loadData#1',
        value: {
          hasFirstDeposit: false,
          percentFirstDeposit: 100,
          tabs: Object.entries(tabs).map(([id, name]) => ({ id, name })),
        },
        expect: { value: { account: 'none', data: 'ready', bonuses: 'idle' } },
      },
    ],
    ...more,
  }
}

const STORIES: Readonly<Record<string, Scenario>> = {
  there: story({}),
  'in German': story(
    { locale: 'de' },
    { phone_reg: 'Per Telefon in 30 Sekunden', fast_reg: 'Mit einem Klick', full_reg: 'Per E-Mail' },
  ),
  'of a brand that extends it': story({ brand: 'dawn' }),
  'before its brand was changed': story({ brandHash: '0'.repeat(32) }),
  'with other tabs': story({ brandHash: '0'.repeat(32) }, { ...TABS, phone_reg: 'By phone' }),
  'nowhere here': story({ brand: 'dusk' }),
  'on a broken brand': story({ brand: 'torn' }),
}

const folder = mkdtempSync(join(tmpdir(), 'livery-recorded-'))
let report: ScenarioRunReport
beforeAll(async () => {
  const brandsDir = join(folder, 'brands')
  cpSync(AURORA, join(brandsDir, 'aurora'), { recursive: true })
  writeBrand(
    brandsDir,
    'dawn',
    '{ "id": "dawn", "name": "Dawn", "extends": "aurora", "hosts": [], "schemaVersion": 3, "revision": 1 }',
  )
  writeBrand(brandsDir, 'torn', '{ "id": ')
  const files = Object.entries(STORIES).map(([name, scenario]) => {
    const path = join(folder, `${name.replaceAll(' ', '-')}.scn.json`)
    writeFileSync(path, JSON.stringify(scenario, null, 2))
    return [name, path] as const
  })
  report = await runOverHttp(new Map(files), { brandsDir })
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function writeBrand(brandsDir: string, id: string, manifest: string): void {
  mkdirSync(join(brandsDir, id))
  writeFileSync(join(brandsDir, id, 'brand.json'), manifest)
}

const resultOf = (name: string) => report.scenarios.find(({ file }) => file === name)

test.each(['there', 'in German', 'of a brand that extends it'])(
  'QA-13: what was recorded on a brand meets that brand over HTTP: recorded %s',
  (name) => {
    expect(resultOf(name)).toMatchObject({ status: 'passed', served: 1 })
    expect(resultOf(name)?.warnings).toBeUndefined()
  },
)

test('a brand that has changed since is reported, and a different answer is a divergence', () => {
  const warnings = ['the brand aurora has changed since the scenario was recorded']
  expect(resultOf('before its brand was changed')).toMatchObject({ status: 'passed', warnings })
  const other = resultOf('with other tabs')
  expect(other).toMatchObject({ status: 'diverged', warnings, divergence: { pointer: '/steps/1/value' } })
})

test.each([
  ['nowhere here', 'it is not found'],
  ['on a broken brand', 'the end of the file'],
])('a recording whose brand cannot be served is located at its brand: recorded %s', (name, why) => {
  const { status, problems } = resultOf(name) ?? {}
  expect(status).toBe('unreadable')
  expect(problems).toEqual([{ line: 4, pointer: '/brand', message: expect.stringContaining(why) as unknown }])
})

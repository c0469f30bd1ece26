import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scenario, ScenarioRunReport, ScenarioRunResult } from '#schemas'
import { isScenarioRunReport as validate } from '#schemas/generated/validators/cli.js'
import { runScenarios } from '#stage/commands/scenario-run.ts'
import { runOverHttp } from '#stage/drivers/http/http-driver.ts'
import { committedScenario, root, scenarioTexts } from '../scenarios/committed-scenarios.ts'

const TIMEOUT_MS = 480_000
/** With LIVERY_LONG=1 all are played; else each third of them, and those at whose report a test looks. */
const isLong = process.env.LIVERY_LONG !== undefined
const SMS = 'tests/scenarios/sms-code/'
const SIGN_IN = 'tests/scenarios/sign-in/'
const REFUSED = `${SIGN_IN}wrong-credentials.scn.json`
const EXPIRED = `${SMS}expired-by-the-server.scn.json`
const COMMITTED = [...scenarioTexts.keys()].filter(
  (file, place) => isLong || place % 3 === 0 || file === REFUSED || file === EXPIRED,
)
/** Scenarios that play at the time of writing; a new one may well be skipped, but none of these. */
const PLAYED_MIN = isLong ? 594 : 150
const COUPON = 'tests/scenarios/coupon/'
const PART_SALE = 'tests/scenarios/bet-quote/part-is-sold-after-the-whole-was-looked-at.scn.json'

/** A committed scenario with a text in it replaced. @throws Error when there is nothing to replace */
function changed(file: string, from: string, to: string): Scenario {
  const text = JSON.stringify(committedScenario(file))
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
  return JSON.parse(text.replace(from, to)) as Scenario
}

/** The refusal of a sign-in, with another code and injected. */
function failingBy(code: string): Scenario {
  const scenario = changed(REFUSED, 'sign_in.wrong_credentials', code)
  return { ...scenario, given: { injected: ['root/signIn#1'] } }
}

const NO_ACCOUNT = changed(`${SIGN_IN}email-and-return.scn.json`, '"accounts":', '"accounts":[],"was":')
const WRONG: Readonly<Record<string, Scenario>> = {
  'succeeds-without-account': { ...NO_ACCOUNT, given: {} },
  'fails-otherwise': changed(REFUSED, 'sign_in.wrong_credentials', 'access.denied'),
  'waits-otherwise': changed(
    `${SIGN_IN}rate-limit-counts-down.scn.json`,
    'retryAfterSeconds":3',
    'retryAfterSeconds":4',
  ),
  'answers-otherwise': changed(`${SMS}wrong-code.scn.json`, '"codeLength":6', '"codeLength":5'),
  'says-otherwise': changed(`${SMS}wrong-code.scn.json`, '"left":4}},"exp', '"left":3}},"exp'),
  'goes-otherwise': changed(`${SIGN_IN}email-and-return.scn.json`, '"value":"done"', '"value":"submitting"'),
  'stakes-otherwise': changed(`${COUPON}placed-once.scn.json`, '"stakeMinor":500},"exp', '"stakeMinor":499},"exp'),
  'refuses-otherwise': changed(
    `${COUPON}game-has-begun.scn.json`,
    '"reason":"bet.game_started"',
    '"reason":"bet.expired"',
  ),
  'sells-otherwise': changed(
    PART_SALE,
    '"remainingMinor":550,"payoutMinor":855,"cur',
    '"remainingMinor":549,"payoutMinor":855,"cur',
  ),
  'asks-badly': {
    format: 'scn/1',
    machine: 'phone/sms-code',
    source: 'authored',
    req: [],
    input: { phone: 'no phone' },
    steps: [
      {
        at: 5,
        do: 'send',
        actor: 'root',
        event: { type: 'code.requested' },
        expect: { children: ['root/sendCode#1'] },
      },
    ],
  },
  'no-such-brand': { ...NO_ACCOUNT, given: { config: { auth: { modalTipe: 'login' } } } },
  'no-such-account': {
    ...NO_ACCOUNT,
    given: { accounts: [{ email: 'ann@example.org', password: { $secret: 'password', len: 3 } }] },
  },
  'injects-a-success': { ...NO_ACCOUNT, given: { injected: ['root/signIn#1'] } },
  'injects-no-actor': { ...NO_ACCOUNT, given: { injected: ['root/signOn#1'] } },
  'injects-what-nobody-answers': failingBy('request.cancelled'),
  'injects-no-connection': failingBy('request.offline'),
  'no-such-actor': { ...NO_ACCOUNT, given: { calls: [{ actor: 'signOn', input: {} }] } },
}

/** Stories that no server tells: a bet before the match that waits, an offer for what was not asked for, and one beyond the bet. */
const UNTOLD: Readonly<Record<string, Scenario>> = {
  'waits-before-the-match': changed(`${COUPON}live-bet-counts-down.scn.json`, '"kind":1', '"kind":3'),
  'offers-another-part': changed(PART_SALE, '"soldMinor":450,"rem', '"soldMinor":451,"rem'),
  'offers-too-much': changed(PART_SALE, '"payoutMinor":1900', '"payoutMinor":4900'),
}

/** The shortest committed story of each machine that injects failures, without its injections: machine → scenario. */
function uninjected(): ReadonlyMap<string, Scenario> {
  const injecting = [...scenarioTexts.keys()].map(committedScenario).filter(({ given }) => given?.injected)
  const shortest = new Map<string, Scenario>()
  for (const scenario of injecting.sort((one, other) => other.steps.length - one.steps.length)) {
    const { injected: _none, ...given } = scenario.given ?? {}
    shortest.set(`uninjected ${scenario.machine}`, { ...scenario, given })
  }
  return shortest
}
const UNINJECTED = uninjected()

let report: ScenarioRunReport
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'livery-over-http-'))
  const wrong = [...Object.entries({ ...WRONG, ...UNTOLD }), ...UNINJECTED].map(([name, scenario]) => {
    const path = join(folder, `${name.replaceAll(/\W/g, '-')}.scn.json`)
    writeFileSync(path, JSON.stringify(scenario, null, 2))
    return [name, path] as const
  })
  const committed = COMMITTED.map((file) => [file, `${root}${file}`] as const)
  report = await runOverHttp(new Map([...committed, ...wrong]))
}, TIMEOUT_MS)
afterAll(() => rmSync(folder, { recursive: true }))

function resultOf(name: string): ScenarioRunResult {
  const found = report.scenarios.find(({ file }) => file === name)
  if (!found) throw new Error(`${name} was not played`)
  return found
}
const committed = () => report.scenarios.filter(({ file }) => scenarioTexts.has(file))

describe('the committed scenarios against the real server', () => {
  test('every one goes as written, or says why it cannot be played', () => {
    expect(committed().filter(({ status }) => status === 'diverged' || status === 'unreadable')).toEqual([])
    expect(committed().filter(({ status }) => status === 'passed').length).toBeGreaterThanOrEqual(PLAYED_MIN)
    const withoutReason = committed().filter(({ status, reason }) => (status === 'skipped') !== (reason !== undefined))
    expect(withoutReason).toEqual([])
    expect(validate(report)).toBe(true)
    expect(report.passed + report.failed + report.skipped).toBe(report.scenarios.length)
  })

  test('each machine whose actors make calls is played, and its trace is the one that the machine alone gives', () => {
    const played = committed().filter(({ status }) => status === 'passed')
    const machines = new Set(played.map(({ file }) => committedScenario(file).machine))
    expect([...machines].sort()).toEqual([
      'account/auto-logoff',
      'account/email-change',
      'account/password',
      'account/phone-change',
      'account/service-token',
      'account/session-guard',
      'account/sign-in',
      'account/two-factor',
      'betting/bet-quote',
      'betting/coupon',
      'captcha/captcha',
      'phone/sms-code',
      'protection/identification',
      'registration/registration',
      'site/cookie-consent',
      'social/social-start',
    ])
    const alone = runScenarios(new Map(played.map(({ file }) => [file, `${root}${file}`])))
    expect(played.map(({ file, hash }) => [file, hash])).toEqual(alone.scenarios.map(({ file, hash }) => [file, hash]))
  })
})

describe('what the server does otherwise is a divergence', () => {
  test.each<[string, string, unknown, unknown]>([
    [
      'succeeds-without-account',
      '/steps/4/do',
      { ok: { userId: 7001 } },
      { err: expect.objectContaining({ code: 'sign_in.wrong_credentials' }) as unknown },
    ],
    ['fails-otherwise', '/steps/3/value', { code: 'access.denied' }, { code: 'sign_in.wrong_credentials' }],
    ['waits-otherwise', '/steps/3/value', { retryAfterSeconds: 4 }, { retryAfterSeconds: 3 }],
    ['answers-otherwise', '/steps/2/value', { codeLength: 5 }, { codeLength: 6 }],
    ['says-otherwise', '/steps/4/value', { params: { left: 3 } }, { params: { left: 4 } }],
    ['stakes-otherwise', '/steps/5/value', { stakeMinor: 499 }, { stakeMinor: 500 }],
    ['refuses-otherwise', '/steps/3/value', { reason: 'bet.expired' }, { kind: 'accepted' }],
    ['sells-otherwise', '/steps/6/value', { remainingMinor: 549 }, { remainingMinor: 550 }],
    ['goes-otherwise', '/steps/4/expect/value', 'submitting', 'done'],
    ['asks-badly', '/steps/0', {}, { 'root/sendCode#1': { code: 'request.invalid' } }],
  ])('%s', (name, pointer, expected, actual) => {
    const { status, divergence } = resultOf(name)
    expect([status, divergence?.pointer]).toEqual(['diverged', pointer])
    expect(divergence?.line).toBeGreaterThan(1)
    if (typeof expected === 'string') expect([divergence?.expected, divergence?.actual]).toEqual([expected, actual])
    else expect(divergence).toMatchObject({ expected, actual })
  })

  test.each([
    ['no-such-brand', '/given/config', 'modalTipe'],
    ['no-such-account', '/given/accounts/0', 'password'],
    ['no-such-actor', '/given/calls/0/actor', 'signIn'],
    ['injects-a-success', '/given/injected/0', 'a success is never injected'],
    ['injects-no-actor', '/given/injected/0', 'did you mean "signIn"'],
    ['injects-what-nobody-answers', '/given/injected/0', 'request.cancelled'],
    ['injects-no-connection', '/given/injected/0', 'leave it out'],
  ])('%s: what cannot be given is located and keeps nothing else from being played', (name, pointer, message) => {
    const { status, problems } = resultOf(name)
    expect(status).toBe('unreadable')
    expect(problems).toEqual([
      { line: expect.any(Number), pointer, message: expect.stringContaining(message) as unknown },
    ])
    expect(problems?.[0]?.line).toBeGreaterThan(1)
  })
})

test.each([
  ['waits-before-the-match', 'waits for nothing'],
  ['offers-another-part', 'another part of the stake'],
  ['offers-too-much', 'more than the bet can pay'],
])('%s: what no server tells is skipped with the reason', (name, reason) => {
  expect(resultOf(name)).toMatchObject({ status: 'skipped', reason: expect.stringContaining(reason) as unknown })
})

test('QA-13: what is injected is what the server does not do there, and the report counts it apart', () => {
  expect(UNINJECTED.size).toBeGreaterThanOrEqual(7)
  for (const name of UNINJECTED.keys()) expect([name, resultOf(name).status]).toEqual([name, 'diverged'])
  const sum = (key: 'served' | 'injected') => report.scenarios.reduce((all, each) => all + (each[key] ?? 0), 0)
  expect([report.served, report.injected]).toEqual([sum('served'), sum('injected')])
  expect(resultOf(REFUSED)).toMatchObject({ served: 2, injected: 0 })
  const expired = resultOf(EXPIRED)
  expect(expired).toMatchObject({ status: 'passed', served: 1, injected: 1 })
})

test('a server that does not start is reported by each scenario that needs one', async () => {
  const file = `${SIGN_IN}phone.scn.json`
  const other = 'tests/scenarios/dropdown/hover-opens-after-delay.scn.json'
  const files = new Map([file, other].map((name) => [name, `${root}${name}`]))
  const { scenarios } = await runOverHttp(files, { startServer: () => Promise.reject(new Error('no room')) })
  expect(scenarios.map(({ status }) => status)).toEqual(['unreadable', 'skipped'])
  expect(scenarios[0]?.problems?.[0]?.message).toContain('no room')
})

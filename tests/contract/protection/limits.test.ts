import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  AvailableLimitsAnswer,
  ErrorCode,
  LimitsAnswer,
  PlayerBreak,
  PlaySessionAnswer,
  StatementAnswer,
} from '#schemas'
import { expectError } from '../scenes/answer-checks.ts'
import { deposit, wish } from '../scenes/payment-contracts.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer, newVisitor, type TestPlayer } from '../scenes/test-visitor.ts'

const BASE = '/limit-service-api'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    prepare: ({ write }) =>
      write('pier/config/global.json', { defaultLanguage: 'en', defaultCountry: 'de', defaultCurrency: 'EUR' }),
  })
})
afterAll(() => server.close())

const post = (body: object) => ({ method: 'POST' as const, body })
const read = async (player: TestPlayer, path = `${BASE}/limits`) => (await player.send(path)).json<LimitsAnswer>()
const set = (player: TestPlayer, body: object) => player.send(`${BASE}/limits`, post(body))

describe('the calls of limits', () => {
  test('RG-1: a new player has no limits and no break; what can be set is shown, at both addresses', async () => {
    const player = await newPlayer(server)
    for (const base of [BASE, `/web-api${BASE}`]) {
      expect(await read(player, `${base}/limits`)).toEqual({
        limits: [],
        break: null,
        comeback: null,
        isReviewDue: false,
      })
      expect((await player.send(`${base}/availablelimits`)).json<AvailableLimitsAnswer>()).toEqual({
        kinds: ['deposit', 'loss', 'stake', 'session'],
        periods: ['day', 'week', 'month'],
        isRolling: false,
        currency: 'EUR',
        raiseHours: 24,
        isRaiseAfterPeriod: false,
        confirmHours: 168,
        timeOutHours: [24, 168, 720, 1008],
        exclusionMonths: [6, 12, 24, 60],
      })
    }
  })

  test('RG-3, RG-4, RG-6: a limit is set, raised, kept, taken away; each answer has all limits', async () => {
    const player = await newPlayer(server)
    const first = (await set(player, { kind: 'loss', period: 'week', amount: 100.5 })).json<LimitsAnswer>()
    expect(first.limits).toMatchObject([
      { kind: 'loss', period: 'week', amount: 100.5, currency: 'EUR', used: 0, left: 100.5, raise: null },
    ])
    const raised = (await set(player, { kind: 'loss', period: 'week', amount: 200 })).json<LimitsAnswer>()
    expect(raised.limits[0]).toMatchObject({ amount: 100.5, raise: { amount: 200 } })
    const act = (action: string) => player.send(`${BASE}/limitaction`, post({ kind: 'loss', period: 'week', action }))
    await expectError(await act('confirm'), 'protection.raise_early')
    expect((await act('withdraw')).json<LimitsAnswer>().limits[0]?.raise).toBeNull()
    await expectError(await act('withdraw'), 'protection.raise_absent')
    const remove = (period: string) =>
      player.send(`${BASE}/limit`, { method: 'DELETE', body: { kind: 'loss', period } })
    expect((await remove('week')).json<LimitsAnswer>().limits[0]?.raise).toMatchObject({ amount: null })
    await expectError(await remove('day'), 'protection.limit_absent')
  })

  test('RG-12: the session says since when it lasts, by the clock of the server, and when the one before began', async () => {
    const player = await newPlayer(server)
    const startedAt = server.now().toISOString()
    server.wait(300_000)
    const answer = await player.send(`${BASE}/session`)
    expect(answer.json<PlaySessionAnswer>()).toEqual({
      ...{ startedAt, now: server.now().toISOString(), results: [], isReviewDue: false },
    })
    const again = newVisitor(server)
    const login = { login: String(player.userId), password: player.password, auth_by_email: false }
    await again.send('/web-api/account/login', post(login))
    expect((await again.send(`${BASE}/session`)).json<PlaySessionAnswer>().previousAt).toBe(startedAt)
  })

  test('a statement says what was deposited, withdrawn and moved over a time, all time included', async () => {
    const player = await newPlayer(server)
    const statement = async (period: string) =>
      (await player.send(`${BASE}/statement?period=${period}`)).json<StatementAnswer>()
    expect(await statement('month')).toMatchObject({ rows: [], minutes: 0 })
    await deposit(server, player, 80)
    server.wait(2 * 86_400_000 - 3_600_000)
    const again = newVisitor(server)
    await again.send(
      '/web-api/account/login',
      post({ login: String(player.userId), password: player.password, auth_by_email: false }),
    )
    await deposit(server, { ...again, userId: player.userId, password: player.password }, 20.5)
    const later = async (period: string) =>
      (await again.send(`${BASE}/statement?period=${period}`)).json<StatementAnswer>()
    const row = { currency: 'EUR', exponent: 2, withdrawn: 0, staked: 0, returned: 0, result: 0 }
    expect((await later('day')).rows).toEqual([{ ...row, deposited: 20.5, netDeposited: 20.5 }])
    expect((await later('week')).rows).toEqual([{ ...row, deposited: 100.5, netDeposited: 100.5 }])
    await again.send('/web-api/payments/withdrawal', post(wish({ amount: 40 })))
    await server.cashier.rounds.run()
    await server.cashier.rounds.run()
    expect((await later('day')).rows).toEqual([{ ...row, deposited: 20.5, withdrawn: 40, netDeposited: -19.5 }])
    const { since, rows, minutes } = await later('all')
    expect({ since, minutes, rows }).toEqual({ since: null, minutes: 0, rows: (await later('week')).rows })
  })

  test.each([
    ['nothing', { kind: 'loss', period: 'day', amount: 0 }, 'request.invalid'],
    ['less than nothing', { kind: 'loss', period: 'day', amount: -5 }, 'request.invalid'],
    ['a huge number', { kind: 'loss', period: 'day', amount: 1e300 }, 'request.invalid'],
    ['a part of a cent', { kind: 'loss', period: 'day', amount: 1.005 }, 'protection.limit_amount'],
    ['half a minute', { kind: 'session', period: 'day', amount: 1.5 }, 'protection.limit_amount'],
    ['more minutes than a day has', { kind: 'session', period: 'day', amount: 1441 }, 'protection.limit_amount'],
    ['a kind that there is not', { kind: 'luck', period: 'day', amount: 5 }, 'request.invalid'],
    ['a text', { kind: 'loss', period: 'day', amount: '5' }, 'request.invalid'],
  ])('RG-3: a limit of %s is refused, and nothing is set', async (_, body, code) => {
    const player = await newPlayer(server)
    await expectError(await set(player, body), code as ErrorCode)
    expect((await read(player)).limits).toEqual([])
  })

  test('RG-2, RG-5, RG-11: an exclusion is for one of the months and reasons that are offered, and ends the session', async () => {
    const player = await newPlayer(server)
    const { reasons } = (await player.send(`${BASE}/reasons/selfexclude`)).json<{ reasons: { id: string }[] }>()
    expect(reasons.map(({ id }) => id)).toEqual(['control', 'money', 'time', 'break', 'other'])
    const block = (body: object) => player.send(`${BASE}/BlockUser`, post(body))
    await expectError(await block({ kind: 'exclusion', months: 7 }), 'protection.break_not_offered')
    await expectError(await block({ kind: 'exclusion', months: 5 }), 'request.invalid')
    await expectError(await block({ kind: 'exclusion', months: 6, reason: 'rain' }), 'protection.break_not_offered')
    const taken = await block({ kind: 'exclusion', months: 6, reason: 'control' })
    expect(taken.json<PlayerBreak>()).toMatchObject({ kind: 'exclusion', startsAt: server.now().toISOString() })
    await expectError(await player.send(`${BASE}/limits`), 'access.denied')
  })

  test('RG-1: a guest has no limits', async () => {
    const player = await newPlayer(server)
    await player.send('/web-api/user/disconnect', post({}))
    await expectError(await player.send(`${BASE}/limits`), 'access.denied')
  })
})

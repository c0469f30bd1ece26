import { expect, test } from 'vitest'
import type { LimitKind, LimitPeriod } from '#machines/protection/limits/limit-change.rules.ts'
import { betOn, createScene, START, seen } from '#server/betting/betting.test-support.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { MONEY_PATHS } from '#server/money/money-guard.ts'
import { createLimitGuard, type LimitSections } from '#server/protection/limits/limit-guard.ts'
import { createLimits } from '#server/protection/limits/limits.service.ts'
import { baseSection } from '#server/site/base-section.ts'
import { recordSql } from '#tools/bench/loads/recorded-sql.ts'

const DAY_MS = 86_400_000
const AGREED = { 'agree-policy': { version: '1', acceptedAt: START.toISOString() } }

await describeOnQuickestEngine('the guard of money', (database) => {
  /** A book, a player of it, and limits that the betting service asks for. */
  async function sceneWith(
    brandId: string,
    changes: Partial<LimitSections['responsible']> = {},
    licence: LimitSections['licence'] = {},
  ) {
    const scene = createScene(database().db, brandId)
    const config = {
      global: { ...scene.sections.global, timeZone: 'Europe/London' },
      responsible: { ...(baseSection('responsible') as LimitSections['responsible']), ...changes },
      licence,
    }
    const guard = createLimitGuard({ sections: async () => config })
    Object.assign(scene.ports, { mayStake: guard })
    const limits = createLimits({
      db: database().db,
      clock: scene.now,
      site: async () => ({ config, hash: 'c0ffee' }),
      endMailings: async () => undefined,
      endSessions: async () => undefined,
      brandsOfGroup: async () => [],
    })
    const newPlayer = async (minor = 100_000, consents: object = AGREED) => {
      const accountId = await scene.newPlayer(minor)
      const texts = { fields: '{}', consents: JSON.stringify(consents) }
      const row = { account_id: accountId, country: null, language: 'en', birthday: null, ...texts, updated_at: START }
      await scene.door.transaction((tx) => tx.insert('profile', row).execute())
      return accountId
    }
    const accountId = await newPlayer()
    const player = { brandId, accountId }
    scene.price(1, '2.00')
    return {
      ...scene,
      player,
      limits,
      newPlayer,
      set: (kind: LimitKind, period: LimitPeriod, amount: number | null) =>
        limits.setLimit(player, { kind, period, currency: kind === 'session' ? null : 'EUR', amountIn: () => amount }),
      bet: async (summ: number, outcomeId = 1) => {
        const payload = betOn([seen(outcomeId, '2.00')], { summ, groupsSumms: [summ] })
        const request = { betGuid: scene.newGuid(), payload, currency: 'EUR' }
        const answer = await scene.betting.placeBet(player, request)
        return answer.kind === 'rejected' ? { reason: answer.reason, ...answer.params } : answer.kind
      },
      ask: (path: (typeof MONEY_PATHS)[number], amountMinor: number, of = accountId) =>
        scene.door.transaction((tx) =>
          guard(tx, { path, accountId: of, currency: 'EUR', amountMinor, now: scene.now() }),
        ),
    }
  }

  test('a player may stake whose account is active and who has agreed to terms', async () => {
    const scene = await sceneWith('guard-state')
    const refusal = { reason: 'bet.player_not_allowed' }
    expect(await scene.ask('bet', 100)).toBeNull()
    expect(await scene.ask('bet', 100, await scene.newPlayer(0, {}))).toEqual(refusal)
    expect(await scene.ask('bet', 100, 1)).toEqual(refusal)
    for (const state of ['closed', 'pending', 'blocked'] as const) {
      await scene.door.transaction((tx) =>
        tx.update('account', { state }).where('account_id', '=', scene.player.accountId).execute(),
      )
      expect(await scene.ask('bet', 100)).toEqual(refusal)
    }
  })

  test('INFO-1: nothing is staked or paid in until the player has accepted the terms in force', async () => {
    const scene = await sceneWith('guard-terms', {}, { termsVersion: '2026-06' })
    const accepted = (version: string) => ({ ...AGREED, terms_in_force: { version, acceptedAt: START.toISOString() } })
    const [never, former, present] = [
      await scene.newPlayer(100_000),
      await scene.newPlayer(100_000, accepted('2025-11')),
      await scene.newPlayer(100_000, accepted('2026-06')),
    ]
    for (const path of MONEY_PATHS) {
      expect(await scene.ask(path, 100, never)).toEqual({ reason: 'terms.not_accepted' })
      expect(await scene.ask(path, 100, former)).toEqual({ reason: 'terms.not_accepted' })
      expect(await scene.ask(path, 100, present)).toBeNull()
    }
  })

  test.each([
    ['stake', 'day', { reason: 'protection.stake_limit', left: '1.00 EUR', until: '02.03.2026 00:00' }],
    ['stake', 'week', { reason: 'protection.stake_limit', left: '1.00 EUR', until: '02.03.2026 00:00' }],
    ['stake', 'month', { reason: 'protection.stake_limit', left: '1.00 EUR', until: '01.04.2026 00:00' }],
    ['loss', 'day', { reason: 'protection.loss_limit', left: '1.00 EUR', until: '02.03.2026 00:00' }],
    ['loss', 'week', { reason: 'protection.loss_limit', left: '1.00 EUR', until: '02.03.2026 00:00' }],
    ['loss', 'month', { reason: 'protection.loss_limit', left: '1.00 EUR', until: '01.04.2026 00:00' }],
  ] as const)(
    'RG-9, RG-13: a %s limit per %s leaves what was not staked, and tells what is left and until when',
    async (kind, period, told) => {
      const scene = await sceneWith(`guard-${kind}-${period}`)
      await scene.set(kind, period, 1100)
      expect(await scene.bet(1000)).toBe('accepted')
      expect(await scene.ask('deposit', 1101)).toBeNull()
      for (const path of MONEY_PATHS) {
        if (path === 'deposit') continue
        const { reason, ...params } = told
        expect(await scene.ask(path, 101), path).toEqual({ reason, params })
        expect(await scene.ask(path, 100), path).toBeNull()
      }
      expect(await scene.bet(101)).toEqual(told)
      expect(await scene.balanceOf(scene.player.accountId)).toEqual({ balance: 99_000, reserved: 0 })
      scene.wait(Date.parse('2026-04-01T00:00:00Z') - START.getTime())
      scene.price(2, '2.00', { startsAt: new Date('2026-05-01T00:00:00Z') })
      expect(await scene.bet(1100, 2)).toBe('accepted')
    },
  )

  test('RG-9: what is won back makes room below a loss limit, and none below a stake limit', async () => {
    const scene = await sceneWith('guard-won')
    await scene.set('loss', 'day', 1000)
    await scene.set('stake', 'week', 5000)
    expect(await scene.bet(1000)).toBe('accepted')
    expect(await scene.bet(100)).toMatchObject({ reason: 'protection.loss_limit', left: '0.00 EUR' })
    scene.end(1, 2, 0)
    await scene.betting.settleBets(scene.player.brandId)
    scene.price(2, '2.00')
    const { limits } = await scene.limits.readLimits(scene.player)
    expect(limits).toMatchObject([
      { kind: 'loss', used: 0, left: 1000 },
      { kind: 'stake', used: 1000, left: 4000 },
    ])
    const { rows } = await scene.limits.readStatement(scene.player, 'day')
    expect(rows).toEqual([
      { currency: 'EUR', depositedMinor: 0, withdrawnMinor: 0, stakedMinor: 1000, returnedMinor: 2000 },
    ])
    // What was won is not put on top of the limit.
    expect(await scene.bet(1001, 2)).toMatchObject({ reason: 'protection.loss_limit', left: '10.00 EUR' })
    expect(await scene.bet(1000, 2)).toBe('accepted')
  })

  test('RG-9: of several limits the one with the smallest share left decides', async () => {
    const scene = await sceneWith('guard-several')
    await scene.set('stake', 'day', 1000)
    await scene.set('stake', 'week', 10_000)
    await scene.set('loss', 'month', 900)
    expect(await scene.bet(850)).toBe('accepted')
    expect(await scene.bet(200)).toMatchObject({ reason: 'protection.loss_limit', left: '0.50 EUR' })
  })

  test('RG-8, RG-9: stakes that come at once do not pass a limit together', { timeout: 60_000 }, async () => {
    const scene = await sceneWith('guard-race')
    await scene.set('stake', 'day', 5000)
    const answers = await Promise.all(Array.from({ length: 50 }, () => scene.bet(300)))
    expect(answers.filter((kind) => kind === 'accepted')).toHaveLength(16)
    expect(await scene.balanceOf(scene.player.accountId)).toEqual({ balance: 95_200, reserved: 0 })
  })

  test('RG-10: a raise holds once its wait is over and it is confirmed; nothing else moves the limit', async () => {
    const scene = await sceneWith('guard-raise')
    await scene.set('stake', 'month', 1000)
    const raised = await scene.set('stake', 'month', 5000)
    expect(raised.limits).toMatchObject([{ amount: 1000, waiting: { amount: 5000 } }])
    const act = (action: 'confirm' | 'withdraw') =>
      scene.limits.actOnRaise(scene.player, { kind: 'stake', period: 'month', action })
    await expect(act('confirm')).rejects.toMatchObject({ code: 'protection.raise_early' })
    scene.wait(DAY_MS)
    expect(await scene.ask('bet', 1001)).toMatchObject({ reason: 'protection.stake_limit' })
    expect((await act('confirm')).limits).toMatchObject([{ amount: 5000, waiting: null }])
    expect(await scene.ask('bet', 1001)).toBeNull()
    await expect(act('confirm')).rejects.toMatchObject({ code: 'protection.raise_absent' })
    await scene.set('stake', 'month', null)
    expect((await act('withdraw')).limits).toMatchObject([{ amount: 5000, waiting: null }])
    await scene.set('stake', 'month', null)
    scene.wait(9 * DAY_MS)
    await expect(act('confirm')).rejects.toMatchObject({ code: 'protection.raise_absent' })
    expect((await scene.limits.readLimits(scene.player)).limits).toMatchObject([{ amount: 5000 }])
  })

  test('RG-17: every act is kept with the version of the configuration, and can neither be changed nor removed', async () => {
    const scene = await sceneWith('guard-acts')
    await scene.set('loss', 'week', 1000)
    await scene.set('loss', 'week', 2000)
    await scene.limits.takeBreak(scene.player, { kind: 'time_out', hours: 24 })
    const acts = await scene.door.transaction((tx) =>
      tx.select('protection_act').select(['kind', 'configuration', 'detail']).orderBy('act_id').execute(),
    )
    expect(acts).toMatchObject([
      { kind: 'limit_set', configuration: 'c0ffee', detail: { amount: 1000 } },
      { kind: 'raise_asked', configuration: 'c0ffee', detail: { amount: 1000, raise: 2000 } },
      { kind: 'break_taken', configuration: 'c0ffee' },
    ])
    for (const table of ['protection_act', 'player_break'] as const) {
      const forbidden = scene.door.transaction((tx) => tx.delete(table).execute())
      await expect(forbidden, table).rejects.toThrow()
    }
  })

  test('RG-11, RG-13: during a break every path is closed until it ends, and a sale is not', async () => {
    const scene = await sceneWith('guard-break')
    scene.sections.boolean = { ...scene.sections.boolean, isCouponSellAllowed: true }
    expect(await scene.bet(1000)).toBe('accepted')
    const [betId] = await scene.door.transaction((tx) => tx.select('bet').select('bet_id as id').execute())
    await scene.limits.takeBreak(scene.player, { kind: 'time_out', hours: 24 })
    for (const path of MONEY_PATHS)
      expect(await scene.ask(path, 0), path).toEqual({
        reason: 'protection.time_out',
        params: { until: '02.03.2026 12:00' },
      })
    expect(await scene.bet(100)).toMatchObject({ reason: 'protection.time_out' })
    expect(await scene.betting.quoteCashOut(scene.player, { betId: betId?.id ?? 0 })).toMatchObject({ kind: 'quoted' })
    await scene.limits.takeBreak(scene.player, { kind: 'exclusion', months: 6, reason: 'control' })
    expect(await scene.ask('bet', 0)).toEqual({ reason: 'protection.excluded', params: { until: '01.09.2026 13:00' } })
    // A shorter break that is taken later shortens nothing.
    await scene.limits.takeBreak(scene.player, { kind: 'time_out', hours: 24 })
    expect((await scene.limits.readLimits(scene.player)).break).toMatchObject({ kind: 'exclusion' })
    scene.wait(Date.parse('2026-09-01T12:00:00Z') - START.getTime())
    expect(await scene.ask('bet', 0)).toBeNull()
  })

  test('a limit that is not offered, a break that is not, and one that is not there are refused', async () => {
    const scene = await sceneWith('guard-refused', { limitKinds: ['loss'], timeOutHours: [24] })
    await expect(scene.set('stake', 'day', 100)).rejects.toMatchObject({ code: 'protection.limit_not_offered' })
    await expect(scene.set('loss', 'day', null)).rejects.toMatchObject({ code: 'protection.limit_absent' })
    const refused = { code: 'protection.break_not_offered' }
    await expect(scene.limits.takeBreak(scene.player, { kind: 'time_out', hours: 25 })).rejects.toMatchObject(refused)
    const unknown = { kind: 'exclusion', months: 6, reason: 'weather' } as const
    await expect(scene.limits.takeBreak(scene.player, unknown)).rejects.toMatchObject(refused)
  })

  test('RG-9: an amount in another currency counts at the rate of the brand', async () => {
    const scene = await sceneWith('guard-currency')
    await scene.set('stake', 'day', 1000)
    const guard = (amountMinor: number) =>
      scene.door.transaction((tx) =>
        scene.ports.mayStake(tx, {
          ...{ path: 'bet', accountId: scene.player.accountId, currency: 'USD', amountMinor, now: scene.now() },
        }),
      )
    expect(await guard(1100)).toBeNull()
    expect(await guard(1101)).toMatchObject({ reason: 'protection.stake_limit', params: { left: '10.00 EUR' } })
  })

  test('RG-9: limits that were not thought of for six months are to be looked over', async () => {
    const scene = await sceneWith('guard-review', { limitReviewMonths: 6 })
    expect((await scene.limits.readLimits(scene.player)).isReviewDue).toBe(false)
    await scene.set('loss', 'month', 10_000)
    scene.wait(180 * DAY_MS)
    expect((await scene.limits.readLimits(scene.player)).isReviewDue).toBe(false)
    scene.wait(6 * DAY_MS)
    expect((await scene.limits.readLimits(scene.player)).isReviewDue).toBe(true)
    expect((await scene.limits.reviewLimits(scene.player)).isReviewDue).toBe(false)
    const never = await sceneWith('guard-no-review', { limitReviewMonths: 0 })
    await never.set('loss', 'month', 10_000)
    never.wait(900 * DAY_MS)
    expect((await never.limits.readLimits(never.player)).isReviewDue).toBe(false)
  })

  test('RG-11: who was excluded asks to return, and waits', async () => {
    const scene = await sceneWith('guard-return', { isReturnAsked: true, returnWaitHours: 24 })
    await scene.limits.takeBreak(scene.player, { kind: 'exclusion', months: 6 })
    scene.wait(190 * DAY_MS)
    expect(await scene.ask('bet', 100)).toMatchObject({ reason: 'protection.return_unasked' })
    expect(await scene.ask('deposit', 100)).toMatchObject({ reason: 'protection.return_unasked' })
    const { comeback } = await scene.limits.askReturn(scene.player)
    const opensAt = new Date(scene.now().getTime() + DAY_MS)
    expect(comeback).toEqual({ opensAt })
    scene.wait(DAY_MS / 2)
    // Asking again does not begin the wait once more.
    expect((await scene.limits.askReturn(scene.player)).comeback).toEqual({ opensAt })
    expect(await scene.ask('bet', 100)).toMatchObject({ reason: 'protection.return_waits' })
    scene.wait(DAY_MS / 2)
    expect(await scene.ask('bet', 100)).toBeNull()
    expect((await scene.limits.readLimits(scene.player)).comeback).toBeNull()
    const free = await sceneWith('guard-no-return', { isReturnAsked: false })
    await free.limits.takeBreak(free.player, { kind: 'exclusion', months: 6 })
    free.wait(190 * DAY_MS)
    expect(await free.ask('bet', 100)).toBeNull()
  })

  test('RG-4: a statement counts the time of any period to the second, of sessions that are kept no more too', async () => {
    const scene = await sceneWith('guard-time')
    const { accountId } = scene.player
    const hour = 3_600_000
    const at = (hours: number) => new Date(scene.now().getTime() - hours * hour)
    const times = [
      // Six hours of it before the day began, and two after.
      { started_at: at(30), ended_at: at(22) },
      { started_at: at(5), ended_at: at(4) },
      { started_at: at(170), ended_at: at(166) },
    ]
    await scene.door.transaction((tx) =>
      tx
        .insert(
          'past_session',
          times.map((time) => ({ account_id: accountId, ...time })),
        )
        .execute(),
    )
    const spent = async (period: 'day' | 'week' | 'all') =>
      (await scene.limits.readStatement(scene.player, period)).signedInMs / hour
    expect(await spent('day')).toBe(3)
    expect(await spent('week')).toBe(11)
    expect(await spent('all')).toBe(13)
  })

  test('RG-17: a clock that is set back neither renews a limit nor ends a break or the wait of a raise', async () => {
    const scene = await sceneWith('guard-clock')
    await scene.set('stake', 'day', 1000)
    expect(await scene.bet(1000)).toBe('accepted')
    await scene.set('stake', 'day', 2000)
    scene.wait(-2 * 3_600_000)
    expect(await scene.ask('bet', 1)).toMatchObject({ reason: 'protection.stake_limit' })
    const confirm = scene.limits.actOnRaise(scene.player, { kind: 'stake', period: 'day', action: 'confirm' })
    await expect(confirm).rejects.toMatchObject({ code: 'protection.raise_early' })
    scene.wait(2 * 3_600_000)
    await scene.limits.takeBreak(scene.player, { kind: 'time_out', hours: 24 })
    scene.wait(-3_600_000)
    expect(await scene.ask('deposit', 0)).toMatchObject({ reason: 'protection.time_out' })
  })

  test('RG-9: the least limit lets one cent in, and the largest everything', async () => {
    const scene = await sceneWith('guard-bounds')
    await scene.set('stake', 'day', 1)
    expect(await scene.ask('bet', 1)).toBeNull()
    expect(await scene.ask('bet', 2)).toMatchObject({ reason: 'protection.stake_limit', params: { left: '0.01 EUR' } })
    const rich = await sceneWith('guard-huge')
    await rich.set('stake', 'month', Number.MAX_SAFE_INTEGER)
    expect(await rich.bet(50_000)).toBe('accepted')
    expect((await rich.limits.readLimits(rich.player)).limits).toMatchObject([
      { amount: Number.MAX_SAFE_INTEGER, used: 50_000, left: Number.MAX_SAFE_INTEGER - 50_000 },
    ])
  })

  test('RG-8: a bet takes at most twelve statements, the guard with all limits that bind stakes among them', async () => {
    const scene = await sceneWith('guard-statements')
    for (const period of ['day', 'week', 'month'] as const) {
      await scene.set('stake', period, 1000)
      await scene.set('loss', period, 1000)
      await scene.set('session', period, DAY_MS)
    }
    expect(await scene.bet(100)).toBe('accepted')
    const statements = await recordSql(() => scene.bet(100))
    const texts = statements.map(({ text }) => text.slice(0, 80))
    // The embedded engine sends nothing over a connection.
    const isServer = expect.getState().currentTestName?.includes('PostgreSQL') === true
    expect(texts.length > 0).toBe(isServer)
    expect(texts.length, texts.join('\n')).toBeLessThanOrEqual(12)
  })
})

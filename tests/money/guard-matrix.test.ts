import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import { STAKE_POSTINGS } from '#machines/money/stake-postings.ts'
import type { LimitKind, LimitPeriod } from '#machines/protection/limits/limit-change.rules.ts'
import { PERIOD_MS, periodWindow } from '#machines/protection/limits/limit-period.rules.ts'
import { LICENCE_PACKS } from '#machines/site/licence/licence-packs.ts'
import type { LicenceId } from '#machines/site/licence/licence-rule.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import type { BrandDoor } from '#server/db/for-brand.ts'
import { type GuardedMoney, MONEY_PATHS } from '#server/money/money-guard.ts'
import { createLimitGuard, timeOf } from '#server/protection/limits/limit-guard.ts'
import { keepLimit } from '#server/protection/limits/limit-rows.ts'
import { answerOfRegister, makePlayer, SIGNED_IN_MS, sectionsOf } from './guarded-players.ts'
import { MONEY_DOORS, type MoneyDoor } from './money-doors.ts'

const PACKS = Object.keys(LICENCE_PACKS) as LicenceId[]
const KINDS: readonly LimitKind[] = ['deposit', 'loss', 'stake', 'session']
const PERIODS: readonly LimitPeriod[] = ['day', 'week', 'month']
const LIMITS = KINDS.flatMap((kind) => PERIODS.map((period) => ({ kind, period })))
const HUGE = 1_000_000_000
/** Files that take a player's money in, with the kinds by which they do; each is tried by the doors. */
const TAKING_FILES = {
  'src/server/betting/stake-money.ts': ['bet-hold', 'bet-stake', 'bet-premium-hold', 'bet-premium'],
  'src/server/casino/transfer/transfers.ts': ['casino-away'],
  'src/server/casino/wallet/wallet-core.ts': ['casino-bet'],
  'src/server/lotteries/money/ticket-money.ts': ['lottery-stake'],
}
/** Kinds that give back what was taken, and those that take what another kind holds already. */
const GIVING_BACK = /-(release|undone|refund)$/
const AFTER_HOLD = new Set(['bet-premium-hold'])

/** A limit on deposits binds these alone, one on stakes or losses binds every other path, and one on time binds all. */
function binds(kind: LimitKind, { path }: MoneyDoor): boolean {
  return kind === 'session' || (kind === 'deposit') === (path === 'deposit')
}

test('RG-8: every path has a door, and every transfer that takes money in is made by one', () => {
  const doors = Object.values(MONEY_DOORS)
  expect([...new Set(doors.map(({ path }) => path))].toSorted()).toEqual(MONEY_PATHS.toSorted())
  const taking = STAKE_POSTINGS.filter((kind) => !GIVING_BACK.test(kind) && !AFTER_HOLD.has(kind))
  expect([...new Set(doors.flatMap(({ posting }) => posting ?? []))].toSorted()).toEqual(taking.toSorted())
})

test('RG-8: no file takes money in that is not behind a door', () => {
  const kinds = STAKE_POSTINGS.filter((kind) => !GIVING_BACK.test(kind))
  const found = globSync('src/server/**/*.ts')
    .filter((file) => !/\.(test|test-support)\.ts$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      const posted = kinds.filter((kind) => text.includes(`kind: '${kind}',`) || text.includes(`'${kind}', funds`))
      return posted.length > 0 ? [[file.replaceAll('\\', '/'), posted] as const] : []
    })
  expect(Object.fromEntries(found)).toEqual(TAKING_FILES)
})

await describeOnQuickestEngine('paths of money, limits and licences', (database) => {
  /** A door under the guard of a licence, and a player in front of it. */
  async function scene(pack: LicenceId, name: string, of: string) {
    const door = MONEY_DOORS[name]
    if (!door) throw new Error(`there is no door ${name}`)
    const config = sectionsOf(pack)
    const { responsible, global } = config
    const asked: GuardedMoney[] = []
    const real = createLimitGuard({ sections: async () => config })
    const brandId = `${pack}-${of}-${Object.keys(MONEY_DOORS).indexOf(name)}`
    const open = await door.open(database().db, brandId, (tx, money) => {
      asked.push(money)
      return real(tx, money)
    })
    const accountId = await open.newPlayer()
    await makePlayer(open.door, accountId, { responsible, now: open.now() })
    const set = ({ kind, period }: (typeof LIMITS)[number], amount: number | null) =>
      open.door.transaction((tx) =>
        keepLimit(
          tx,
          { accountId, kind, period },
          { amount, waiting: null, currency: kind === 'session' ? null : 'EUR', now: open.now() },
        ),
      )
    for (const required of responsible.requiredLimits) {
      const [kind, period] = required.split('_') as [LimitKind, LimitPeriod]
      await set({ kind, period }, HUGE)
    }
    await open.prepare?.(accountId)
    const until = (period: LimitPeriod) => {
      const mode = responsible.limitPeriodMode
      const { endsAt } = periodWindow(period, { mode, timeZone: global.timeZone }, open.now())
      return timeOf(endsAt ?? new Date(open.now().getTime() + PERIOD_MS[period]), config)
    }
    return { ...open, config, asked, accountId, set, until, doorOf: door }
  }

  // Each door under each pack in long runs, in others under every third, so that none is left out.
  const cells = PACKS.flatMap((pack, row) =>
    Object.keys(MONEY_DOORS)
      .filter((_, column) => process.env.LIVERY_LONG || (row + column) % 3 === 0)
      .map((name) => [pack, name] as const),
  )

  test.each(cells)(
    'RG-8, RG-9, RG-14: under the pack %s, the door "%s" is kept by every limit that binds it',
    async (pack, name) => {
      const { doorOf, set, until, put, accountId, asked, config } = await scene(pack, name, 'limits')
      const { path, amountMinor, beforeMinor = 0 } = doorOf
      const required = new Set<string>(config.responsible.requiredLimits)
      for (const limit of LIMITS) {
        const { kind, period } = limit
        const where = `${kind} per ${period}`
        if (!binds(kind, doorOf)) {
          await set(limit, 1)
          continue
        }
        const leftMinor = amountMinor - 1
        await set(limit, kind === 'session' ? SIGNED_IN_MS : beforeMinor + leftMinor)
        const left = `${minorToDecimal(leftMinor, 2)} EUR`
        const params = kind === 'session' ? { until: until(period) } : { left, until: until(period) }
        expect(await put(accountId), where).toEqual({ reason: `protection.${kind}_limit`, params })
        expect(asked.at(-1), where).toMatchObject({ path, accountId, currency: 'EUR', amountMinor })
        // Exactly what is left goes in, in the end.
        const free = kind === 'session' ? SIGNED_IN_MS + 1 : beforeMinor + amountMinor
        await set(limit, required.has(`${kind}_${period}`) ? Math.max(free, HUGE) : free)
      }
      expect(await put(accountId), 'with room below every limit').toBeNull()
    },
  )

  test.each(cells)(
    'RG-11, RG-15: under the pack %s, the door "%s" is closed to who takes a break or is not asked after',
    async (pack, name) => {
      const { put, accountId, door, now, config } = await scene(pack, name, 'breaks')
      const { registers } = config.responsible
      for (const register of Object.keys(registers)) {
        await answerOfRegister(door, accountId, { register, outcome: { kind: 'silent' }, now: now() })
        expect(await put(accountId), register).toEqual({ reason: 'protection.register_unasked' })
        await answerOfRegister(door, accountId, { register, outcome: { kind: 'clear' }, now: now() })
      }
      for (const [kind, reason, days] of [
        ['time_out', 'protection.time_out', 1],
        ['exclusion', 'protection.excluded', 200],
      ] as const) {
        const endsAt = new Date(now().getTime() + days * PERIOD_MS.day)
        const taken = { account_id: accountId, kind, reason: null, starts_at: now(), ends_at: endsAt }
        await door.transaction((tx) => tx.insert('player_break', taken).execute())
        expect(await put(accountId), kind).toEqual({ reason, params: { until: timeOf(endsAt, config) } })
      }
      const rows = await door.transaction((tx) =>
        tx
          .select('ledger_transfer')
          .select('kind')
          .where('kind', '=', MONEY_DOORS[name]?.posting ?? '')
          .execute(),
      )
      // Where something comes before, such as the bet that is insured, it is of another kind.
      expect(rows).toEqual([])
    },
  )

  test.each(cells)(
    'RG-13: under the pack %s, what the door "%s" took comes back to who is excluded and has no limit left',
    async (pack, name) => {
      const { put, out, accountId, door, now, asked, set } = await scene(pack, name, 'ways-out')
      if (!out) return
      expect(await put(accountId)).toBeNull()
      for (const limit of LIMITS) await set(limit, 1)
      const endsAt = new Date(now().getTime() + 200 * PERIOD_MS.day)
      const taken = {
        account_id: accountId,
        kind: 'exclusion',
        reason: null,
        starts_at: now(),
        ends_at: endsAt,
      } as const
      await door.transaction((tx) => tx.insert('player_break', taken).execute())
      const before = await entriesOf(door, accountId)
      asked.splice(0)
      await out(accountId)
      expect(asked).toEqual([])
      expect(await entriesOf(door, accountId)).toBeGreaterThan(before)
    },
  )
})

/** How many entries the ledger has of the accounts of a player. */
async function entriesOf(door: BrandDoor, accountId: number): Promise<number> {
  const rows = await door.transaction((tx) =>
    tx
      .select('ledger_entry')
      .innerJoin('currency_account', (join) =>
        join
          .onRef('currency_account.brand_id', '=', 'ledger_entry.brand_id')
          .onRef('currency_account.currency_account_id', '=', 'ledger_entry.currency_account_id'),
      )
      .select('ledger_entry.currency_account_id')
      .where('currency_account.account_id', '=', accountId)
      .execute(),
  )
  return rows.length
}

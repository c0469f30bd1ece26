import type { Kysely } from 'kysely'
import type { Score, TotoPool, TotoPoolName } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { listCurrencyAccounts, openFirstAccount } from '#server/money/currency-accounts.ts'
import { correctBalance } from '#server/money/ledger-correction.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import { baseSection } from '#server/site/base-section.ts'
import { poolAccounts } from '../money/pool-accounts.ts'
import { createToto } from './toto.service.ts'
import type { GameNow, TotoPorts, TotoSections } from './toto-ports.ts'

/** When the tests begin; the clock moves by hand. */
export const START = new Date('2026-03-01T12:00:00Z')
const HOUR_MS = 3_600_000
/** What each player begins with, in cents. */
export const GIFT_MINOR = 100_000

/** A book of games that the test writes by hand, players with money, and toto that is played with both. */
export function createTotoScene(
  db: Kysely<Database>,
  brandId: string,
  of: { readonly pools?: Partial<Record<TotoPoolName, Partial<TotoPool>>>; readonly guard?: MoneyGuard } = {},
) {
  const door = forBrand(db, brandId)
  const games = new Map<number, GameNow>()
  const base = baseSection('toto').pools
  const pools = Object.fromEntries(
    Object.entries(of.pools ?? { fifteen: {} }).map(([name, changes]) => [name, { ...base[name], ...changes }]),
  ) as TotoSections['toto']['pools']
  let now = START
  let guids = 0
  let codes = 0
  const ports: TotoPorts = {
    ...{ db, clock: () => now, guard: of.guard ?? (async () => null), log: { error: () => {}, warn: () => {} } },
    sections: async () => ({ toto: { pools }, global: baseSection('global') }),
    isVerified: async () => false,
    games: {
      now: async (_, ids) =>
        new Map(
          ids.flatMap((id): [number, GameNow][] => {
            const game = games.get(id)
            return game ? [[id, game]] : []
          }),
        ),
      coming: async (_, { sportIds, from, until, most }) =>
        [...games.values()]
          .filter(({ sportId, startsAt, isLive, end }) => {
            const isComing = !isLive && end === undefined && startsAt >= from && startsAt <= until
            return isComing && sportIds.includes(sportId)
          })
          .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
          .slice(0, most),
    },
  }
  const change = (gameId: number, changes: Partial<GameNow>) => {
    const game = games.get(gameId)
    if (!game) throw new Error(`there is no game ${gameId}`)
    games.set(gameId, { ...game, ...changes })
  }
  return {
    ...{ door, ports, toto: createToto(ports), now: () => now, change },
    wait: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },

    /** Games that start in some hours. @returns their numbers */
    addGames(count: number, { sportId = 1, inHours = 3 }: { sportId?: number; inHours?: number } = {}): number[] {
      return Array.from({ length: count }, () => {
        const gameId = 500 + games.size
        games.set(gameId, {
          ...{
            gameId,
            kind: 3,
            sportId,
            champId: 7,
            champName: 'League',
            home: `Home ${gameId}`,
            away: `Away ${gameId}`,
          },
          ...{ startsAt: new Date(now.getTime() + inHours * HOUR_MS), isLive: false },
        })
        return gameId
      })
    },

    /** Ends a game; null makes it void. */
    end: (gameId: number, score: Score | null) =>
      change(gameId, { isLive: false, end: score ? 'played' : 'void', ...(score ? { score } : {}) }),

    /** A player with money. */
    newPlayer: () =>
      door.transaction(async (tx) => {
        const row = { registered_by: 'fast_reg', state: 'active', created_at: now, activated_at: now } as const
        const { account_id: accountId } = await tx
          .insert('account', row)
          .returning('account_id')
          .executeTakeFirstOrThrow()
        await openFirstAccount(tx, { accountId, currency: 'EUR', now })
        codes += 1
        const gift = {
          accountId,
          currency: 'EUR',
          amountMinor: GIFT_MINOR,
          reference: `gift-${codes}`,
          reason: 'to play',
          now,
        }
        await correctBalance(tx, gift)
        return { brandId, accountId }
      }),

    newGuid: () => `3f0c8a52-6f0e-4c63-9a7e-${String(++guids).padStart(12, '0')}`,

    cash: (accountId: number) =>
      door.transaction(async (tx) => (await listCurrencyAccounts(tx, accountId))[0]?.balanceMinor ?? 0),

    /** What the operator's accounts of lotteries hold, and what players owe. */
    held: async () => {
      const ids = await door.transaction((tx) => poolAccounts(tx, 'EUR', now))
      const rows = await door.transaction((tx) =>
        tx
          .select('ledger_entry')
          .innerJoin('currency_account', (join) =>
            join
              .onRef('currency_account.brand_id', '=', 'ledger_entry.brand_id')
              .onRef('currency_account.currency_account_id', '=', 'ledger_entry.currency_account_id'),
          )
          .select(({ fn }) => [
            'currency_account.currency_account_id as id',
            'currency_account.kind',
            fn.sum<string>('amount_minor').as('sum'),
          ])
          .groupBy(['currency_account.currency_account_id', 'currency_account.kind'])
          .execute(),
      )
      const sumOf = (id: number) => Number(rows.find((row) => row.id === id)?.sum ?? 0)
      const owed = rows.filter(({ kind }) => kind === 'receivable').reduce((sum, row) => sum + Number(row.sum), 0)
      return {
        ...{ pool: sumOf(ids.lottery_pool), jackpot: sumOf(ids.lottery_jackpot), house: sumOf(ids.house) },
        ...{ breakage: sumOf(ids.lottery_breakage), owed },
      }
    },
  }
}

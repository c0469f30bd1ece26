import type { Kysely } from 'kysely'
import type { OutcomeFacts } from '#machines/betting/coupon/bet-judgement.rules.ts'
import type { GameResult, PlaceBetPayload, PlaceBetSelection } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { listCurrencyAccounts, openFirstAccount } from '#server/money/currency-accounts.ts'
import { correctBalance } from '#server/money/ledger-correction.ts'
import { baseSection } from '#server/site/base-section.ts'
import { createBetting } from './betting.service.ts'
import type { BettingPorts, BettingSections } from './betting-ports.ts'

/** When the tests begin; the clock moves by hand. */
export const START = new Date('2026-03-01T12:00:00Z')

/** A book of games that the test writes by hand, and a betting service that reads it. */
export function createScene(db: Kysely<Database>, brandId: string) {
  const outcomes = new Map<number, OutcomeFacts>()
  const results = new Map<number, GameResult>()
  /** How often the score of a game has changed. */
  const scoreChanges = new Map<number, number>()
  const sections = structuredClone({
    coupon: baseSection('coupon'),
    betting: baseSection('betting'),
    boolean: baseSection('boolean'),
    global: baseSection('global'),
  }) as { -readonly [Section in keyof BettingSections]: BettingSections[Section] }
  /** Games in the order in which their results have come; a revision is a place behind one. */
  const news: number[] = []
  let now = START
  const errors: unknown[] = []
  const ports: BettingPorts = {
    db,
    clock: () => now,
    sections: async () => sections,
    outcomes: async (ids) => ids.flatMap((id) => outcomes.get(id) ?? []),
    results: async (ids) => ids.flatMap((id) => results.get(id) ?? []),
    resultsAfter: async (revision) => ({ gameIds: [...new Set(news.slice(revision))], revision: news.length }),
    correctedSince: async (since) =>
      [...results.values()].flatMap(({ gameId, version, at }) => (version > 1 && new Date(at) >= since ? gameId : [])),
    scoresOf: async (_, ids) =>
      [...new Set(ids.flatMap((id) => outcomes.get(id)?.gameId ?? []))].map((gameId) => ({
        gameId,
        changes: scoreChanges.get(gameId) ?? 0,
      })),
    endedGames: async (_, ids) => new Set(ids.filter((id) => results.has(id))),
    games: async (ids) =>
      new Map(
        ids.map((id) => {
          const score = results.get(id)?.score
          return [id, { kind: 3, sportId: 1, champId: 7, champName: 'League', ...(score ? { score } : {}) }]
        }),
      ),
    outcomeResult: ({ marketTypeId, outcomeTypeId }, { score = { home: 0, away: 0 } }) => {
      const { home, away } = score
      // 9 is a type whose half-way outcomes the tests choose by their number.
      if (marketTypeId === 9) return (['half-win', 'half-lose', 'void', null] as const)[outcomeTypeId - 1] ?? null
      return (home > away ? 1 : home === away ? 2 : 3) === outcomeTypeId ? 'win' : 'lose'
    },
    mayStake: async () => null,
    fundingOf: cashAccountOf,
    freebetOf: async () => undefined,
    isFreebetBack: async () => true,
    followBonus: async () => 0,
    isBonusOver: async () => false,
    log: { error: (details) => errors.push(details) },
  }
  const door = forBrand(db, brandId)
  let guids = 0
  return {
    ports,
    sections,
    outcomes,
    results,
    errors,
    door,
    betting: createBetting(ports),
    wait: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },
    now: () => now,
    /** Writes an outcome into the book: number, market and game are the same, and its market is a 1X2. */
    price(id: number, odds: string, changes: Partial<OutcomeFacts> = {}) {
      outcomes.set(id, outcomeAt(id, odds, changes))
    },
    /** Ends a game; a game without a score is void. */
    end(gameId: number, home?: number, away?: number) {
      const version = (results.get(gameId)?.version ?? 0) + 1
      const score = home === undefined || away === undefined ? undefined : { home, away }
      const kind = score ? ('played' as const) : ('void' as const)
      const at = now.toISOString()
      news.push(gameId)
      results.set(gameId, { gameId, version, kind, ...(score ? { score } : {}), source: 'feed', at })
    },
    /** A goal, or that one is taken back. */
    score(gameId: number) {
      scoreChanges.set(gameId, (scoreChanges.get(gameId) ?? 0) + 1)
    },
    newGuid: () => `3f0c8a52-6f0e-4c63-9a7e-${String(++guids).padStart(12, '0')}`,
    /** A player with money in euros.
     *  @returns their account number */
    newPlayer: (minor: number, currency = 'EUR') =>
      door.transaction(async (tx) => {
        const row = { registered_by: 'fast_reg', state: 'active', created_at: START, activated_at: START } as const
        const { id } = await tx.insert('account', row).returning('account_id as id').executeTakeFirstOrThrow()
        await openFirstAccount(tx, { accountId: id, currency, now: START })
        const gift = {
          accountId: id,
          currency,
          amountMinor: minor,
          reference: `gift-${id}`,
          reason: 'a test',
          now: START,
        }
        if (minor > 0) await correctBalance(tx, gift)
        return id
      }),
    balanceOf: (accountId: number) =>
      door.transaction(async (tx) => {
        const [cash] = await listCurrencyAccounts(tx, accountId)
        return { balance: cash?.balanceMinor, reserved: cash?.reservedMinor }
      }),
  }
}

export type BettingScene = ReturnType<typeof createScene>

/** The cash account of a player in a currency. */
export async function cashAccountOf(
  tx: BrandTransaction,
  { accountId, currency }: { readonly accountId: number; readonly currency: string },
): Promise<number | null> {
  const row = await tx
    .select('currency_account')
    .select('currency_account_id as id')
    .where('account_id', '=', accountId)
    .where('currency', '=', currency)
    .where('kind', '=', 'cash')
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** An outcome that takes bets: its market and game have its number. */
export function outcomeAt(id: number, odds: string, changes: Partial<OutcomeFacts> = {}): OutcomeFacts {
  return {
    outcomeId: id,
    outcomeTypeId: 1,
    marketId: id,
    marketTypeId: 1,
    gameId: id,
    gameName: `Home ${id} – Away ${id}`,
    sportId: 1,
    odds,
    gameStatus: 1,
    marketStatus: 1,
    kind: 3,
    startsAt: new Date('2026-03-02T15:00:00Z'),
    isProducerUp: true,
    isSuspended: false,
    isClosed: false,
    epoch: 'book',
    seq: 7,
    ...changes,
  }
}

/** What a player has seen of an outcome of that number. */
export function seen(id: number, odds: string, changes: Partial<PlaceBetSelection> = {}): PlaceBetSelection {
  return { gameId: id, marketId: id, typeId: 1, outcomeId: id, kind: 3, odds, epoch: 'book', seq: 7, ...changes }
}

/** A bet on outcomes, with one stake unless stakes are given. */
export function betOn(events: readonly PlaceBetSelection[], changes: Partial<PlaceBetPayload> = {}): PlaceBetPayload {
  const summ = changes.summ ?? 1000
  return {
    betType: events.length > 1 ? 'express' : 'single',
    events: [...events],
    summ,
    groupsSumms: [summ],
    checkCf: 0,
    approvedBet: false,
    ...changes,
  }
}

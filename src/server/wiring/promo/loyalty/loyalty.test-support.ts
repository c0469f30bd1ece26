import { type Kysely, sql } from 'kysely'
import type { Campaign, PromoConfig } from '#schemas'
import { betOn, createScene, seen } from '#server/betting/betting.test-support.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { listCurrencyAccounts } from '#server/money/currency-accounts.ts'
import type { MoneyRefusal } from '#server/money/money-guard.ts'
import { createLoyalty } from '#server/promo/loyalty/loyalty.service.ts'
import type { LoyaltyPorts } from '#server/promo/loyalty/loyalty-ports.ts'
import { baseSection } from '#server/site/base-section.ts'
import { createBonusRounds } from '../free-rounds.ts'
import { createTestPromo } from '../promo.test-support.ts'
import { openStakes, playersDue, sourcesDue } from './loyalty-sources.ts'

export const DAY = 86_400_000

/** A brand with the programme of loyalty, whose players play a slot called `book` and bet on sport. Its clock is moved by hand, by UTC. */
export function createTestLoyalty(
  db: Kysely<Database>,
  brandId: string,
  campaigns: Readonly<Record<string, Campaign>> = {},
) {
  const { casino, promo, sections, player: promoPlayer } = createTestPromo(db, brandId, campaigns)
  const betting = createScene(db, brandId)
  const breaks: { readonly accountId: number; readonly from: Date; readonly until: Date }[] = []
  let refusal: MoneyRefusal | null = null
  let names = 0
  let config: PromoConfig = { ...baseSection('promo'), campaigns, isLoyaltyOffered: true }
  const global = { ...baseSection('global'), timeZone: 'UTC', defaultCurrency: 'EUR' }
  const products = { book: 'slots', table: 'table' } as const
  const productOf = async (_tx: unknown, id: string) => products[id as keyof typeof products]
  const ports: LoyaltyPorts = {
    ...{ db, clock: casino.now, log: silentLog, owner: 'one', playersDue },
    sections: async () => ({
      ...{ promo: config, global, boolean: { isBonusAllowed: true }, licence: { pack: 'neutral' as const } },
    }),
    guard: async () => refusal,
    freeRounds: createBonusRounds(async () => ({
      casino: baseSection('casino'),
      licence: baseSection('licence'),
      global,
    })),
    sourcesDue: (tx, accountId, since) => sourcesDue(tx, { accountId, since, productOf }),
    openStakes: (tx, accountId) => openStakes(tx, { accountId, productOf }),
    hadBreak: async (_tx, accountId, at) =>
      breaks.some((one) => one.accountId === accountId && one.from <= at && at < one.until),
  }
  const loyalty = createLoyalty(ports)
  const member = (accountId: number) => ({ brandId, accountId })
  const sessionOf = (accountId: number) => casino.session(accountId)

  return {
    ...{ brandId, casino, betting, promo, promoPlayer, sections, loyalty, ports, member, sessionOf },
    shopper: (accountId: number) => ({ ...member(accountId), currency: 'EUR', country: 'de' }),
    /** Changes the configuration. */
    set: (changes: Partial<PromoConfig>) => {
      config = { ...config, ...changes }
    },
    refuse: (next: MoneyRefusal | null) => {
      refusal = next
    },
    takeBreak: (accountId: number, ms: number) => {
      breaks.push({ accountId, from: casino.now(), until: new Date(casino.now().getTime() + ms) })
    },
    /** Moves both clocks. */
    wait: (ms: number) => {
      casino.wait(ms)
      betting.wait(ms)
    },
    /** Plays a round to its end. @returns its name */
    round: async (accountId: number, stake: number, won: number, gameId = 'book'): Promise<string> => {
      const sessionId = await sessionOf(accountId)
      const roundId = `round ${++names}`
      const of = { sessionId, roundId, gameId } as const
      const terms = { switchesGames: true }
      const bet = await casino.apply({ ...of, actionId: `b${names}`, kind: 'bet', amountMinor: stake }, terms)
      if (bet.verdict !== 'applied') throw new Error(`the stake was not taken: ${JSON.stringify(bet)}`)
      await casino.apply({ ...of, actionId: `w${names}`, kind: 'win', amountMinor: won, endsRound: true }, terms)
      return roundId
    },
    /** Bets on a game at 2.00. */
    bet: async (accountId: number, game: number, summ: number) => {
      betting.price(game, '2.00', { startsAt: new Date(casino.now().getTime() + DAY) })
      const payload = betOn([seen(game, '2.00')], { summ, groupsSumms: [summ] })
      return betting.betting.placeBet(member(accountId), { betGuid: betting.newGuid(), payload, currency: 'EUR' })
    },
    settle: () => betting.betting.settleBets(brandId),
    keep: () => loyalty.keep(brandId),
    view: (accountId: number) => loyalty.read(member(accountId)),
    cash: (accountId: number) => casino.balance(accountId),
    transfers: (kind: string) =>
      casino.door.transaction(async (tx) => {
        const count = sql<number>`count(*)::int8`
        return (
          await tx.select('ledger_transfer').select(count.as('n')).where('kind', '=', kind).executeTakeFirstOrThrow()
        ).n
      }),
    breaksOfBooks: () => casino.breaks(),
    /** The lots of a player in their order, the sum of their movements, what the books have, and what is owed. */
    lots: (accountId: number) =>
      casino.door.transaction(async (tx) => {
        const lots = await tx
          .select('loyalty_lot')
          .select('left_points')
          .where('account_id', '=', accountId)
          .orderBy('lot_id')
          .execute()
        const sum = sql<number>`coalesce(sum(points), 0)::int8`
        const moved = await tx
          .select('loyalty_move')
          .select(sum.as('points'))
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow()
        const member = await tx
          .select('loyalty_member')
          .select('points_owed')
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow()
        const books = (await listCurrencyAccounts(tx, accountId)).find(({ kind }) => kind === 'points')
        return {
          ...{ left: lots.map(({ left_points }) => left_points), moves: moved.points },
          ...{ books: books?.balanceMinor ?? 0, owed: member.points_owed },
        }
      }),
    /** How many points were spent of lots after they had expired. */
    spentOfExpired: (accountId: number) =>
      casino.door.transaction(async (tx) => {
        const row = await tx
          .select('loyalty_move')
          .innerJoin('loyalty_lot', (join) =>
            join
              .onRef('loyalty_lot.brand_id', '=', 'loyalty_move.brand_id')
              .onRef('loyalty_lot.lot_id', '=', 'loyalty_move.lot_id'),
          )
          .select(sql<number>`count(*)::int8`.as('n'))
          .where('loyalty_move.account_id', '=', accountId)
          .where('loyalty_move.kind', '=', 'spent')
          .whereRef('loyalty_move.at', '>=', 'loyalty_lot.expires_at')
          .executeTakeFirstOrThrow()
        return row.n
      }),
  }
}

import { sql } from 'kysely'
import { isRefund } from '#machines/betting/settling/bet-extras.rules.ts'
import type { BetSettlement, GameResult } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CurrencyAccountKind } from '#server/db/tables/money-tables.ts'
import { postTransfers } from '#server/money/ledger.ts'
import type { BettingPorts } from '../betting-ports.ts'
import { heldFromEach, settlementTransfers } from '../stake-money.ts'
import { type BetEnding, endingOf } from './bet-ending.ts'
import { movedBy, stateOf } from './settlement-money.ts'
import { type FirstSettlement, keepSettled, type LockedBet, legsOfEach, lockBets } from './settling-queries.ts'

/** What has come of bets that were looked at together: those that are settled, and those that have to be looked at alone. */
export interface SettledTogether {
  readonly settled: readonly number[]
  readonly alone: readonly number[]
}

/** A bet that is settled for the first time now. */
interface FirstEnd {
  readonly bet: LockedBet
  readonly end: BetSettlement
}

/** Settles bets together that are settled for the first time and move nothing but what they pay: however many there are, it takes as many
 *  statements. A bet that was settled before, is on an advance or covers one, was paid by a bonus, or wins one is left to be settled alone, and so is
 *  one that cannot be computed. Bets are locked before accounts, and these in one order, as by everybody. */
export async function settleTogether(
  tx: BrandTransaction,
  ports: Pick<BettingPorts, 'outcomeResult'>,
  of: { readonly betIds: readonly number[]; readonly results: ReadonlyMap<number, GameResult>; readonly now: Date },
): Promise<SettledTogether> {
  const { betIds, results, now } = of
  const bets = await lockBets(tx, betIds)
  const legs = await legsOfEach(tx, betIds)
  const plain = bets.filter(({ isOnAdvance, isAwaited, settlement }) => !isOnAdvance && !isAwaited && !settlement)
  const endings = plain.flatMap((bet) => {
    const ending = tried(() => endingOf(ports, bet, { legs: legs.get(bet.betId) ?? [], results }))
    return ending ? [{ bet, ...ending }] : []
  })
  const ends = endings.flatMap(({ bet, end }) => (bet.state === 'open' && end ? [{ bet, end }] : []))
  const places = await placesOf(tx, ends)
  const alone = new Set(ends.flatMap(({ bet }) => (places.has(bet.betId) ? [] : [bet.betId])))
  const known = endings.filter(({ bet }) => !alone.has(bet.betId))
  const first = ends.filter(({ bet }) => !alone.has(bet.betId))
  const transfers = first.flatMap(({ bet, end }) => {
    const place = places.get(bet.betId)
    const accounts = { currency: bet.currency, ...place, player: (isRefund(end) ? place?.refunded : place?.paid) ?? 0 }
    return settlementTransfers(accounts, movedBy(bet, end, { revision: bet.revision + 1, now }))
  })
  if (transfers.length > 0) await postTransfers(tx, transfers)
  await keepSettled(tx, { ended: known.flatMap(({ ended }) => ended), settled: first.map(firstSettlement), now })
  const done = new Set(known.map(({ bet }) => bet.betId))
  return { settled: first.map(({ bet }) => bet.betId), alone: betIds.filter((betId) => !done.has(betId)) }
}

function firstSettlement({ bet, end }: FirstEnd): FirstSettlement {
  return { betId: bet.betId, state: stateOf(bet, end), settlement: end, revision: bet.revision + 1 }
}

function tried(work: () => BetEnding): BetEnding | null {
  try {
    return work()
  } catch {
    // It is settled alone, where its trouble is noted.
    return null
  }
}

/** The accounts between which a bet moves money. */
interface BetPlaces {
  /** Of the player: what it pays, and a stake that was not at risk. */
  readonly paid: number
  readonly refunded: number
  readonly house: number
  readonly tax: number
}

/** Where the money of bets goes, with the accounts of their players locked; a bet is left out that a bonus has paid, that wins one, or of which
 *  an account has to be opened first. */
async function placesOf(tx: BrandTransaction, ends: readonly FirstEnd[]): Promise<ReadonlyMap<number, BetPlaces>> {
  if (ends.length === 0) return new Map()
  const held = await heldFromEach(
    tx,
    ends.map(({ bet }) => bet.reservationId),
  )
  const idOf = await lockAccounts(
    tx,
    ends.map(({ bet }) => bet),
  )
  return new Map(
    ends.flatMap(({ bet }): [number, BetPlaces][] => {
      const { funding, kind } = held.get(bet.reservationId) ?? {}
      const cash = idOf(bet, 'cash')
      const [house, tax] = [idOf(bet, 'house'), idOf(bet, 'tax')]
      if (kind === 'bonus' || bet.frozen.freebet?.winnings === 'bonus' || !cash || !house || !tax) return []
      const refunded = funding ?? cash
      return [[bet.betId, { refunded, paid: bet.frozen.freebet ? cash : refunded, house, tax }]]
    }),
  )
}

type Owner = Pick<LockedBet, 'accountId' | 'currency'>

/** Locks the open accounts of players in the order of their ids, and finds them and the operator's by their kind. */
async function lockAccounts(
  tx: BrandTransaction,
  owners: readonly Owner[],
): Promise<(owner: Owner, kind: CurrencyAccountKind) => number | undefined> {
  const accountIds = [...new Set(owners.map((one) => one.accountId))]
  const currencies = [...new Set(owners.map((one) => one.currency))]
  const own = await tx
    .select('currency_account')
    .select(['currency_account_id as id', 'account_id as accountId', 'currency', 'kind'])
    .where(sql<boolean>`account_id = any (${accountIds}::bigint[]) and currency = any (${currencies}::text[])`)
    .where('closed_at', 'is', null)
    .orderBy(sql`currency_account_id + 0`)
    .forNoKeyUpdate()
    .execute()
  const ofHouse = await tx
    .select('currency_account')
    .select(['currency_account_id as id', 'shard', 'currency', 'kind'])
    .where('account_id', 'is', null)
    .where(sql<boolean>`currency = any (${currencies}::text[])`)
    .where('kind', 'in', ['house', 'tax'])
    .execute()
  const ids = new Map<string, number>([
    ...own.map(({ id, accountId, currency, kind }) => [`${accountId}/${currency}/${kind}`, id] as const),
    ...ofHouse.map(({ id, shard, currency, kind }) => [`shard ${shard}/${currency}/${kind}`, id] as const),
  ])
  return ({ accountId, currency }, kind) => {
    const owner = kind === 'house' || kind === 'tax' ? `shard ${accountId % SHARDS}` : accountId
    return ids.get(`${owner}/${currency}/${kind}`)
  }
}

/** Of how many accounts of a kind the operator has one each in a currency: as shard_of of the database. */
const SHARDS = 16

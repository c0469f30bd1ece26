import { sql } from 'kysely'
import type { WageredProduct } from '#machines/promo/awards/wagering.rules.ts'
import { heldFromEach } from '#server/betting/stake-money.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { OF_ROUND, OWN_GAIN, OWN_LOSS } from '#server/promo/awards/own-rounds.ts'
import type { OpenStake, PlayedSource } from '#server/promo/loyalty/loyalty-ports.ts'

/** Kind of games that a game belongs to; undefined of a game that is not offered. */
type ProductOf = (tx: BrandTransaction, gameId: string) => Promise<WageredProduct | undefined>

const MOST = 500
/** How long after it was placed a bet that is settled again is counted again. */
const RECOUNT_MS = 90 * 86_400_000

/** Players with bets, rounds or tickets that were settled since a moment and are not counted so yet. */
export async function playersDue(tx: BrandTransaction, since: Date): Promise<readonly number[]> {
  const bets = await betsDue(tx, since).select('bet.account_id as accountId').distinct().limit(MOST).execute()
  const rounds = await roundsDue(tx, since)
    .select('casino_round.account_id as accountId')
    .distinct()
    .$narrowType<{ accountId: number }>()
    .limit(MOST)
    .execute()
  const tickets = (await ticketsDue(tx, null, since)).map(({ account_id }) => ({ accountId: account_id }))
  return [...new Set([...bets, ...rounds, ...tickets.slice(0, MOST)].map(({ accountId }) => accountId))].sort(
    (one, other) => one - other,
  )
}

/** Those bets and rounds of a player, in the order in which they were settled. */
export async function sourcesDue(
  tx: BrandTransaction,
  { accountId, since, productOf }: { readonly accountId: number; readonly since: Date; readonly productOf: ProductOf },
): Promise<readonly PlayedSource[]> {
  const sources = [
    ...(await playedBets(tx, accountId, since)),
    ...(await playedRounds(tx, { accountId, since, productOf })),
    ...(await playedTickets(tx, accountId, since)),
  ]
  return sources.sort((one, other) => one.overAt.getTime() - other.overAt.getTime() || one.sourceId - other.sourceId)
}

/** Bets in the state in which they are settled now, where that was not counted. One that is open again stays as it was counted until it is
 *  settled again. */
function betsDue(tx: BrandTransaction, since: Date) {
  return tx
    .select('bet')
    .leftJoin('loyalty_stake', (join) =>
      join
        .onRef('loyalty_stake.brand_id', '=', 'bet.brand_id')
        .onRef('loyalty_stake.source_id', '=', 'bet.bet_id')
        .on('loyalty_stake.source', '=', 'bet'),
    )
    .where('bet.settled_at', '>=', since)
    .where('bet.created_at', '>=', new Date(since.getTime() - RECOUNT_MS))
    .where(sql<boolean>`loyalty_stake.mark is distinct from bet.revision::text`)
}

async function playedBets(tx: BrandTransaction, accountId: number, since: Date): Promise<PlayedSource[]> {
  const rows = await betsDue(tx, since)
    .select(['bet.bet_id', 'bet.reservation_id', 'bet.currency', 'bet.state', 'bet.revision', 'bet.stake_minor'])
    .select(['bet.sold_stake_minor', 'bet.sold_for_minor', 'bet.sold_tax_minor', 'bet.sold_stake_tax_minor'])
    .select(['bet.premium_minor', 'bet.settlement', 'bet.created_at', 'bet.settled_at'])
    .where('bet.account_id', '=', accountId)
    .orderBy('bet.settled_at')
    .limit(MOST)
    .execute()
  const held = await heldOfBets(tx, rows)
  return rows.map((row): PlayedSource => {
    const { settlement } = row
    const paidMinor = (settlement?.payoutMinor ?? 0) + (settlement?.insuranceMinor ?? 0) + row.sold_for_minor
    const taxMinor =
      (settlement?.stakeTaxMinor ?? 0) +
      (settlement?.payoutTaxMinor ?? 0) +
      row.sold_tax_minor +
      row.sold_stake_tax_minor
    const isOwn = isOwnMoney(held.get(row.reservation_id))
    // What is void or was sold has not been at stake to the end; taxes are not the house's.
    const stakeMinor = row.state === 'returned' ? 0 : row.stake_minor - row.sold_stake_minor
    const lossMinor = row.stake_minor + row.premium_minor - paidMinor - taxMinor
    return {
      ...{ source: 'bet', sourceId: row.bet_id, mark: String(row.revision), product: 'sport', gameId: null },
      ...{ currency: row.currency, stakeMinor: isOwn ? stakeMinor : 0, lossMinor: isOwn ? lossMinor : 0 },
      ...{ stakedAt: row.created_at, overAt: row.settled_at ?? row.created_at },
    }
  })
}

function heldOfBets(tx: BrandTransaction, bets: readonly { readonly reservation_id: number }[]) {
  return heldFromEach(
    tx,
    bets.map(({ reservation_id }) => reservation_id),
  )
}

/** Whether a bet was paid from the player's own money and not from a bonus or a free bet: it is paid wholly from one of them. */
function isOwnMoney(held: { readonly kind: string } | undefined): boolean {
  return held?.kind !== 'bonus' && held?.kind !== 'freebet'
}

const MARK = sql<string>`to_char(casino_round.changed_at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US')`

function roundsDue(tx: BrandTransaction, since: Date) {
  return tx
    .select('casino_round')
    .leftJoin('loyalty_stake', (join) =>
      join
        .onRef('loyalty_stake.brand_id', '=', 'casino_round.brand_id')
        .onRef('loyalty_stake.source_id', '=', 'casino_round.round_id')
        .on('loyalty_stake.source', '=', 'casino'),
    )
    .where('casino_round.changed_at', '>=', since)
    .where('casino_round.state', '<>', 'open')
    .where('casino_round.mode', '=', 'real')
    .where('casino_round.account_id', 'is not', null)
    .where(sql<boolean>`loyalty_stake.mark is distinct from ${MARK}`)
}

async function playedRounds(
  tx: BrandTransaction,
  { accountId, since, productOf }: { readonly accountId: number; readonly since: Date; readonly productOf: ProductOf },
): Promise<PlayedSource[]> {
  const rows = await roundsDue(tx, since)
    .select(['casino_round.round_id', 'casino_round.game_id', 'casino_round.currency'])
    .select(['casino_round.opened_at', 'casino_round.closed_at', MARK.as('mark')])
    .select(
      sql<number>`(select coalesce(-sum(${OWN_GAIN}), 0)::int8 ${OF_ROUND} and action.kind = 'bet' and action.undone_by is null)`.as(
        'stakeMinor',
      ),
    )
    .select(OWN_LOSS.as('lossMinor'))
    .where('casino_round.account_id', '=', accountId)
    .orderBy('casino_round.changed_at')
    .limit(MOST)
    .execute()
  const products = new Map<string, WageredProduct | undefined>()
  for (const gameId of new Set(rows.map(({ game_id }) => game_id))) products.set(gameId, await productOf(tx, gameId))
  return rows.map((row) => ({
    ...{ source: 'casino', sourceId: row.round_id, mark: row.mark, gameId: row.game_id, currency: row.currency },
    ...{ product: products.get(row.game_id), stakeMinor: row.stakeMinor, lossMinor: row.lossMinor },
    ...{ stakedAt: row.opened_at, overAt: row.closed_at ?? row.opened_at },
  }))
}

/** Tickets of lotteries in the state in which they are settled now, where that was not counted. */
async function ticketsDue(tx: BrandTransaction, accountId: number | null, since: Date) {
  const tickets = (await tx.call('lottery_played', accountId, since)).filter(({ state }) => state !== 'open')
  if (tickets.length === 0) return []
  const counted = await tx
    .select('loyalty_stake')
    .select(['source_id', 'mark'])
    .where('source', '=', 'lottery')
    .where(
      'source_id',
      'in',
      tickets.map(({ ticket_id }) => ticket_id),
    )
    .execute()
  const marks = new Map(counted.map(({ source_id, mark }) => [source_id, mark]))
  return tickets.filter(({ ticket_id, mark }) => marks.get(ticket_id) !== mark)
}

async function playedTickets(tx: BrandTransaction, accountId: number, since: Date): Promise<PlayedSource[]> {
  return (await ticketsDue(tx, accountId, since)).slice(0, MOST).map((ticket) => {
    const { ticket_id, game_id, mark, currency, state, stake_minor, payout_minor, is_own, begun_at, changed_at } =
      ticket
    const isCounting = is_own && state === 'closed'
    return {
      ...{ source: 'lottery', sourceId: ticket_id, mark, product: 'lottery', gameId: game_id, currency },
      ...{ stakeMinor: isCounting ? stake_minor : 0, lossMinor: isCounting ? stake_minor - payout_minor : 0 },
      ...{ stakedAt: begun_at, overAt: changed_at },
    }
  })
}

/** Stakes of a player that are not settled yet: of the player's own money alone. */
export async function openStakes(
  tx: BrandTransaction,
  { accountId, productOf }: { readonly accountId: number; readonly productOf: ProductOf },
): Promise<readonly OpenStake[]> {
  const bets = await tx
    .select('bet')
    .select(['reservation_id', 'currency', 'stake_minor', 'sold_stake_minor'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'open')
    .limit(MOST)
    .execute()
  const rounds = await tx
    .select('casino_round')
    .select(['game_id', 'currency'])
    .select(
      sql<number>`(select coalesce(-sum(${OWN_GAIN}), 0)::int8 ${OF_ROUND} and action.kind = 'bet' and action.undone_by is null)`.as(
        'stakeMinor',
      ),
    )
    .where('account_id', '=', accountId)
    .where('state', '=', 'open')
    .where('mode', '=', 'real')
    .orderBy('round_id', 'desc')
    .limit(MOST)
    .execute()
  const open: OpenStake[] = []
  const held = await heldOfBets(tx, bets)
  for (const bet of bets)
    if (isOwnMoney(held.get(bet.reservation_id)))
      open.push({
        product: 'sport',
        gameId: null,
        currency: bet.currency,
        stakeMinor: bet.stake_minor - bet.sold_stake_minor,
      })
  for (const { game_id: gameId, currency, stakeMinor } of rounds)
    open.push({ product: await productOf(tx, gameId), gameId, currency, stakeMinor })
  const tickets = await tx.call('lottery_played', accountId, new Date(0))
  for (const { state, is_own, game_id: gameId, currency, stake_minor: stakeMinor } of tickets)
    if (state === 'open' && is_own) open.push({ product: 'lottery', gameId, currency, stakeMinor })
  return open
}

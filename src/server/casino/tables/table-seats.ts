import { isDeepStrictEqual } from 'node:util'
import { AppError } from '#calls/app-error.ts'
import { isTableGame } from '#machines/casino/tables/table-game.rules.ts'
import { type AtTable, cashOutBet, placeBets, sumsOfBets } from '#machines/casino/tables/table-round.rules.ts'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import type { TableBet, TableStake } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import { type CasinoPorts, type CasinoSections, type Gamer, OWN_PROVIDER } from '../casino-ports.ts'
import { offeredGame, stakeBounds } from '../play/game-offers.ts'
import type { RoundRow } from '../play/round-rows.ts'
import { isLive, lockSession, type SessionRow } from '../play/sessions.ts'
import { openRound } from '../wallet/wallet-rounds.ts'
import { paySeat, takeSeatStake } from './table-money.ts'
import type { TablePlay } from './table-play.ts'
import { lastTableRound, lockTableRound, rulesOfTable, seatName } from './table-rows.ts'

/** A player at a table, in a transaction in which their session is locked. */
export interface Seated {
  readonly tx: BrandTransaction
  readonly ports: CasinoPorts
  readonly sections: CasinoSections
  readonly session: SessionRow
  /** When the call has come: what counts at a table, however long it is worked on. */
  readonly at: Date
}

/** Bets that a page asks for. */
export interface AskedBets {
  readonly roundId: number
  readonly guid: string
  readonly stakes: readonly TableStake[]
}

const EMPTY: TablePlay = { bets: [], requests: [] }

/** Takes bets on the round of a table, all or none of them, while its bets are open; asked again under the same name, they are taken once
 *  (CAS-11).
 *  @throws AppError casino.bets_closed, casino.* with what is wrong, balance.too_low, or the reason of the guard */
export async function betAtTable(seated: Seated, asked: AskedBets): Promise<void> {
  const { tx, ports, session, at } = seated
  const round = await lockTableRound(tx, { tableId: session.game_id, roundId: asked.roundId }, 'player')
  const name = seatName(round.table_round_id, session)
  const former = await findSeat(tx, name, session)
  const sent = playAt(former).requests.find(({ guid }) => guid === asked.guid)
  if (sent) {
    if (!isDeepStrictEqual(sent.stakes, asked.stakes)) throw new AppError('casino.other_round')
    return
  }
  if (!isLive(session, at)) throw new AppError('casino.session_over')
  if (round.state !== 'betting' || at >= round.closes_at) throw new AppError('casino.bets_closed')
  const settings = await rulesOfTable(tx, round.rules_hash)
  checkStakes(seated, playAt(former).bets, asked.stakes)
  betsOf(placeBets(settings, playAt(former).bets, asked.stakes))
  const { stakeMinor } = sumsOfBets(asked.stakes.map(({ amountMinor }) => ({ amountMinor }) as TableBet))
  await takeSeatStake(tx, ports, { session, name, now: at, guid: asked.guid, stakeMinor })
  const seat = (await findSeat(tx, name, session)) ?? (await openFunSeat(seated, name))
  // Another session of the player may have staked meanwhile: what counts is what is there now that the seat is locked.
  const bets = betsOf(placeBets(settings, playAt(seat).bets, asked.stakes))
  checkTotal(seated, bets)
  const requests = [...playAt(seat).requests, { guid: asked.guid, stakes: asked.stakes }]
  const added = session.fun_minor === null ? {} : { stake_minor: seat.stake_minor + stakeMinor }
  await tx
    .update('casino_round', { ...added, ...played(round.table_round_id, { bets, requests }), changed_at: at })
    .where('round_id', '=', seat.round_id)
    .execute()
}

/** Cashes a bet on a flight out at the moment at which the call has come: paid at once when that was before the crash, however late it is
 *  looked at, and never after it (CAS-11).
 *  @throws AppError casino.crashed, casino.out_of_turn, casino.round_unknown */
export async function cashOutAtTable(
  seated: Seated,
  asked: { readonly roundId: number; readonly on: string },
): Promise<void> {
  const { tx, ports, session, at } = seated
  const round = await lockTableRound(tx, { tableId: session.game_id, roundId: asked.roundId }, 'player')
  const name = seatName(round.table_round_id, session)
  const seat = await findSeat(tx, name, session)
  if (!seat) throw new AppError('casino.round_unknown')
  const settings = await rulesOfTable(tx, round.rules_hash)
  const { started_at: startedAt, result } = round
  if (startedAt === null || result === null || round.state === 'refunded') throw new AppError('casino.out_of_turn')
  const play = playAt(seat)
  const elapsedMs = at.getTime() - startedAt.getTime()
  const bets = betsOf(cashOutBet(settings, play.bets, { on: asked.on, elapsedMs, result }))
  const payoutMinor = sumsOfBets(bets).payoutMinor - sumsOfBets(play.bets).payoutMinor
  await keepSeat(tx, seat, { ...play, bets })
  const money = { session: await sessionOfSeat(tx, session, seat), name, now: at, roundId: seat.round_id }
  await paySeat(tx, ports, { ...money, part: asked.on, payoutMinor, isLate: seat.state !== 'open' })
}

/** What a player has on the last round of their table; null without a bet. */
export async function seatNow(
  tx: BrandTransaction,
  session: SessionRow,
): Promise<{ readonly tableRoundId: number; readonly seat: RoundRow | null }> {
  const round = await lastTableRound(tx, session.game_id)
  if (!round) return { tableRoundId: 0, seat: null }
  const { table_round_id: tableRoundId } = round
  return { tableRoundId, seat: (await findSeat(tx, seatName(tableRoundId, session), session)) ?? null }
}

/** Bets and requests of a seat. */
export function playAt(seat: Pick<RoundRow, 'table_play'> | undefined): TablePlay {
  return seat?.table_play ?? EMPTY
}

/** Keeps what has happened to the bets of a seat. */
export async function keepSeat(tx: BrandTransaction, { round_id }: RoundRow, play: TablePlay): Promise<void> {
  await tx
    .update('casino_round', { table_play: storableJson(play) })
    .where('round_id', '=', round_id)
    .execute()
}

function played(tableRoundId: number, play: TablePlay) {
  return { table_round_id: tableRoundId, table_play: storableJson(play) }
}

function findSeat(tx: BrandTransaction, name: string, session: SessionRow): Promise<RoundRow | undefined> {
  return tx
    .select('casino_round')
    .selectAll('casino_round')
    .where('provider_id', '=', OWN_PROVIDER)
    .where('external_id', '=', name)
    .where('account_id', 'is not distinct from', session.account_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

async function openFunSeat({ tx, session, at }: Seated, name: string): Promise<RoundRow> {
  const { account_id: accountId, game_id: gameId } = session
  await openRound(tx, { providerId: OWN_PROVIDER, roundId: name, gameId }, { session, accountId, now: at })
  const made = await findSeat(tx, name, session)
  if (!made) throw new Error(`no round was opened for ${name}`)
  return made
}

/** The session that a seat was opened in: a player for money may have several at a table, and is paid in the first one's. */
async function sessionOfSeat(tx: BrandTransaction, session: SessionRow, seat: RoundRow): Promise<SessionRow> {
  if (seat.session_id === session.session_id) return session
  return lockSession(tx, { brandId: tx.brandId, accountId: session.account_id } satisfies Gamer, seat.session_id)
}

function betsOf(said: AtTable): readonly TableBet[] {
  if ('refusal' in said) throw new AppError(said.refusal)
  return said.bets
}

function boundsOf({ sections, session }: Seated) {
  const game = offeredGame(sections, session.game_id, session.country)
  if (!isTableGame(game.settings)) throw new AppError('casino.game_unknown')
  const bounds = stakeBounds(game, session.currency, sections)
  const written = (minor: number) => `${minorToDecimal(minor, session.exponent)} ${session.currency}`
  const params = { minimum: written(bounds.minimumMinor), maximum: written(bounds.maximumMinor) }
  return { ...bounds, refusal: () => new AppError('casino.stake_out_of_bounds', params) }
}

/** @throws AppError casino.game_unknown, casino.not_for_country, casino.stake_out_of_bounds */
function checkStakes(seated: Seated, bets: readonly TableBet[], stakes: readonly TableStake[]): void {
  const { minimumMinor, maximumMinor, refusal } = boundsOf(seated)
  const total = sumsOfBets(bets).stakeMinor + stakes.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  if (stakes.some(({ amountMinor }) => amountMinor < minimumMinor) || total > maximumMinor) throw refusal()
}

function checkTotal(seated: Seated, bets: readonly TableBet[]): void {
  const { maximumMinor, refusal } = boundsOf(seated)
  if (sumsOfBets(bets).stakeMinor > maximumMinor) throw refusal()
}

import { multiplierE2 } from '#machines/casino/games/crash.rules.ts'
import type { TableSettings } from '#machines/casino/tables/table-game.rules.ts'
import { cashOutBet, settleBets, sumsOfBets } from '#machines/casino/tables/table-round.rules.ts'
import type { TableBet } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import type { CasinoPorts } from '../casino-ports.ts'
import { lockRound, type RoundRow } from '../play/round-rows.ts'
import { lockSession, type SessionRow } from '../play/sessions.ts'
import { paySeat, returnSeatStake } from './table-money.ts'
import { seatsAt, type TableRoundRow } from './table-rows.ts'
import { keepSeat, playAt } from './table-seats.ts'

/** What is to be done for all seats of a round of a table.
 *  - targets: bets whose target the flight has reached are paid;
 *  - settle: the round is over, and each bet is paid by its result;
 *  - settle_late: as before, but nobody could cash out in time: what has no target gets its stake back;
 *  - refund: the bets were never closed in time: all stakes are given back. */
export type SeatsWork = 'targets' | 'settle' | 'settle_late' | 'refund'

interface WorkOf {
  readonly brandId: string
  readonly round: TableRoundRow
  readonly settings: TableSettings
  readonly work: SeatsWork
}

/** Does the work for each seat that is open, in a transaction each: what was done is done once, however often and by which process. One that
 *  fails does not keep the others. @returns how many were left as they are */
export async function workSeats(ports: CasinoPorts, of: WorkOf): Promise<number> {
  const { brandId, round } = of
  const door = forBrand(ports.db, brandId)
  const seats = await door.transaction((tx) => seatsAt(tx, round.table_round_id, 'open'))
  let left = 0
  for (const seat of seats.filter((one) => isDue(ports, of, one)))
    await door
      .transaction((tx) => workSeat(tx, ports, of, seat))
      .catch((error: unknown) => {
        left++
        const named = { brandId, tableRoundId: round.table_round_id, roundId: seat.round_id }
        logFailure(ports.log, error, named, 'casino: a seat at a table was left as it is')
      })
  return left
}

function isDue(ports: CasinoPorts, { round, work }: WorkOf, seat: RoundRow): boolean {
  return work !== 'targets' || reachedTargets(playAt(seat).bets, round, ports.clock()).length > 0
}

/** The bets whose target a flight has reached. */
export function reachedTargets(
  bets: readonly TableBet[],
  { started_at }: Pick<TableRoundRow, 'started_at'>,
  now: Date,
): readonly TableBet[] {
  if (!started_at || now < started_at) return []
  const nowE2 = multiplierE2(now.getTime() - started_at.getTime())
  return bets.filter(({ targetE2, cashedE2 }) => cashedE2 === 0 && targetE2 > 0 && targetE2 <= nowE2)
}

async function workSeat(
  tx: BrandTransaction,
  ports: CasinoPorts,
  of: WorkOf,
  { round_id, session_id, account_id }: RoundRow,
) {
  const session = await lockSession(tx, { brandId: of.brandId, accountId: account_id }, session_id)
  const seat = await lockRound(tx, round_id)
  if (seat?.state !== 'open') return
  if (of.work === 'targets') await payTargets(tx, ports, of, { session, seat })
  else if (of.work === 'refund') await refund(tx, ports, { session, seat })
  else await settle(tx, ports, of, { session, seat })
}

interface Seat {
  readonly session: SessionRow
  readonly seat: RoundRow
}

async function payTargets(
  tx: BrandTransaction,
  ports: CasinoPorts,
  { round, settings }: WorkOf,
  { session, seat }: Seat,
) {
  const { started_at, result } = round
  const now = ports.clock()
  if (!started_at || result === null) return
  const elapsedMs = now.getTime() - started_at.getTime()
  let { bets } = playAt(seat)
  for (const { on } of reachedTargets(bets, round, now)) {
    const said = cashOutBet(settings, bets, { on, elapsedMs, result })
    // The flight is over meanwhile: the bet is paid when the round is.
    if ('refusal' in said) continue
    const payoutMinor = sumsOfBets(said.bets).payoutMinor - sumsOfBets(bets).payoutMinor
    bets = said.bets
    const money = { session, name: seat.external_id, now, roundId: seat.round_id }
    await paySeat(tx, ports, { ...money, part: on, payoutMinor })
  }
  await keepSeat(tx, seat, { ...playAt(seat), bets })
}

async function settle(
  tx: BrandTransaction,
  ports: CasinoPorts,
  { round, settings, work }: WorkOf,
  { session, seat }: Seat,
) {
  const { result } = round
  if (result === null) throw new Error(`the round ${round.table_round_id} of a table has no result`)
  const play = playAt(seat)
  const bets = settleBets(settings, work === 'settle_late' ? play.bets.map(atStake) : play.bets, result)
  const payoutMinor = sumsOfBets(bets).payoutMinor - sumsOfBets(play.bets).payoutMinor
  await keepSeat(tx, seat, { ...play, bets })
  const money = { session, name: seat.external_id, now: ports.clock(), roundId: seat.round_id }
  await paySeat(tx, ports, { ...money, part: 'end', payoutMinor })

  /** A bet that nobody could cash out: it is worth its stake. */
  function atStake(bet: TableBet): TableBet {
    const isHeld = settings.kind === 'crash' && bet.targetE2 === 0 && bet.cashedE2 === 0
    return isHeld ? { ...bet, cashedE2: 100 } : bet
  }
}

async function refund(tx: BrandTransaction, ports: CasinoPorts, { session, seat }: Seat): Promise<void> {
  const now = ports.clock()
  for (const { guid, stakes } of playAt(seat).requests) {
    const stakeMinor = stakes.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    await returnSeatStake(tx, ports, { session, name: seat.external_id, now, roundId: seat.round_id, guid, stakeMinor })
  }
}

import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { statusAfter } from '#machines/lotteries/toto/toto-draw.machine.ts'
import { type EventEnd, hitLines } from '#machines/lotteries/toto/toto-marks.rules.ts'
import { countUnits, settleDraw } from '#machines/lotteries/toto/toto-settlement.rules.ts'
import type { TotoDrawEvent, TotoPool, TotoSettlement } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import { closePool } from '../money/pool-accounts.ts'
import { closesAt, type DrawRow, endOf, lockDraw, type MatchRow, matchesOf } from './draw-rows.ts'
import { lockJackpot, setJackpot } from './jackpot-rows.ts'
import type { GameNow, TotoPorts } from './toto-ports.ts'

/** Tickets that are read at a time. */
const BATCH = 2000

/** A draw that is locked, with its games as they are now. */
interface DrawNow {
  readonly draw: DrawRow
  readonly matches: readonly MatchRow[]
  readonly games: ReadonlyMap<number, GameNow>
}

/** How the events of a draw have ended so far. */
export function endsOf({ draw, matches, games }: DrawNow, now: Date): EventEnd[] {
  const of = { terms: draw.terms, closedAt: draw.closed_at, now }
  return matches.map((match) => endOf(match, games.get(match.game_id), of))
}

/** Takes a draw one step further: it closes when its first game starts, its prizes are known when all games are decided, and they are
 *  reckoned again where a result was put right. Runs in one transaction, so that a step that was cut off is done again as a whole (LOT-4).
 *  @returns whether anything has changed */
export async function stepDraw(tx: BrandTransaction, ports: TotoPorts, drawId: number): Promise<boolean> {
  const draw = await lockDraw(tx, drawId)
  const matches = await matchesOf(tx, drawId)
  const games = await ports.games.now(
    tx,
    matches.map(({ game_id }) => game_id),
  )
  const now = ports.clock()
  const at = { draw, matches, games }
  switch (draw.status) {
    case 'open':
      return closeDraw(tx, at, now)
    case 'closed':
      return resultDraw(tx, at, now)
    case 'paid':
      return correctDraw(tx, at, now)
    default:
      return false
  }
}

async function closeDraw(tx: BrandTransaction, { draw, matches, games }: DrawNow, now: Date): Promise<boolean> {
  const closes = closesAt(matches, games, now)
  if (now < closes) {
    if (closes.getTime() === draw.closes_at.getTime()) return false
    await changeDraw(tx, draw, { closes_at: closes })
    return true
  }
  await changeDraw(tx, draw, {
    status: statusOf(draw, { type: 'first.started' }),
    ...{ closes_at: closes, closed_at: now, staked_minor: await stakedIn(tx, draw.draw_id) },
  })
  return true
}

async function resultDraw(tx: BrandTransaction, at: DrawNow, now: Date): Promise<boolean> {
  const { draw } = at
  const ends = endsOf(at, now)
  if (ends.includes(null)) return false
  const voids = voidsOf(ends)
  const status = statusOf(draw, { type: 'all.decided', voids })
  await storeEnds(tx, at, ends)
  if (status === 'cancelled') {
    await changeDraw(tx, draw, { status, resulted_at: now, cancel_reason: null })
    return true
  }
  await settle(tx, { draw, ends, voids, now })
  await changeDraw(tx, draw, { status })
  return true
}

/** What was paid by results that do not hold any more is divided once more: the former settlement is taken back, and the new one made. */
async function correctDraw(tx: BrandTransaction, at: DrawNow, now: Date): Promise<boolean> {
  const { draw, matches } = at
  const ends = endsOf(at, now)
  const stored = matches.map(({ outcome, is_void }): EventEnd => (is_void ? 'void' : outcome))
  if (ends.includes(null) || isDeepStrictEqual(ends, stored)) return false
  const voids = voidsOf(ends)
  const status = statusOf(draw, { type: 'result.corrected', voids })
  if (status === draw.status) return false
  await storeEnds(tx, at, ends)
  await takeBack(tx, draw, now)
  await settle(tx, { draw, ends, voids, now })
  await changeDraw(tx, draw, { status, is_done: false })
  return true
}

function statusOf({ status, terms }: DrawRow, event: TotoDrawEvent) {
  return statusAfter({ status, cancelAtVoids: terms.cancelAtVoids }, event)
}

function voidsOf(ends: readonly EventEnd[]): number {
  return ends.filter((end) => end === 'void').length
}

async function settle(
  tx: BrandTransaction,
  of: { readonly draw: DrawRow; readonly ends: readonly EventEnd[]; readonly voids: number; readonly now: Date },
): Promise<void> {
  const { draw, ends, voids, now } = of
  const { draw_id: drawId, terms, currency, staked_minor: stakedMinor } = draw
  const jackpot = { typeId: draw.type_id, currency }
  const jackpotMinor = await lockJackpot(tx, jackpot)
  const unitsByHits = await unitsOf(tx, drawId, { ends, terms })
  const settlement = settleDraw(terms, { stakedMinor, jackpotMinor, voids, unitsByHits })
  const revision = draw.revision + 1
  await closePool(tx, {
    ...{ reference: `toto-${draw.pool}/${drawId}/${revision}`, currency, now },
    ...partsOf(settlement),
  })
  await setJackpot(tx, jackpot, settlement.jackpotOutMinor)
  await changeDraw(tx, draw, { revision, settlement: storableJson(settlement), resulted_at: now })
}

/** The parts of a settlement that leave the pool at once. */
function partsOf({ jackpotOutMinor, jackpotInMinor, breakageMinor, feeMinor, guaranteeMinor }: TotoSettlement) {
  return {
    jackpotMinor: jackpotOutMinor - jackpotInMinor,
    breakageMinor,
    houseMinor: feeMinor - guaranteeMinor,
  }
}

/** Takes a settlement back. Where a later draw has paid what it put into the jackpot, the house makes good for it. */
async function takeBack(tx: BrandTransaction, draw: DrawRow, now: Date): Promise<void> {
  const { settlement, currency, draw_id: drawId, revision } = draw
  if (!settlement) throw new Error(`the draw ${drawId} was paid without a settlement`)
  const jackpot = { typeId: draw.type_id, currency }
  const parts = partsOf(settlement)
  const left = (await lockJackpot(tx, jackpot)) - parts.jackpotMinor
  const missing = Math.max(0, -left)
  await closePool(tx, {
    ...{ reference: `toto-${draw.pool}/${drawId}/${revision}/undone`, currency, now },
    ...{ jackpotMinor: missing - parts.jackpotMinor, breakageMinor: -parts.breakageMinor },
    houseMinor: -parts.houseMinor - missing,
  })
  await setJackpot(tx, jackpot, left + missing)
}

/** Units of all tickets of a draw by right events. */
export async function unitsOf(
  tx: BrandTransaction,
  drawId: number,
  { ends, terms }: { readonly ends: readonly EventEnd[]; readonly terms: Pick<TotoPool, 'voidPolicy'> },
): Promise<Map<number, number>> {
  const units = new Map<number, number>()
  let after = 0
  for (;;) {
    const tickets = await tx
      .select('toto_ticket')
      .select(['ticket_id', 'marks', 'units_per_line'])
      .where('draw_id', '=', drawId)
      .where('ticket_id', '>', after)
      .orderBy('ticket_id')
      .limit(BATCH)
      .execute()
    for (const { marks, units_per_line: unitsPerLine } of tickets)
      countUnits(units, { hits: hitLines(marks, ends, terms.voidPolicy), unitsPerLine })
    const last = tickets.at(-1)
    if (!last || tickets.length < BATCH) return units
    after = last.ticket_id
  }
}

async function stakedIn(tx: BrandTransaction, drawId: number): Promise<number> {
  const row = await tx
    .select('toto_ticket')
    .select(sql<number>`coalesce(sum(stake_minor), 0)::int8`.as('minor'))
    .where('draw_id', '=', drawId)
    .executeTakeFirst()
  return Number(row?.minor ?? 0)
}

async function storeEnds(tx: BrandTransaction, { draw, matches }: DrawNow, ends: readonly EventEnd[]): Promise<void> {
  for (const { place } of matches) {
    const end = ends[place] ?? null
    await tx
      .update('toto_match', { outcome: typeof end === 'number' ? end : null, is_void: end === 'void' })
      .where('draw_id', '=', draw.draw_id)
      .where('place', '=', place)
      .execute()
  }
}

/** Changes a draw that is locked. What follows in the transaction reads the same row. */
export async function changeDraw(
  tx: BrandTransaction,
  draw: DrawRow,
  changes: Partial<{
    status: DrawRow['status']
    closes_at: Date
    closed_at: Date
    resulted_at: Date
    staked_minor: number
    revision: number
    settlement: string
    cancel_reason: string | null
    is_done: boolean
  }>,
): Promise<void> {
  await tx.update('toto_draw', changes).where('draw_id', '=', draw.draw_id).execute()
}

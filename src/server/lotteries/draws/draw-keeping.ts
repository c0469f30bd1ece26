import { AppError } from '#calls/app-error.ts'
import { drawNumbers } from '#machines/lotteries/draws/draw-result.rules.ts'
import { randomnessOf } from '#machines/lotteries/fairness/drand.rules.ts'
import { drawSource } from '#machines/lotteries/fairness/draw-proof.rules.ts'
import { type BrandDoor, type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { sideBySide } from '#server/db/side-by-side.ts'
import { storableJson } from '#server/db/storable.ts'
import { judgeAll, payAll, refundAll } from './draw-paying.ts'
import type { DrawPorts, DrawSections } from './draw-ports.ts'
import { changeDraw, type DrawRow, lockDraw, readDraw, treeOfDraw } from './draw-rows.ts'

/** Games whose draws are kept side by side. */
const GAMES_AT_ONCE = 4

/** Takes every draw of a brand as far as it can go now: the sale ends, the numbers are drawn, tickets are judged and paid. Each step is a
 *  transaction of its own that is done once, so that a crash between two of them is made good by the next round (LOT-5). */
export async function keepDraws(ports: DrawPorts, brandId: string): Promise<void> {
  const door = forBrand(ports.db, brandId)
  const now = ports.clock()
  const due = await door.transaction((tx) =>
    tx
      .select('lottery_draw')
      .selectAll('lottery_draw')
      .where('state', 'not in', ['paid', 'cancelled'])
      // What is cancelled while it is sold is paid back at once.
      .where((where) => where.or([where('closes_at', '<=', now), where('state', '=', 'cancelling')]))
      .orderBy('draws_at')
      .execute(),
  )
  const { refundAfterMinutes, beacon } = (await ports.sections(brandId)).lotteries
  const rules = { refundAfterMs: refundAfterMinutes * 60_000, beacon }
  const games = Map.groupBy(due, ({ game_id }) => game_id).values()
  await sideBySide(games, GAMES_AT_ONCE, (draws) => keepGame(ports, door, draws, rules))
}

/** The jackpot of a draw is what the one before it has left, so that the draws of a game follow each other; a refund touches none. */
async function keepGame(
  ports: DrawPorts,
  door: BrandDoor,
  draws: readonly DrawRow[],
  rules: KeepingRules,
): Promise<void> {
  let isWaiting = false
  for (const row of draws) {
    if (isWaiting && row.state !== 'cancelling') continue
    if (!(await keepDraw(ports, door, row, rules))) isWaiting = true
  }
}

interface KeepingRules {
  readonly refundAfterMs: number
  readonly beacon: BeaconRules
}

/** @returns whether the draw is over */
async function keepDraw(ports: DrawPorts, door: BrandDoor, due: DrawRow, rules: KeepingRules): Promise<boolean> {
  let row: DrawRow | null = due
  while (row && row.state !== 'paid' && row.state !== 'cancelled') row = await takeStep(ports, door, row, rules)
  return row !== null
}

/** Takes a draw a step further, whatever another process has done with it since it was read.
 *  @returns the draw after it; null where it has to wait */
async function takeStep(
  ports: DrawPorts,
  door: BrandDoor,
  row: DrawRow,
  { refundAfterMs, beacon }: KeepingRules,
): Promise<DrawRow | null> {
  const now = ports.clock()
  const { draw_id: drawId } = row
  if (row.state === 'cancelling') return refundAll(ports, door, drawId)
  if (row.drawn === null && row.draws_at.getTime() + refundAfterMs < now.getTime())
    return door.transaction(async (tx) => {
      await cancelDraw(tx, { drawId, reason: 'draws.not_drawn_in_time' })
      return readDraw(tx, drawId)
    })
  if (row.state === 'open') return door.transaction((tx) => closeCashOut(tx, drawId, now))
  if (row.state === 'drawn') return judgeAll(ports, door, row)
  if (row.state === 'paying') return payAll(ports, door, drawId)
  if (row.draws_at > now) return null
  if (row.beacon_round !== null && !(await heardBeacon(ports, door, row, beacon))) return null
  return door.transaction((tx) => draw(tx, drawId, now))
}

/** Ends the sale: purchases that are under way come in or are refused, and the root of all tickets is fixed (LOT-6). */
async function closeCashOut(tx: BrandTransaction, drawId: number, now: Date): Promise<DrawRow> {
  const row = await lockDraw(tx, drawId)
  if (row.state !== 'open' || row.closes_at > now) return row
  const { root, count } = await treeOfDraw(tx, drawId)
  const staked = await tx
    .select('lottery_ticket')
    .select(({ fn }) => [
      ...['currency' as const, fn.sum<string>('price_minor').as('staked'), fn.countAll<string>().as('tickets')],
    ])
    .where('draw_id', '=', drawId)
    .groupBy('currency')
    .execute()
  for (const { currency, ...of } of staked)
    await tx
      .update('lottery_draw_money', { tickets: Number(of.tickets), staked_minor: Number(of.staked) })
      .where('draw_id', '=', drawId)
      .where('currency', '=', currency)
      .execute()
  return changeDraw(tx, drawId, { state: 'closed', root, tickets: count })
}

type BeaconRules = DrawSections['lotteries']['beacon']

/** Asks for the round of the beacon that a draw has named, and keeps what came of it: a round that is verified, or once the draw has waited long enough
 *  that there was none (LOT-6). What is kept is never changed. @returns whether the draw can continue */
async function heardBeacon(
  ports: DrawPorts,
  door: BrandDoor,
  row: DrawRow,
  { urls, waitSeconds }: BeaconRules,
): Promise<boolean> {
  if (row.beacon !== null) return true
  const answer = ports.beacon ? await ports.beacon(urls, row.beacon_round ?? 1) : { outcome: 'silent' as const }
  const isPatient = row.draws_at.getTime() + waitSeconds * 1000 > ports.clock().getTime()
  if (answer.outcome !== 'used' && isPatient) return false
  await door.transaction((tx) =>
    tx
      .update('lottery_draw', { beacon: storableJson(answer) })
      .where('draw_id', '=', row.draw_id)
      .where('state', '=', 'closed')
      .where('beacon', 'is', null)
      .execute(),
  )
  return true
}

async function draw(tx: BrandTransaction, drawId: number, now: Date): Promise<DrawRow> {
  const row = await lockDraw(tx, drawId)
  if (row.state !== 'closed' || row.root === null) return row
  if (row.beacon_round !== null && row.beacon === null) return row
  const { terms, server_seed: serverSeed, second_seed: secondSeed, root, beacon } = row
  const randomness = beacon?.signature === undefined ? undefined : randomnessOf(beacon.signature)
  const drawn = drawNumbers(terms, drawSource({ serverSeed, secondSeed, root, drawId, randomness }))
  return changeDraw(tx, drawId, { state: 'drawn', drawn: storableJson(drawn), drawn_at: now })
}

/** Cancels a draw before its numbers are drawn: its tickets are given back whole.
 *  @throws AppError draws.draw_unknown, draws.draw_over */
export async function cancelDraw(
  tx: BrandTransaction,
  { drawId, reason }: { readonly drawId: number; readonly reason: string },
): Promise<void> {
  const row = await lockDraw(tx, drawId)
  if (row.state === 'cancelling' || row.state === 'cancelled') return
  if (row.drawn !== null) throw new AppError('draws.draw_over')
  await tx.update('lottery_draw', { state: 'cancelling', reason }).where('draw_id', '=', drawId).execute()
}

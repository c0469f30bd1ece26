import { AppError } from '#calls/app-error.ts'
import { statusAfter } from '#machines/lotteries/toto/toto-draw.machine.ts'
import { outcomeCount } from '#machines/lotteries/toto/toto-outcomes.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { noteAct } from './draw-making.ts'
import { lockDraw } from './draw-rows.ts'
import { changeDraw } from './draw-settling.ts'

/** Who does something with a draw, and when. */
interface DeskAct {
  readonly drawId: number
  readonly operator: string
  readonly now: Date
}

/** Cancels a draw whose prizes are not known yet; its stakes come back in the next steps. @throws AppError toto.draw_unknown, toto.cannot_change */
export async function cancelDraw(
  tx: BrandTransaction,
  { drawId, reason, operator, now }: DeskAct & { readonly reason: string },
): Promise<void> {
  const draw = await lockDraw(tx, drawId)
  const followed = { status: draw.status, cancelAtVoids: draw.terms.cancelAtVoids }
  const status = statusAfter(followed, { type: 'draw.cancelled' })
  if (status === draw.status) throw new AppError('toto.cannot_change')
  await changeDraw(tx, draw, { status, cancel_reason: reason, ...(draw.closed_at ? {} : { closed_at: now }) })
  await noteAct(tx, { drawId, act: 'cancelled', details: { reason }, operator, now })
}

/** Enters the result of an event at the desk, which then goes before the one of the feed, or leaves it to the feed again. A draw that was
 *  paid is corrected by it in the next steps. @param result an outcome, from 0, `void`, or null for what the feed says
 *  @throws AppError toto.draw_unknown, toto.cannot_change, toto.mark_unknown */
export async function enterResult(
  tx: BrandTransaction,
  of: DeskAct & { readonly place: number; readonly result: number | 'void' | null; readonly reason: string },
): Promise<void> {
  const { drawId, place, result, reason, operator, now } = of
  const draw = await lockDraw(tx, drawId)
  if (draw.status === 'cancelled' || draw.status === 'open') throw new AppError('toto.cannot_change')
  const isKnown =
    typeof result !== 'number' || (Number.isInteger(result) && result >= 0 && result < outcomeCount(draw.terms))
  if (!isKnown || place < 0 || place >= draw.terms.events) throw new AppError('toto.mark_unknown', { event: place + 1 })
  await tx
    .update('toto_match', {
      ...{ desk_outcome: typeof result === 'number' ? result : null, desk_void: result === 'void' },
      desk_by: result === null ? null : operator,
    })
    .where('draw_id', '=', drawId)
    .where('place', '=', place)
    .execute()
  await noteAct(tx, { drawId, act: 'result', details: { place, result, reason }, operator, now })
}

import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '../../db/for-brand.ts'
import { logAct } from '../access/acts.ts'
import { StudioFailure } from '../studio-failure.ts'
import { releaseItem, takeItem } from './desk-claims.ts'
import type { AtDesk, DeskAct, DeskPorts, DoAtDesk } from './desk-ports.ts'

/** Makes what does and logs acts of the desk. An item that somebody else has taken is left alone; when the act is done, nobody has
 *  it any more.
 *  The act fails with StudioFailure player.unknown, item.claimed or item.decided. */
export function createDoAtDesk({ db, clock }: Pick<DeskPorts, 'db' | 'clock'>): DoAtDesk {
  return async (desk, act, work) => {
    const now = clock()
    try {
      return await forBrand(db, desk.brand).transaction(async (tx) => {
        await beginAct(tx, desk, act, now)
        const result = await work(tx, now)
        await endAct(tx, desk, act, now)
        return result
      })
    } catch (error) {
      throw asDeskFailure(error)
    }
  }
}

/** Keeps the item of an act for its operator until the transaction ends. @throws StudioFailure item.claimed */
export async function beginAct(tx: BrandTransaction, desk: AtDesk, { place }: DeskAct, now: Date): Promise<void> {
  if (place) await tx.inStudio((studio) => takeItem(studio, desk, place, now))
}

/** Lets the item of an act go and logs the act. It comes last: what is logged is logged one after another. */
export async function endAct(tx: BrandTransaction, desk: AtDesk, act: DeskAct, now: Date): Promise<void> {
  const { brand, operator } = desk
  const { place, details } = act
  await tx.inStudio(async (studio) => {
    if (place) await releaseItem(studio, desk, place)
    await logAct(studio, { at: now, account: operator.name, brand, act: act.act, details })
  })
}

/** The studio's code for a failure of a service that players use too. */
export function asDeskFailure(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'account.unknown') return new StudioFailure('player.unknown')
  if (error.code === 'identification.not_open' || error.code === 'payment.not_waiting')
    return new StudioFailure('item.decided')
  if (error.code === 'documents.unknown') return new StudioFailure('document.unknown')
  if (error.code === 'toto.draw_unknown') return new StudioFailure('item.unknown')
  if (error.code === 'toto.games_missing') return new StudioFailure('toto.games_missing', error.params)
  if (error.code === 'toto.cannot_change' || error.code === 'toto.mark_unknown' || error.code === 'toto.pool_unknown')
    return new StudioFailure('toto.cannot_change')
  if (error.code === 'casino.round_unknown') return new StudioFailure('item.unknown')
  if (error.code === 'payment.unknown') return new StudioFailure('item.unknown')
  if (
    error.code === 'payment.same_operator' ||
    error.code === 'payment.amount_needed' ||
    error.code === 'payment.frozen'
  )
    return new StudioFailure(error.code)
  return error
}

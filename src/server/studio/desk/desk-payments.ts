import type { DeskClaim, DeskPaymentBody, DeskPlayerCard } from '#schemas'
import { type BrandTransaction, forBrand } from '../../db/for-brand.ts'
import { type DeskPayment, paymentAtDesk } from '../../payments/payment-desk.ts'
import { StudioFailure } from '../studio-failure.ts'
import { claimOn } from './desk-claims.ts'
import type { AtDesk, DeskPorts, DoAtDesk } from './desk-ports.ts'
import { playerCards } from './player-cards.ts'

/** A payment as the desk reads it, with its player and who has taken it. */
export interface ReadPayment extends DeskPayment {
  readonly player?: DeskPlayerCard
  readonly claim?: DeskClaim
}

/** Payments that people have to look at: withdrawals that wait for approval, and what providers say that cannot be applied. */
export function createDeskPayments(
  { db, clock, decidePayment }: Pick<DeskPorts, 'db' | 'clock' | 'decidePayment'>,
  doAtDesk: DoAtDesk,
) {
  return {
    /** @throws StudioFailure item.unknown */
    readPayment: (desk: AtDesk, item: number): Promise<ReadPayment> =>
      forBrand(db, desk.brand).transaction(async (tx) => {
        const found = await requirePayment(tx, item)
        const accountId = found.payment.account_id
        const player = (await playerCards(tx, [accountId])).get(accountId)
        const claim = await tx.inStudio((studio) => claimOn(studio, desk, { kind: 'payment', item }, clock()))
        return { ...found, ...(player ? { player } : {}), ...(claim ? { claim } : {}) }
      }),

    /** Approves, credits or refuses a payment. @throws StudioFailure item.unknown, item.claimed, item.decided, payment.same_operator,
     *  payment.amount_needed, payment.frozen */
    async decidePayment(desk: AtDesk, { item, decision, reason, amountMinor }: DeskPaymentBody): Promise<void> {
      const details = { payment: item, reason, ...(amountMinor === undefined ? {} : { amountMinor }) }
      const act = { act: `payment.${decision}`, details, place: { kind: 'payment', item } } as const
      await doAtDesk(desk, act, (tx, now) =>
        decidePayment(tx, { paymentId: item, operator: desk.operator.email, decision, reason, amountMinor, now }),
      )
    },
  }
}

/** @throws StudioFailure item.unknown */
export async function requirePayment(tx: BrandTransaction, item: number): Promise<DeskPayment> {
  const found = await paymentAtDesk(tx, item)
  if (!found) throw new StudioFailure('item.unknown')
  return found
}

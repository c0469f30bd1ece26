import type { PaymentState } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { Payer, PaymentPorts, PaymentSections } from './payment-ports.ts'
import { addStep, type PaymentRow } from './payment-rows.ts'
import type { Wish } from './payment-wish.ts'

/** From where a player pays. */
export interface PaymentPlace {
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string
  readonly language: string
  /** Scheme and host of the site. */
  readonly origin: string
}

/** What a payment is kept with. */
export interface Keeping {
  readonly payer: Payer
  readonly place: PaymentPlace
  readonly sections: PaymentSections
  readonly now: Date
}

/** How a payment begins. */
export interface FirstState {
  /** Name that its client gave it. */
  readonly guid: string
  readonly state: PaymentState
  readonly askAt: Date | null
  /** Rules that it hit, and how many operators have to approve it. */
  readonly rules?: readonly string[]
  readonly needed?: number
}

/** A payment that was just kept, with the name of its attempt. */
export type NewPayment = PaymentRow & { readonly attemptId: string }

/** Keeps a payment, with its attempt and its first step. */
export async function insertPayment(
  tx: BrandTransaction,
  { newId }: Pick<PaymentPorts, 'newId'>,
  { payer, place, sections, now }: Keeping,
  { wish, first }: { readonly wish: Wish; readonly first: FirstState },
): Promise<NewPayment> {
  const { method, direction, methodId, currency, exponent } = wish
  const { guid, state, askAt, rules = [], needed = 0 } = first
  const payment = await tx
    .insert('payment', {
      ...{ account_id: payer.accountId, guid, direction, method_id: methodId, provider_id: method.provider },
      ...{ currency, exponent, amount_minor: wish.amountMinor, fee_minor: wish.feeMinor, state, arrived_minor: null },
      ...{ reference: null, redirect_url: null, note: null, deposit_number: null },
      reason: state === 'waiting' ? 'payment.reason_checking' : null,
      ...{ rules: storableJson(rules), approvals_needed: needed },
      ...{ fields: storableJson(wish.fields), ...place, created_at: now, changed_at: now },
      ...{ expires_at: new Date(now.getTime() + sections.payments.depositLifeMs), ask_at: askAt },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const attemptId = newId()
  await tx
    .insert('payment_attempt', {
      ...{ attempt_id: attemptId, payment_id: payment.payment_id, provider_id: method.provider },
      ...{ reference: null, raw_state: null, created_at: now },
    })
    .execute()
  await addStep(tx, payment.payment_id, { state, detail: 'asked for by the player', now })
  return { ...payment, attemptId }
}

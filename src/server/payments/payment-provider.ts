import type { ReportedState } from '#machines/payments/payment-life.rules.ts'
import type { PaymentWay } from '#schemas'

/** A payment as its provider sees it. */
export interface ProviderPayment {
  /** The provider's name for it. */
  readonly reference: string
  /** `unknown` is what a provider cannot say, and what a call that got no answer leaves behind (PAY-11). */
  readonly state: ReportedState
  /** The provider's own word for the state. */
  readonly rawState: string
  /** Minor units that have arrived or were sent; absent when the provider does not say. */
  readonly amountMinor?: number
  /** ISO 4217 code, or the code of a crypto currency. */
  readonly currency?: string
  /** The provider's name for a refund, a dispute or a return that this is about. */
  readonly partReference?: string
  /** A reason for people, such as `insufficient_funds`. */
  readonly reason?: string
  /** Whether the provider has not heard of the attempt: it has failed, unless the call that begins it is still on its way. */
  readonly isNeverBegun?: boolean
}

/** An event that a provider has sent, its signature verified. */
export interface ProviderEvent extends ProviderPayment {
  /** The engine's name for the attempt, where the provider sends it back: by it a payment is found whose reference is not known yet. */
  readonly attemptId?: string
  /** Whether it is only a reason to ask: what it says is not taken for true. */
  readonly isHint?: boolean
  /** The provider's name for the event: the same again is the same event. */
  readonly eventId: string
  readonly at: Date
}

/** A payment that is to be started. */
export interface ProviderOrder {
  readonly direction: PaymentWay
  /** The engine's name for the attempt, which no other has; providers send it back. It makes a repeated call the same call. */
  readonly attemptId: string
  readonly methodId: string
  /** Minor units of the currency, and how many places they are. */
  readonly amountMinor: number
  readonly exponent: number
  readonly currency: string
  /** ISO 3166-1 alpha-2 code of the player. */
  readonly country: string
  readonly language: string
  /** What the player has entered into the method's fields; never a card number (PAY-16). */
  readonly fields: Readonly<Record<string, string>>
  /** Where the provider sends the browser when it is done. */
  readonly returnUrl: string
  /** Where the provider sends its events. */
  readonly notifyUrl: string
}

/** What happens to a started payment: where the player continues, if anywhere. */
export interface StartedPayment extends ProviderPayment {
  /** The hosted page of the provider. */
  readonly redirectUrl?: string
}

/** A webhook as it has arrived: verified on its raw bytes. */
export interface RawWebhook {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
  readonly now: Date
}

/** Why an event of a provider is not believed. */
export interface WebhookFault {
  readonly fault: 'unsigned' | 'wrong_signature' | 'too_old' | 'malformed'
  readonly found: string
}

/** Joins a payment provider: one file for each, proved by the conformance suite (PAY-15). A call that gets no answer throws
 *  `ProviderSilent`, whose outcome is unknown; a call that the provider refuses answers a payment that has failed. */
export interface PaymentProvider {
  readonly id: string
  start(order: ProviderOrder): Promise<StartedPayment>
  /** Asks what has happened to an attempt: by the provider's reference where it is known, else by the attempt. */
  status(payment: { readonly attemptId: string; readonly reference?: string }): Promise<StartedPayment>
  /** Gives a deposit back, or a part of it. */
  refund(refund: {
    readonly reference: string
    readonly refundId: string
    readonly amountMinor: number
    readonly exponent: number
    readonly currency: string
  }): Promise<ProviderPayment>
  /** Verifies a webhook on its raw bytes and reads what it says. */
  readWebhook(webhook: RawWebhook): readonly ProviderEvent[] | WebhookFault
}

/** A provider has not answered: what it has done is unknown. */
export class ProviderSilent extends Error {
  override readonly name = 'ProviderSilent'
}

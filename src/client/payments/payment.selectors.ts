import { splitWithdrawal } from '#machines/payments/payment-terms.rules.ts'
import type { BadgeKind } from '#renderers/site/Badge.tsx'
import type { PaymentCard, PaymentOffer, PaymentState } from '#schemas'
import type { App } from '../page/app-context.ts'
import { moneyText } from '../page/money-text.ts'

const MINUTE_MS = 60_000
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', MINUTE_MS],
] as const

/** How long a method usually takes: `'1 day'`; null when it is at once. */
export function timeText({ visitor }: App, timeMs: number): string | null {
  const [unit, unitMs] = UNITS.find(([, ms]) => timeMs >= ms) ?? []
  if (!unit || !unitMs) return null
  const value = Math.round(timeMs / unitMs)
  return new Intl.NumberFormat(visitor.locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

/** The fee of a method in words, such as `'1.00 € + 2%'`; null when there is none. */
export function feeText(app: App, { feeFixed, feePercent }: PaymentOffer, currency: string): string | null {
  const fixed = feeFixed > 0 ? [moneyText(app, feeFixed, currency)] : []
  const percent = new Intl.NumberFormat(app.visitor.locale, { style: 'percent', maximumFractionDigits: 2 })
  const share = feePercent > 0 ? [percent.format(feePercent / 100)] : []
  return [...fixed, ...share].join(' + ') || null
}

/** The fee of an amount, rounded as the server rounds it: half a minor unit up. */
export function feeOfAmount({ feeFixed, feePercent }: PaymentOffer, amount: number, exponent: number): number {
  const unit = 10 ** exponent
  return (Math.round(feeFixed * unit) + Math.round((amount * unit * feePercent) / 100)) / unit
}

/** What goes by one method. */
export interface PaymentPart {
  readonly method: PaymentOffer
  /** In currency units. */
  readonly amount: number
}

/** What of a withdrawal goes by which method, as the server splits it: what came by a method of a closed loop goes back by it first (PAY-8). */
export function withdrawalParts(
  methods: readonly PaymentOffer[],
  chosen: string,
  { amount, exponent }: { readonly amount: number; readonly exponent: number },
): PaymentPart[] {
  const unit = 10 ** exponent
  const loops = methods.flatMap(({ id, openLoop = 0 }) =>
    openLoop > 0 ? [{ methodId: id, openMinor: Math.round(openLoop * unit) }] : [],
  )
  return splitWithdrawal(Math.round(amount * unit), chosen, loops).flatMap(({ methodId, amountMinor }) => {
    const method = methods.find(({ id }) => id === methodId)
    return method ? [{ method, amount: amountMinor / unit }] : []
  })
}

const TONES: Partial<Record<PaymentState, BadgeKind>> = {
  succeeded: 'positive',
  paid: 'positive',
  failed: 'negative',
  refused: 'negative',
  disputed: 'negative',
  expired: 'neutral',
  cancelled: 'neutral',
  refunded: 'neutral',
  reversed: 'neutral',
}

/** The role of the badge of a state: green for what is done, red for what has failed, blue for what is under way. */
export function stateTone(state: PaymentState): BadgeKind {
  return TONES[state] ?? 'info'
}

/** What a payment has moved: what has arrived where it is not what was asked for. */
export function movedAmount({ arrivedAmount, amount }: PaymentCard): number {
  return arrivedAmount ?? amount
}

/** A place of the site to return to after a payment, as an address may carry it; null for anything else than a path of this site. */
export function safeReturn(text: string | null): string | null {
  return text && /^\/(?![/\\])[^\s\\]*$/.test(text) ? text : null
}

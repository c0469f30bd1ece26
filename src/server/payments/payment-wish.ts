import { AppError } from '#calls/app-error.ts'
import { minorOfAmount } from '#calls/bet-codec.ts'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import { boundsOf, feeOf, holdsCardNumber } from '#machines/payments/payment-terms.rules.ts'
import type { PaymentMethod, PaymentWay, StartPaymentBody } from '#schemas'
import type { PaymentSections } from './payment-ports.ts'

/** A payment by one method as its player wishes it, judged by the bounds of the method. */
export interface Wish {
  readonly direction: PaymentWay
  readonly methodId: string
  readonly method: PaymentMethod
  readonly currency: string
  readonly exponent: number
  readonly amountMinor: number
  readonly feeMinor: number
  readonly fields: StartPaymentBody['fields']
}

/** The method that a player has named. @throws AppError payment.method_unknown */
export function methodOf({ payments: { methods } }: PaymentSections, methodId: string): PaymentMethod {
  const method = Object.hasOwn(methods, methodId) ? methods[methodId] : undefined
  if (!method) throw new AppError('payment.method_unknown')
  return method
}

/** The decimal places of a currency of the site. @throws AppError payment.no_account */
export function exponentOf({ global: { currencies } }: PaymentSections, currency: string): number {
  const known = Object.hasOwn(currencies, currency) ? currencies[currency] : undefined
  if (!known) throw new AppError('payment.no_account', { currency })
  return known.exponent
}

/** An amount in minor units. @throws AppError payment.amount_invalid for what is no amount of the currency, such as 0.001 EUR */
export function readAmount(amount: number, currency: string, exponent: number): number {
  const amountMinor = minorOfAmount(amount, exponent)
  if (amountMinor === null) throw new AppError('payment.amount_invalid', { currency, amount, places: exponent })
  return amountMinor
}

/** Judges a payment by one method: its bounds, its fee and what the player has filled in.
 *  @throws AppError payment.wrong_direction, payment.below_minimum, payment.above_maximum, payment.fee_eats_amount, payment.card_number,
 *  payment.field_invalid; with the method in its parameters */
export function judgeWish(
  sections: PaymentSections,
  wish: Pick<Wish, 'direction' | 'methodId' | 'currency' | 'amountMinor' | 'fields'>,
): Wish {
  const { direction, methodId, currency, amountMinor, fields } = wish
  const method = methodOf(sections, methodId)
  const exponent = exponentOf(sections, currency)
  const bounds = boundsOf(method, direction, currency, sections.global.currencies)
  if (!bounds) throw new AppError('payment.wrong_direction')
  const shown = (minor: number) => minorToDecimal(minor, exponent)
  const about = { method: methodId, currency }
  if (amountMinor < bounds.minimumMinor)
    throw new AppError('payment.below_minimum', { minimum: shown(bounds.minimumMinor), ...about })
  if (amountMinor > bounds.maximumMinor)
    throw new AppError('payment.above_maximum', { maximum: shown(bounds.maximumMinor), ...about })
  const feeMinor = feeOf(amountMinor, bounds)
  if (feeMinor >= amountMinor) throw new AppError('payment.fee_eats_amount', { fee: shown(feeMinor), ...about })
  checkFields(method, direction, wish)
  return { direction, methodId, method, currency, exponent, amountMinor, feeMinor, fields }
}

/** @throws AppError payment.card_number, payment.field_invalid */
function checkFields(
  method: PaymentMethod,
  direction: PaymentWay,
  { fields, methodId }: Pick<Wish, 'fields' | 'methodId'>,
): void {
  const asked = Object.entries(method.fields).filter(([, { directions }]) => directions.includes(direction))
  const invalid = (field: string) => new AppError('payment.field_invalid', { field, method: methodId })
  for (const [id, value] of Object.entries(fields)) {
    if (holdsCardNumber(value)) throw new AppError('payment.card_number')
    if (!asked.some(([name]) => name === id)) throw invalid(id)
  }
  for (const [id, { accepts }] of asked) {
    const value = fields[id] ?? ''
    if (value === '' || (accepts !== undefined && !new RegExp(`^(?:${accepts})$`, 'u').test(value))) throw invalid(id)
  }
}

import { type ConvertibleCurrency, convertMinor } from '#machines/money/amount.rules.ts'
import { divideHalfUp } from '#machines/money/decimal.rules.ts'
import type { PaymentAmounts, PaymentMethod, PaymentsConfig, PaymentWay } from '#schemas'

/** Bounds of a payment in its own currency. */
export interface PaymentBounds {
  readonly minimumMinor: number
  readonly maximumMinor: number
  readonly feeMinor: number
  readonly feePpm: number
}

/** Currencies of the site, by code. */
export type Currencies = Readonly<Record<string, ConvertibleCurrency>>

const MILLION = 1_000_000n

/** The currency that amounts of the configuration are in: that whose base rate is 1. */
export function baseCurrency(currencies: Currencies): string | undefined {
  return Object.entries(currencies).find(([, { baseRate }]) => Number(baseRate) === 1)?.[0]
}

/** An amount of the configuration in another currency, at its base rate. */
export function inCurrency(minor: number, currency: string, currencies: Currencies): number {
  const base = baseCurrency(currencies)
  const [from, to] = [base === undefined ? undefined : currencies[base], currencies[currency]]
  return from && to && base !== currency ? convertMinor(minor, from, to) : minor
}

/** A quick amount of the configuration in another currency, as people write amounts: two significant digits. 10.00 at 3.6364 → 36.00. */
export function quickAmount(minor: number, currency: string, currencies: Currencies): number {
  const amount = inCurrency(minor, currency, currencies)
  if (amount === minor) return minor
  const unit = 10 ** Math.max(String(amount).length - 2, 0)
  return Math.round(amount / unit) * unit
}

/** The bounds of a method in a currency; undefined when it does not pay that way (PAY-7). */
export function boundsOf(
  { amounts, directions }: Pick<PaymentMethod, 'amounts' | 'directions'>,
  direction: PaymentWay,
  currency: string,
  currencies: Currencies,
): PaymentBounds | undefined {
  if (!directions.includes(direction)) return undefined
  const { deposit, withdrawal, byCurrency = {} } = amounts
  const special = Object.hasOwn(byCurrency, currency) ? byCurrency[currency] : undefined
  const own = direction === 'deposit' ? special?.deposit : special?.withdrawal
  if (own) return filled(own)
  const base = direction === 'deposit' ? deposit : withdrawal
  if (!base) return undefined
  const { minimumMinor, maximumMinor, feeMinor, feePpm } = filled(base)
  const of = (minor: number) => inCurrency(minor, currency, currencies)
  return {
    minimumMinor: Math.max(of(minimumMinor), 1),
    maximumMinor: of(maximumMinor),
    feeMinor: of(feeMinor),
    feePpm,
  }
}

function filled({ minimumMinor, maximumMinor, feeMinor = 0, feePpm = 0 }: PaymentAmounts): PaymentBounds {
  return { minimumMinor, maximumMinor, feeMinor, feePpm }
}

/** The fee of an amount: 1.00 and 2 % of 50.00 → 2.00. */
export function feeOf(amountMinor: number, { feeMinor, feePpm }: PaymentBounds): number {
  return feeMinor + Number(divideHalfUp(BigInt(amountMinor) * BigInt(feePpm), MILLION))
}

/** What is left of an amount when the house has kept its margin, rounded down: 110.00 at 1 % → 108.90. */
export function afterSpread(amountMinor: number, spreadPpm: number): number {
  return Number((BigInt(amountMinor) * (MILLION - BigInt(spreadPpm))) / MILLION)
}

/** What came by a method of a closed loop and has not gone back yet. */
export interface OpenLoop {
  readonly methodId: string
  readonly openMinor: number
}

/** A part of a withdrawal: what goes by one method. */
export interface WithdrawalShare {
  readonly methodId: string
  readonly amountMinor: number
}

/** What of an amount goes back by which method: what came by it first, and the rest by the one that was chosen, which takes its own before
 *  the others take theirs. 180.00 with deposits of 100.00 by card and 50.00 by wallet, chosen bank → card 100.00, wallet 50.00, bank 30.00
 *  (PAY-8). */
export function splitWithdrawal(amountMinor: number, chosen: string, loops: readonly OpenLoop[]): WithdrawalShare[] {
  const own = loops.filter(({ methodId }) => methodId === chosen)
  const parts: { methodId: string; amountMinor: number }[] = []
  let left = amountMinor
  for (const { methodId, openMinor } of [...own, ...loops.filter((loop) => loop.methodId !== chosen)]) {
    const part = Math.min(left, Math.max(openMinor, 0))
    if (part > 0) parts.push({ methodId, amountMinor: part })
    left -= part
  }
  if (left === 0) return parts
  const former = parts.find(({ methodId }) => methodId === chosen)
  if (former) former.amountMinor += left
  else parts.push({ methodId: chosen, amountMinor: left })
  return parts
}

/** What is known of a player who withdraws. Amounts are in the currency of the withdrawal. */
export interface WithdrawalFacts {
  readonly amountMinor: number
  /** The methods by which it goes. */
  readonly methodIds: readonly string[]
  readonly currency: string
  readonly isFirst: boolean
  /** Since when password and addresses are as they are; null when they were never changed. */
  readonly changedAt: Date | null
  /** Withdrawals within the window, without this one. */
  readonly windowCount: number
  readonly windowMinor: number
  readonly now: Date
}

const DAY_MS = 86_400_000

/** The rules that a withdrawal hits, and how many operators approve it (PAY-8). */
export function approvalOf(
  facts: WithdrawalFacts,
  rules: PaymentsConfig['approval'],
  currencies: Currencies,
): { readonly rules: string[]; readonly needed: 0 | 1 | 2 } {
  const { amountMinor, currency, windowCount, windowMinor, changedAt, now } = facts
  const isAbove = (minor: number, limit: number) => limit > 0 && minor > inCurrency(limit, currency, currencies)
  const isTwo = isAbove(amountMinor, rules.withdrawalTwoAboveMinor)
  const since = now.getTime() - rules.changedDataDays * DAY_MS
  const hit = {
    above_two: isTwo,
    above_one: !isTwo && isAbove(amountMinor, rules.withdrawalOneAboveMinor),
    first_withdrawal: rules.isFirstManual && facts.isFirst,
    changed_data: rules.changedDataDays > 0 && changedAt !== null && changedAt.getTime() > since,
    velocity_count: rules.velocityCount > 0 && windowCount + 1 > rules.velocityCount,
    velocity_amount: isAbove(windowMinor + amountMinor, rules.velocityMinor),
    manual_method: facts.methodIds.some((id) => rules.manualMethods.includes(id)),
  }
  const names = Object.entries(hit).flatMap(([name, isHit]) => (isHit ? [name] : []))
  return { rules: names, needed: isTwo ? 2 : names.length > 0 ? 1 : 0 }
}

const IBAN = /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?\b/g
const CARD_NUMBER = /(?<!\w)\d(?:[ -]?\d){11,18}(?!\w)/g

/** Whether a text has in it what may be the number of a card, which may never come here (PAY-16): 12 to 19 digits, together or in groups,
 *  that pass Luhn's check. An IBAN is none. */
export function holdsCardNumber(text: string): boolean {
  const numbers = text.replaceAll(IBAN, ' ').match(CARD_NUMBER) ?? []
  return numbers.some((number) => passesLuhn(number.replaceAll(/\D/g, '')))
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

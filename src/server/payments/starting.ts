import { AppError } from '#calls/app-error.ts'
import { minorOfAmount } from '#calls/bet-codec.ts'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import { boundsOf, feeOf, holdsCardNumber } from '#machines/payments/payment-terms.rules.ts'
import type { PaymentMethod, PaymentState, PaymentWay, StartPaymentBody } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { MoneyRefusal } from '#server/money/money-guard.ts'
import { lockPaymentAccounts, postHold } from './payment-money.ts'
import type { Payer, PaymentPorts, PaymentSections } from './payment-ports.ts'
import { addStep, findByGuid, lockPlayer, type PaymentRow } from './payment-rows.ts'
import { checkWithdrawal, isVerified, rulesOf } from './withdrawal-checks.ts'

/** From where a player pays. */
export interface PaymentPlace {
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string
  readonly language: string
  /** Scheme and host of the site. */
  readonly origin: string
}

interface Wish {
  readonly direction: PaymentWay
  readonly body: StartPaymentBody
  readonly method: PaymentMethod
  readonly exponent: number
  readonly amountMinor: number
  readonly feeMinor: number
}

/** Keeps a payment that a player asks for, with its money where it is a withdrawal; nothing is sent yet. The same guid is the same payment.
 *  @returns the payment, and whether it is new
 *  @throws AppError payment.* with what is wrong, balance.too_low, or the reason of the guard */
export async function keepPayment(
  ports: PaymentPorts,
  payer: Payer,
  of: { readonly direction: PaymentWay; readonly body: StartPaymentBody; readonly place: PaymentPlace },
): Promise<{ readonly payment: PaymentRow; readonly isNew: boolean }> {
  const sections = await ports.sections(payer.brandId)
  const { direction, body, place } = of
  return forBrand(ports.db, payer.brandId).transaction(async (tx) => {
    const now = ports.clock()
    const state = await lockPlayer(tx, payer.accountId)
    const former = await findByGuid(tx, payer.accountId, body.guid)
    if (former) return { payment: sameWish(former, direction, body), isNew: false }
    if (state !== 'active') throw new AppError('payment.player_not_allowed')
    const wish = readWish(sections, direction, body, place.country)
    if (wish.method.level === 'verified' && !(await isVerified(tx, payer.accountId)))
      throw new AppError('payment.needs_verification')
    const payment =
      direction === 'deposit'
        ? await keepDeposit(tx, ports, { payer, wish, place, sections, now })
        : await keepWithdrawal(tx, ports, { payer, wish, place, sections, now })
    return { payment, isNew: true }
  })
}

function sameWish(former: PaymentRow, direction: PaymentWay, body: StartPaymentBody): PaymentRow {
  const { method_id, currency, amount_minor, exponent } = former
  const isSame =
    former.direction === direction &&
    method_id === body.methodId &&
    currency === body.currency &&
    Number(amount_minor) === minorOfAmount(body.amount, exponent)
  if (!isSame) throw new AppError('payment.other_wish')
  return former
}

function readWish(
  { payments, global }: PaymentSections,
  direction: PaymentWay,
  body: StartPaymentBody,
  country: string,
): Wish {
  const { methodId, currency, amount, fields } = body
  const method = Object.hasOwn(payments.methods, methodId) ? payments.methods[methodId] : undefined
  if (!method) throw new AppError('payment.method_unknown')
  if (method.countries.length > 0 && !method.countries.includes(country)) throw new AppError('payment.not_for_country')
  const known = Object.hasOwn(global.currencies, currency) ? global.currencies[currency] : undefined
  if (!known) throw new AppError('payment.no_account', { currency })
  const bounds = boundsOf(method, direction, currency, global.currencies)
  if (!bounds) throw new AppError('payment.wrong_direction')
  const { exponent } = known
  const amountMinor = minorOfAmount(amount, exponent)
  if (amountMinor === null) throw new AppError('payment.amount_invalid', { currency, amount, places: exponent })
  const shown = (minor: number) => minorToDecimal(minor, exponent)
  if (amountMinor < bounds.minimumMinor)
    throw new AppError('payment.below_minimum', { minimum: shown(bounds.minimumMinor), currency })
  if (amountMinor > bounds.maximumMinor)
    throw new AppError('payment.above_maximum', { maximum: shown(bounds.maximumMinor), currency })
  const feeMinor = feeOf(amountMinor, bounds)
  if (feeMinor >= amountMinor) throw new AppError('payment.fee_eats_amount', { fee: shown(feeMinor), currency })
  checkFields(method, direction, fields)
  return { direction, body, method, exponent, amountMinor, feeMinor }
}

/** @throws AppError payment.card_number, payment.field_invalid */
function checkFields(method: PaymentMethod, direction: PaymentWay, fields: StartPaymentBody['fields']): void {
  const asked = Object.entries(method.fields).filter(([, { directions }]) => directions.includes(direction))
  for (const [id, value] of Object.entries(fields)) {
    if (holdsCardNumber(value)) throw new AppError('payment.card_number')
    if (!asked.some(([name]) => name === id)) throw new AppError('payment.field_invalid', { field: id })
  }
  for (const [id, { accepts }] of asked) {
    const value = fields[id] ?? ''
    if (value === '' || (accepts !== undefined && !new RegExp(`^(?:${accepts})$`, 'u').test(value)))
      throw new AppError('payment.field_invalid', { field: id })
  }
}

interface Keeping {
  readonly payer: Payer
  readonly wish: Wish
  readonly place: PaymentPlace
  readonly sections: PaymentSections
  readonly now: Date
}

async function keepDeposit(tx: BrandTransaction, ports: PaymentPorts, keeping: Keeping): Promise<PaymentRow> {
  const { payer, wish, now, sections } = keeping
  const { accountId } = payer
  const { currency } = wish.body
  await lockPaymentAccounts(tx, { accountId, currency, now })
  const refusal = await ports.guard(tx, { path: 'deposit', accountId, currency, amountMinor: wish.amountMinor, now })
  if (refusal) throw asPaymentRefusal(refusal)
  return insertPayment(tx, ports, keeping, {
    state: 'created',
    askAt: new Date(now.getTime() + sections.payments.unknownAskMs),
  })
}

/** What keeps a player from depositing, as a failed call says it. */
function asPaymentRefusal({ reason, params = {} }: MoneyRefusal): AppError {
  if (reason === 'bet.player_not_allowed') return new AppError('payment.player_not_allowed')
  return new AppError(reason, params)
}

async function keepWithdrawal(tx: BrandTransaction, ports: PaymentPorts, keeping: Keeping): Promise<PaymentRow> {
  const { payer, wish, now, sections } = keeping
  const { accountId } = payer
  const { currency, methodId } = wish.body
  const asked = { accountId, methodId, currency, exponent: wish.exponent, amountMinor: wish.amountMinor, now }
  const { owedMinor } = await lockPaymentAccounts(tx, asked)
  if (owedMinor > 0) throw new AppError('payment.owes', { amount: minorToDecimal(owedMinor, wish.exponent), currency })
  await checkWithdrawal(tx, asked, { sections, isWithdrawalFrozen: ports.isWithdrawalFrozen })
  const { rules, needed } = await rulesOf(tx, asked, sections)
  const payment = await insertPayment(tx, ports, keeping, {
    state: needed > 0 ? 'waiting' : 'approved',
    askAt: needed > 0 ? null : now,
    rules,
    needed,
  })
  await ports.beforeWithdrawal?.(tx, { accountId, currency, now })
  await postHold(tx, payment, now)
  return payment
}

async function insertPayment(
  tx: BrandTransaction,
  { newId }: Pick<PaymentPorts, 'newId'>,
  { payer, wish, place, sections, now }: Keeping,
  of: { state: PaymentState; askAt: Date | null; rules?: readonly string[]; needed?: number },
): Promise<PaymentRow> {
  const { body, method, direction } = wish
  const payment = await tx
    .insert('payment', {
      ...{ account_id: payer.accountId, guid: body.guid, direction, method_id: body.methodId },
      ...{ provider_id: method.provider, currency: body.currency, exponent: wish.exponent },
      ...{ amount_minor: wish.amountMinor, fee_minor: wish.feeMinor, state: of.state, arrived_minor: null },
      ...{ reference: null, redirect_url: null, note: null, deposit_number: null },
      reason: of.state === 'waiting' ? 'payment.reason_checking' : null,
      ...{ rules: storableJson(of.rules ?? []), approvals_needed: of.needed ?? 0 },
      ...{ fields: storableJson(body.fields), ...place, created_at: now, changed_at: now },
      ...{ expires_at: new Date(now.getTime() + sections.payments.depositLifeMs), ask_at: of.askAt },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .insert('payment_attempt', {
      ...{ attempt_id: newId(), payment_id: payment.payment_id, provider_id: method.provider },
      ...{ reference: null, raw_state: null, created_at: now },
    })
    .execute()
  await addStep(tx, payment.payment_id, { state: of.state, detail: 'asked for by the player', now })
  return payment
}

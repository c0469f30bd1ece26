import { AppError } from '#calls/app-error.ts'
import type { PaymentWay, StartPaymentBody } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { MoneyRefusal } from '#server/money/money-guard.ts'
import { insertPayment, type Keeping, type NewPayment, type PaymentPlace } from './payment-keeping.ts'
import { lockPaymentAccounts } from './payment-money.ts'
import type { Payer, PaymentPorts } from './payment-ports.ts'
import { findByGuid, lockPlayer, type PaymentRow, partsOf } from './payment-rows.ts'
import { exponentOf, judgeWish, methodOf, readAmount, type Wish } from './payment-wish.ts'
import { isVerified } from './withdrawal-checks.ts'
import { keepWithdrawal } from './withdrawal-starting.ts'

/** A payment, with the name of its attempt where it was just made. */
type KeptPayment = PaymentRow & Partial<NewPayment>

/** Keeps a payment that a player asks for, with its money where it is a withdrawal; nothing is sent yet. The same guid is the same payment.
 *  @returns the payment, or the parts of a withdrawal that is split, and whether it is new
 *  @throws AppError payment.* with what is wrong, balance.too_low, or the reason of the guard */
export async function keepPayment(
  ports: PaymentPorts,
  payer: Payer,
  of: { readonly direction: PaymentWay; readonly body: StartPaymentBody; readonly place: PaymentPlace },
): Promise<{ readonly parts: readonly KeptPayment[]; readonly isNew: boolean }> {
  const sections = await ports.sections(payer.brandId)
  const { direction, body, place } = of
  return forBrand(ports.db, payer.brandId).transaction(async (tx) => {
    const keeping = { payer, place, sections, now: ports.clock() }
    const state = await lockPlayer(tx, payer.accountId)
    const former = await findByGuid(tx, payer.accountId, body.guid)
    if (former) return { parts: sameWish(await partsOf(tx, former), direction, body), isNew: false }
    if (state !== 'active') throw new AppError('payment.player_not_allowed')
    if (direction === 'withdrawal') return { parts: await keepWithdrawal(tx, ports, keeping, body), isNew: true }
    return { parts: [await keepDeposit(tx, ports, keeping, body)], isNew: true }
  })
}

/** @throws AppError payment.other_wish when a guid names another payment */
function sameWish(former: readonly PaymentRow[], direction: PaymentWay, body: StartPaymentBody) {
  const { currency, parts = [body] } = body
  const isSame =
    parts.length === former.length &&
    former.every((payment) =>
      parts.some(
        ({ methodId, amount }) =>
          payment.direction === direction &&
          payment.currency === currency &&
          payment.method_id === methodId &&
          Number(payment.amount_minor) === readAmount(amount, currency, payment.exponent),
      ),
    )
  if (!isSame) throw new AppError('payment.other_wish')
  return former
}

async function keepDeposit(
  tx: BrandTransaction,
  ports: PaymentPorts,
  keeping: Keeping,
  body: StartPaymentBody,
): Promise<NewPayment> {
  const { payer, sections, now } = keeping
  const { accountId } = payer
  const wish = await readDeposit(tx, keeping, body)
  const { currency, amountMinor } = wish
  await lockPaymentAccounts(tx, { accountId, currency, now })
  const refusal = await ports.guard(tx, { path: 'deposit', accountId, currency, amountMinor, now })
  if (refusal) throw asPaymentRefusal(refusal)
  const askAt = new Date(now.getTime() + sections.payments.unknownAskMs)
  return insertPayment(tx, ports, keeping, { wish, first: { guid: body.guid, state: 'created', askAt } })
}

async function readDeposit(
  tx: BrandTransaction,
  { payer, place, sections }: Keeping,
  { methodId, currency, amount, fields }: StartPaymentBody,
): Promise<Wish> {
  const { countries, level } = methodOf(sections, methodId)
  if (countries.length > 0 && !countries.includes(place.country)) throw new AppError('payment.not_for_country')
  const amountMinor = readAmount(amount, currency, exponentOf(sections, currency))
  const wish = judgeWish(sections, { direction: 'deposit', methodId, currency, amountMinor, fields })
  if (level === 'verified' && !(await isVerified(tx, payer.accountId))) throw new AppError('payment.needs_verification')
  return wish
}

/** What keeps a player from depositing, as a failed call says it. */
function asPaymentRefusal({ reason, params = {} }: MoneyRefusal): AppError {
  if (reason === 'bet.player_not_allowed') return new AppError('payment.player_not_allowed')
  return new AppError(reason, params)
}

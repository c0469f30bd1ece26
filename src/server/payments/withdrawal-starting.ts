import { AppError } from '#calls/app-error.ts'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import { splitWithdrawal, type WithdrawalShare } from '#machines/payments/payment-terms.rules.ts'
import type { StartPaymentBody } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { insertPayment, type Keeping } from './payment-keeping.ts'
import { lockPaymentAccounts, postHold } from './payment-money.ts'
import type { PaymentPorts } from './payment-ports.ts'
import type { PaymentRow } from './payment-rows.ts'
import { exponentOf, judgeWish, methodOf, readAmount, type Wish } from './payment-wish.ts'
import { isVerified, openLoops, rulesOf } from './withdrawal-checks.ts'

/** Keeps a withdrawal with its money held: a payment for each method by which it goes, because what came by a method of a closed loop goes
 *  back by it first. The parts are kept, held and approved together.
 *  @returns the parts, of which the first bears the name that its client gave
 *  @throws AppError payment.* with what is wrong; payment.closed_loop when the player was not shown these parts; balance.too_low */
export async function keepWithdrawal(
  tx: BrandTransaction,
  ports: PaymentPorts,
  keeping: Keeping,
  body: StartPaymentBody,
): Promise<PaymentRow[]> {
  const { payer, now, sections } = keeping
  const own = { accountId: payer.accountId, currency: body.currency }
  const exponent = exponentOf(sections, body.currency)
  const { owedMinor } = await lockPaymentAccounts(tx, { ...own, now })
  if (owedMinor > 0)
    throw new AppError('payment.owes', { amount: minorToDecimal(owedMinor, exponent), currency: own.currency })
  if (await ports.isWithdrawalFrozen(tx, payer.accountId)) throw new AppError('payment.frozen')
  const wishes = await judgeParts(tx, keeping, body)
  const amountMinor = wishes.reduce((sum, wish) => sum + wish.amountMinor, 0)
  const asked = { ...own, methodIds: wishes.map(({ methodId }) => methodId), amountMinor, now }
  const { rules, needed } = await rulesOf(tx, asked, sections)
  const state = needed > 0 ? 'waiting' : 'approved'
  await ports.beforeWithdrawal?.(tx, { ...own, now })
  const parts: PaymentRow[] = []
  for (const wish of wishes) {
    const guid = parts.length === 0 ? body.guid : ports.newId()
    const first = { guid, state, askAt: needed > 0 ? null : now, rules, needed } as const
    parts.push(await insertPayment(tx, ports, keeping, { wish, first }))
  }
  await joinParts(tx, parts)
  for (const part of parts) await postHold(tx, part, now)
  return parts
}

/** What goes by which method, each judged by the bounds and fields of its own. */
async function judgeParts(tx: BrandTransaction, { payer, place, sections }: Keeping, body: StartPaymentBody) {
  const { currency, methodId, parts: shown } = body
  const { accountId } = payer
  const loops = await openLoops(tx, { accountId, currency }, sections)
  const isOpen = (id: string) => loops.some((loop) => loop.methodId === id)
  const chosen = methodOf(sections, methodId)
  const isHere = chosen.countries.length === 0 || chosen.countries.includes(place.country)
  if (!isHere && !isOpen(methodId)) throw new AppError('payment.not_for_country')
  const exponent = exponentOf(sections, currency)
  const amountMinor = readAmount(body.amount, currency, exponent)
  const shares = splitWithdrawal(amountMinor, methodId, loops)
  checkShown(shares, body, exponent)
  const isKnown = await isVerified(tx, accountId)
  return shares.map((share): Wish => {
    if (methodOf(sections, share.methodId).level === 'verified' && !isKnown)
      throw new AppError('payment.needs_verification')
    const fields = shown ? shown.find((part) => part.methodId === share.methodId)?.fields : body.fields
    return judgeWish(sections, { ...share, direction: 'withdrawal', currency, fields: fields ?? {} })
  })
}

/** A player agrees to what they were shown: to one method, or to these parts. @throws AppError payment.closed_loop */
function checkShown(
  shares: readonly WithdrawalShare[],
  { currency, methodId, amount, parts }: StartPaymentBody,
  exponent: number,
) {
  const seen = parts ?? [{ methodId, amount }]
  const isSame =
    seen.length === shares.length &&
    shares.every((share) =>
      seen.some(
        (part) => part.methodId === share.methodId && readAmount(part.amount, currency, exponent) === share.amountMinor,
      ),
    )
  const other = shares.find((share) => share.methodId !== methodId) ?? shares[0]
  if (isSame || !other) return
  const amountText = minorToDecimal(other.amountMinor, exponent)
  throw new AppError('payment.closed_loop', { amount: amountText, currency, method: other.methodId })
}

async function joinParts(tx: BrandTransaction, parts: PaymentRow[]): Promise<void> {
  const [first] = parts
  if (!first || parts.length === 1) return
  const ids = parts.map(({ payment_id }) => payment_id)
  await tx.update('payment', { part_of: first.payment_id }).where('payment_id', 'in', ids).execute()
}

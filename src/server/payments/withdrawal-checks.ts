import { AppError } from '#calls/app-error.ts'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import { approvalOf, splitWithdrawal } from '#machines/payments/payment-terms.rules.ts'
import type { PaymentMethod } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { PaymentPorts, PaymentSections } from './payment-ports.ts'

/** A withdrawal that is asked for. */
export interface AskedWithdrawal {
  readonly accountId: number
  readonly methodId: string
  readonly currency: string
  readonly exponent: number
  readonly amountMinor: number
  readonly now: Date
}

const HOUR_MS = 3_600_000

/** States of an identification in which something is open about the person: documents were asked for, or refused. */
const DOUBTED: ReadonlySet<string> = new Set(['requested', 'rejected', 'appeal'])

/** Whether a verdict on the player's identity holds withdrawals back: documents were asked for or refused. The money stays theirs (KYC-9). */
export async function isHeldByIdentity(tx: BrandTransaction, accountId: number): Promise<boolean> {
  const row = await tx.select('identification').select('state').where('account_id', '=', accountId).executeTakeFirst()
  return row !== undefined && DOUBTED.has(row.state)
}

/** Whether the identity of a player is verified. */
export async function isVerified(tx: BrandTransaction, accountId: number): Promise<boolean> {
  const row = await tx.select('identification').select('state').where('account_id', '=', accountId).executeTakeFirst()
  return row?.state === 'verified'
}

/** What came by methods of a closed loop and has not gone back yet, in one currency; what is on its way back counts as gone. Only methods
 *  that still pay out are meant. */
export async function openLoops(
  tx: BrandTransaction,
  { accountId, currency, methods }: { accountId: number; currency: string; methods: Record<string, PaymentMethod> },
): Promise<{ methodId: string; openMinor: number }[]> {
  const rows = await tx
    .select('payment')
    .select(['method_id as methodId', 'direction', 'state'])
    .select(['amount_minor as amount', 'arrived_minor as arrived', 'refunded_minor as refunded'])
    .where('account_id', '=', accountId)
    .where('currency', '=', currency)
    .where('state', 'in', ['succeeded', 'waiting', 'approved', 'sent', 'unknown', 'paid'])
    .execute()
  const open = new Map<string, number>()
  for (const { methodId, direction, state, amount, arrived, refunded } of rows) {
    const gain =
      direction === 'withdrawal' ? -Number(amount) : state === 'succeeded' ? Number(arrived) - Number(refunded) : 0
    open.set(methodId, (open.get(methodId) ?? 0) + gain)
  }
  return Object.entries(methods)
    .filter(([id, { isClosedLoop, directions }]) => isClosedLoop && directions.includes('withdrawal') && open.has(id))
    .sort(([, one], [, other]) => one.order - other.order)
    .map(([methodId]) => ({ methodId, openMinor: Math.max(open.get(methodId) ?? 0, 0) }))
}

/** Checks what keeps a withdrawal from being asked for. @throws AppError payment.frozen or payment.closed_loop */
export async function checkWithdrawal(
  tx: BrandTransaction,
  asked: AskedWithdrawal,
  { sections, isWithdrawalFrozen }: Pick<PaymentPorts, 'isWithdrawalFrozen'> & { readonly sections: PaymentSections },
): Promise<void> {
  const { accountId, methodId, currency, exponent, amountMinor } = asked
  if (await isWithdrawalFrozen(tx, accountId)) throw new AppError('payment.frozen')
  const { methods } = sections.payments
  const loops = await openLoops(tx, { accountId, currency, methods })
  const other = splitWithdrawal(amountMinor, methodId, loops).find((part) => part.methodId !== methodId)
  if (!other) return
  throw new AppError('payment.closed_loop', {
    amount: minorToDecimal(other.amountMinor, exponent),
    currency,
    method: other.methodId,
  })
}

/** The rules that a withdrawal hits, and how many operators have to approve it (PAY-8). */
export async function rulesOf(tx: BrandTransaction, asked: AskedWithdrawal, { payments, global }: PaymentSections) {
  const { accountId, methodId, currency, amountMinor, now } = asked
  const since = new Date(now.getTime() - payments.approval.velocityHours * HOUR_MS)
  const former = await tx
    .select('payment')
    .select(['amount_minor as amount', 'created_at as at', 'state'])
    .where('account_id', '=', accountId)
    .where('direction', '=', 'withdrawal')
    .where('currency', '=', currency)
    .where('state', 'in', ['waiting', 'approved', 'sent', 'unknown', 'paid'])
    .execute()
  const recent = former.filter(({ at }) => at > since)
  const change = await tx
    .select('security_event')
    .select((row) => row.fn.max('at').as('at'))
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['password.changed', 'password.reset', 'contact.changed', 'contact.undone'])
    .executeTakeFirst()
  const facts = {
    ...{ amountMinor, methodId, currency, now },
    isFirst: !former.some(({ state }) => state === 'paid'),
    changedAt: change?.at ?? null,
    windowCount: recent.length,
    windowMinor: recent.reduce((sum, { amount }) => sum + Number(amount), 0),
  }
  return approvalOf(facts, payments.approval, global.currencies)
}

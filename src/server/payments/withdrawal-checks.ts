import { approvalOf, boundsOf, type OpenLoop } from '#machines/payments/payment-terms.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { PaymentSections } from './payment-ports.ts'

/** A withdrawal that is asked for. */
export interface AskedWithdrawal {
  readonly accountId: number
  /** The methods by which it goes. */
  readonly methodIds: readonly string[]
  readonly currency: string
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
 *  that still pay out are meant, and no rest that is below what they pay. */
export async function openLoops(
  tx: BrandTransaction,
  { accountId, currency }: { readonly accountId: number; readonly currency: string },
  { payments: { methods }, global }: PaymentSections,
): Promise<OpenLoop[]> {
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
    .filter(([, { isClosedLoop }]) => isClosedLoop)
    .sort(([, one], [, other]) => one.order - other.order)
    .flatMap(([methodId, method]) => {
      const bounds = boundsOf(method, 'withdrawal', currency, global.currencies)
      const openMinor = open.get(methodId) ?? 0
      return bounds && openMinor >= bounds.minimumMinor ? [{ methodId, openMinor }] : []
    })
}

/** The rules that a withdrawal hits, and how many operators have to approve it (PAY-8). */
export async function rulesOf(tx: BrandTransaction, asked: AskedWithdrawal, { payments, global }: PaymentSections) {
  const { accountId, methodIds, currency, amountMinor, now } = asked
  const since = new Date(now.getTime() - payments.approval.velocityHours * HOUR_MS)
  const former = await tx
    .select('payment')
    // The parts of one withdrawal count as one.
    .select(['payment_id as id', 'part_of as partOf', 'amount_minor as amount', 'created_at as at', 'state'])
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
    ...{ amountMinor, methodIds, currency, now },
    isFirst: !former.some(({ state }) => state === 'paid'),
    changedAt: change?.at ?? null,
    windowCount: new Set(recent.map(({ id, partOf }) => partOf ?? id)).size,
    windowMinor: recent.reduce((sum, { amount }) => sum + Number(amount), 0),
  }
  return approvalOf(facts, payments.approval, global.currencies)
}

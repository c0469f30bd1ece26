import { boundsOf, type PaymentBounds, quickAmount } from '#machines/payments/payment-terms.rules.ts'
import type { PaymentMethod, PaymentWay } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import type { MoneyRefusal } from '#server/money/money-guard.ts'
import { balanceOfKind } from './payment-balances.ts'
import type { Payer, PaymentPorts } from './payment-ports.ts'
import { countPayments } from './payment-rows.ts'
import { isVerified, openLoops } from './withdrawal-checks.ts'

/** A method that a player has, with its bounds in minor units. */
export interface OfferedMethod {
  readonly id: string
  readonly method: PaymentMethod
  readonly bounds: PaymentBounds
  /** What has to go back by it first. */
  readonly openMinor: number
  readonly needsVerification: boolean
}

/** What a player can do at the cashier. */
export interface Cashier {
  readonly methods: readonly OfferedMethod[]
  readonly balanceMinor: number
  readonly heldMinor: number
  readonly owedMinor: number
  readonly isFirstDeposit: boolean
  readonly isVerified: boolean
  readonly isFrozen: boolean
  readonly quickAmountsMinor: readonly number[]
  readonly refusal: MoneyRefusal | null
}

/** Reads what a player can do in a currency: the methods for their country and currency with bounds and fees (PAY-4, PAY-5, PAY-7). */
export async function readCashier(
  { db, clock, sections, guard, isWithdrawalFrozen }: PaymentPorts,
  { brandId, accountId }: Payer,
  { currency, country, direction }: { currency: string; country: string; direction: PaymentWay },
): Promise<Cashier> {
  const all = await sections(brandId)
  const { payments, global } = all
  return forBrand(db, brandId).transaction(async (tx) => {
    const now = clock()
    const own = { accountId, currency }
    const verified = await isVerified(tx, accountId)
    const loops = direction === 'withdrawal' ? await openLoops(tx, own, all) : []
    const openOf = (id: string) => loops.find(({ methodId }) => methodId === id)?.openMinor ?? 0
    const offered = Object.entries(payments.methods)
      .sort(([, one], [, other]) => one.order - other.order)
      .flatMap(([id, method]) => {
        // What came by a method goes back by it wherever the player is now.
        const isHere = method.countries.length === 0 || method.countries.includes(country) || openOf(id) > 0
        const bounds = isHere ? boundsOf(method, direction, currency, global.currencies) : undefined
        return bounds ? [{ id, method, bounds }] : []
      })
    const arrived = { accountId, direction: 'deposit', states: ['succeeded', 'refunded', 'disputed'] } as const
    return {
      methods: offered.map((offer) => ({
        ...offer,
        openMinor: openOf(offer.id),
        needsVerification: offer.method.level === 'verified' && !verified,
      })),
      balanceMinor: await balanceOfKind(tx, { ...own, kind: 'cash' }),
      heldMinor: await balanceOfKind(tx, { ...own, kind: 'pending' }),
      owedMinor: Math.max(0 - (await balanceOfKind(tx, { ...own, kind: 'receivable' })), 0),
      isFirstDeposit: (await countPayments(tx, arrived)) === 0,
      isVerified: verified,
      isFrozen: direction === 'withdrawal' && (await isWithdrawalFrozen(tx, accountId)),
      quickAmountsMinor: payments.quickAmountsMinor.map((minor) => quickAmount(minor, currency, global.currencies)),
      refusal: direction === 'deposit' ? await guard(tx, { ...own, path: 'deposit', amountMinor: 0, now }) : null,
    }
  })
}

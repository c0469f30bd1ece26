import { sql } from 'kysely'
import { PAYMENT_POSTINGS } from '#machines/payments/payment-postings.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'

/** Something in the books that does not follow from the payments. */
export interface PaymentBreak {
  readonly kind: 'held-not-payments' | 'provider-not-payments' | 'fees-not-payments'
  /** What was found, in words. */
  readonly found: string
}

/** Payments held against the books. */
export interface PaymentProof {
  readonly payments: number
  readonly breaks: readonly PaymentBreak[]
}

interface Due {
  readonly currency: string
  readonly held: number
  readonly provider: number
  readonly fees: number
}

/** Proves the money of a brand's payments against the payments: what is held is that of withdrawals and refunds under way, providers have
 *  what has arrived and was not paid out, and the fees are those of the payments (PAY-8, PAY-12). */
export async function provePayments(tx: BrandTransaction): Promise<PaymentProof> {
  const { n } = await tx
    .select('payment')
    .select((row) => row.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  const due = [...(await dueOfPayments(tx)), ...(await dueOfRefunds(tx)), ...(await dueOfDisputes(tx))]
  const moved = await movedByPayments(tx)
  const currencies = new Set([...due, ...moved].map(({ currency }) => currency))
  const breaks = [...currencies].sort().flatMap((currency): PaymentBreak[] => {
    const booked = (kind: string) => moved.find((row) => row.currency === currency && row.kind === kind)?.minor ?? 0
    const sum = (of: (row: Due) => number) =>
      due.filter((row) => row.currency === currency).reduce((total, row) => total + of(row), 0)
    const differing = (kind: PaymentBreak['kind'], what: string, byBooks: number, byPayments: number) =>
      byBooks === byPayments
        ? []
        : [
            {
              kind,
              found: `${what} ${byBooks} minor units of ${currency} by the books, and ${byPayments} by the payments`,
            },
          ]
    return [
      ...differing(
        'held-not-payments',
        'held are',
        booked('pending'),
        sum(({ held }) => held),
      ),
      ...differing(
        'provider-not-payments',
        'with providers are',
        0 - booked('provider'),
        sum((row) => row.provider),
      ),
      ...differing(
        'fees-not-payments',
        'the fees are',
        booked('fees'),
        sum(({ fees }) => fees),
      ),
    ]
  })
  return { payments: Number(n), breaks }
}

const HOLDING = sql.raw(`'waiting', 'approved', 'sent', 'unknown'`)

async function dueOfPayments(tx: BrandTransaction): Promise<Due[]> {
  const isHeld = sql`(state in (${HOLDING}) or (state = 'review' and review_from in (${HOLDING})))`
  const isIn = sql`(direction = 'deposit' and arrived_minor is not null)`
  const isOut = sql`(direction = 'withdrawal' and state = 'paid')`
  const sum = (value: ReturnType<typeof sql>, which: ReturnType<typeof sql>) =>
    sql<number>`coalesce(sum(${value}) filter (where ${which}), 0)::int8`
  const rows = await tx
    .select('payment')
    .select('currency')
    .select(sum(sql`amount_minor`, sql`direction = 'withdrawal' and ${isHeld}`).as('held'))
    .select(sum(sql`arrived_minor`, isIn).as('arrived'))
    .select(sum(sql`amount_minor - fee_minor`, isOut).as('paid'))
    .select(sum(sql`least(fee_minor, arrived_minor)`, isIn).as('feesIn'))
    .select(sum(sql`fee_minor`, isOut).as('feesOut'))
    .groupBy('currency')
    .execute()
  return rows.map(({ currency, held, arrived, paid, feesIn, feesOut }) => ({
    ...{ currency, held, provider: arrived - paid, fees: feesIn + feesOut },
  }))
}

async function dueOfRefunds(tx: BrandTransaction): Promise<Due[]> {
  const rows = await tx
    .select('payment_refund')
    .innerJoin('payment', (join) =>
      join
        .onRef('payment.brand_id', '=', 'payment_refund.brand_id')
        .onRef('payment.payment_id', '=', 'payment_refund.payment_id'),
    )
    .select(['payment.currency', 'payment_refund.state'])
    .select(sql<number>`sum(payment_refund.amount_minor)::int8`.as('minor'))
    .select(sql<number>`sum(payment_refund.fee_minor)::int8`.as('fee'))
    .where('payment_refund.state', '<>', 'failed')
    .groupBy(['payment.currency', 'payment_refund.state'])
    .execute()
  return rows.map(({ currency, state, minor, fee }) => ({
    ...{ currency, held: state === 'held' ? minor : 0, provider: state === 'refunded' ? -minor : 0, fees: -fee },
  }))
}

async function dueOfDisputes(tx: BrandTransaction): Promise<Due[]> {
  const rows = await tx
    .select('payment_dispute')
    .innerJoin('payment', (join) =>
      join
        .onRef('payment.brand_id', '=', 'payment_dispute.brand_id')
        .onRef('payment.payment_id', '=', 'payment_dispute.payment_id'),
    )
    .select('payment.currency')
    .select(sql<number>`sum(payment_dispute.cash_minor + payment_dispute.owed_minor)::int8`.as('minor'))
    .where('payment_dispute.state', '<>', 'won')
    .groupBy('payment.currency')
    .execute()
  return rows.map(({ currency, minor }) => ({ currency, held: 0, provider: -minor, fees: 0 }))
}

/** What payments have moved, by the kind of account; exchanges between currencies are none of them. */
function movedByPayments(tx: BrandTransaction) {
  const kinds = Object.values(PAYMENT_POSTINGS).filter((kind) => kind !== PAYMENT_POSTINGS.conversion)
  return tx
    .select('ledger_entry')
    .innerJoin('ledger_transfer', (join) =>
      join
        .onRef('ledger_transfer.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('ledger_transfer.transfer_id', '=', 'ledger_entry.transfer_id'),
    )
    .innerJoin('currency_account', (join) =>
      join
        .onRef('currency_account.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('currency_account.currency_account_id', '=', 'ledger_entry.currency_account_id'),
    )
    .select(['ledger_entry.currency', 'currency_account.kind'])
    .select(sql<number>`sum(ledger_entry.amount_minor)::int8`.as('minor'))
    .where('ledger_transfer.kind', 'in', kinds)
    .groupBy(['ledger_entry.currency', 'currency_account.kind'])
    .execute()
}

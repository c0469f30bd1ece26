import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import type { PaymentHistoryBody, PaymentState, VirtualHistoryBody } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { Payer, PaymentPorts } from './payment-ports.ts'
import { findPayment, type PaymentRow } from './payment-rows.ts'

/** Payments on a page (PAY-6). */
export const PAGE_SIZE = 50
const DAY_MS = 86_400_000
const OPEN: readonly PaymentState[] = ['created', 'processing', 'waiting', 'approved', 'sent', 'unknown', 'review']
const MOST = 200

/** Reads what a player has paid. */
export function createPaymentHistory({ db, clock, sections }: PaymentPorts) {
  const inBrand = (brandId: string) => forBrand(db, brandId)
  const reachOf = async (brandId: string, { is_include_archive }: Pick<VirtualHistoryBody, 'is_include_archive'>) => {
    const { historyDays } = (await sections(brandId)).payments
    return is_include_archive ? new Date(0) : new Date(clock().getTime() - historyDays * DAY_MS)
  }

  return {
    /** @throws AppError payment.unknown when the player has none of that number */
    read: ({ brandId, accountId }: Payer, paymentId: number): Promise<PaymentRow> =>
      inBrand(brandId).transaction(async (tx) => known(await findPayment(tx, accountId, paymentId))),

    /** A payment with the steps of its life. @throws AppError payment.unknown */
    receipt: ({ brandId, accountId }: Payer, paymentId: number) =>
      inBrand(brandId).transaction(async (tx) => {
        const payment = known(await findPayment(tx, accountId, paymentId))
        const steps = await tx
          .select('payment_step')
          .select(['state', 'at'])
          .where('payment_id', '=', payment.payment_id)
          .orderBy('sequence')
          .execute()
        return { payment, steps }
      }),

    /** Payments that are not over yet, the latest first. */
    open: ({ brandId, accountId }: Payer): Promise<PaymentRow[]> =>
      inBrand(brandId).transaction((tx) =>
        tx
          .select('payment')
          .selectAll('payment')
          .where('account_id', '=', accountId)
          .where('state', 'in', OPEN)
          .orderBy('payment_id', 'desc')
          .limit(MOST)
          .execute(),
      ),

    /** A page of the history, the latest first; without its archive it reaches as far as the brand says (PAY-1). */
    page: async ({ brandId, accountId }: Payer, asked: PaymentHistoryBody) => {
      const reach = await reachOf(brandId, asked)
      return inBrand(brandId).transaction((tx) => pageOfHistory(tx, accountId, { asked, reach }))
    },

    /** A page of the movements on the player's bonus accounts, the latest first (PAY-2). */
    virtualPage: async ({ brandId, accountId }: Payer, asked: VirtualHistoryBody) => {
      const reach = await reachOf(brandId, asked)
      return inBrand(brandId).transaction((tx) => pageOfBonuses(tx, accountId, { asked, reach }))
    },

    /** The methods that the player has used, by currency (PAY-3). */
    sources: ({ brandId, accountId }: Payer) => inBrand(brandId).transaction((tx) => sourcesOf(tx, accountId)),
  }
}

interface HistoryReach<Asked> {
  readonly asked: Asked
  /** What is older is left out. */
  readonly reach: Date
}

async function pageOfHistory(
  tx: BrandTransaction,
  accountId: number,
  { asked, reach }: HistoryReach<PaymentHistoryBody>,
) {
  const { direction, state, methodId, dateFrom, dateTo } = asked
  let rows = tx.select('payment').where('account_id', '=', accountId).where('created_at', '>=', reach)
  if (direction) rows = rows.where('direction', '=', direction)
  if (state) rows = rows.where('state', '=', state)
  if (methodId) rows = rows.where('method_id', '=', methodId)
  if (dateFrom) rows = rows.where('created_at', '>=', new Date(dateFrom))
  if (dateTo) rows = rows.where('created_at', '<', new Date(new Date(dateTo).getTime() + DAY_MS))
  const total = Number((await rows.select(sql`count(*)`.as('n')).executeTakeFirstOrThrow()).n)
  const payments = await rows
    .selectAll('payment')
    .orderBy('payment_id', 'desc')
    .limit(PAGE_SIZE)
    .offset((asked.page_number - 1) * PAGE_SIZE)
    .execute()
  const sums = await rows
    .select(['currency', 'exponent'])
    .select(
      sumOf(sql`arrived_minor - refunded_minor`, sql`direction = 'deposit' and state in ('succeeded', 'refunded')`).as(
        'depositedMinor',
      ),
    )
    .select(sumOf(sql`amount_minor`, sql`direction = 'withdrawal' and state = 'paid'`).as('withdrawnMinor'))
    .select(sumOf(sql`fee_minor`, sql`state in ('succeeded', 'paid')`).as('feesMinor'))
    .groupBy(['currency', 'exponent'])
    .orderBy('currency')
    .execute()
  return { payments, sums, page: asked.page_number, pages: Math.ceil(total / PAGE_SIZE), total }
}

async function pageOfBonuses(
  tx: BrandTransaction,
  accountId: number,
  { asked, reach }: HistoryReach<VirtualHistoryBody>,
) {
  const rows = tx
    .select('ledger_entry')
    .innerJoin('currency_account as account', (join) =>
      join
        .onRef('account.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('account.currency_account_id', '=', 'ledger_entry.currency_account_id'),
    )
    .innerJoin('ledger_transfer as transfer', (join) =>
      join
        .onRef('transfer.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('transfer.transfer_id', '=', 'ledger_entry.transfer_id'),
    )
    .where('account.account_id', '=', accountId)
    .where('account.kind', '=', 'bonus')
    .where('transfer.created_at', '>=', reach)
  const total = Number((await rows.select(sql`count(*)`.as('n')).executeTakeFirstOrThrow()).n)
  const entries = await rows
    .select(['ledger_entry.transfer_id as id', 'account.currency_account_id as accountId'])
    .select(['transfer.kind', 'transfer.created_at as at', 'ledger_entry.currency'])
    .select(['ledger_entry.amount_minor as amountMinor', 'ledger_entry.balance_minor as balanceMinor'])
    .orderBy('ledger_entry.transfer_id', 'desc')
    .orderBy('ledger_entry.line')
    .limit(PAGE_SIZE)
    .offset((asked.page_number - 1) * PAGE_SIZE)
    .execute()
  return { entries, page: asked.page_number, pages: Math.ceil(total / PAGE_SIZE), total }
}

function sourcesOf(tx: BrandTransaction, accountId: number) {
  return tx
    .select('payment')
    .select(['method_id as methodId', 'currency', 'exponent'])
    .select(
      sumOf(sql`arrived_minor - refunded_minor`, sql`direction = 'deposit' and state in ('succeeded', 'refunded')`).as(
        'depositedMinor',
      ),
    )
    .select(sumOf(sql`amount_minor`, sql`direction = 'withdrawal' and state = 'paid'`).as('withdrawnMinor'))
    .select(sql<number>`count(*)::int8`.as('payments'))
    .where('account_id', '=', accountId)
    .groupBy(['method_id', 'currency', 'exponent'])
    .orderBy('method_id')
    .orderBy('currency')
    .limit(MOST)
    .execute()
}

function sumOf(value: RawBuilder<unknown>, which: RawBuilder<unknown>) {
  return sql<number>`coalesce(sum(${value}) filter (where ${which}), 0)::int8`
}

function known(payment: PaymentRow | undefined): PaymentRow {
  if (!payment) throw new AppError('payment.unknown')
  return payment
}

import type { ColumnType, Generated } from 'kysely'
import type { ReportedState } from '#machines/payments/payment-life.rules.ts'
import type { PaymentState, PaymentWay } from '#schemas'
import type { ProviderEvent, ProviderPayment } from '#server/payments/payment-provider.ts'
import type { Json } from './column-types.ts'

export interface PaymentTable {
  brand_id: string
  payment_id: Generated<number>
  account_id: number
  guid: string
  direction: PaymentWay
  method_id: string
  provider_id: string
  currency: string
  exponent: number
  amount_minor: number
  fee_minor: number
  state: PaymentState
  /** Null while nothing has arrived. */
  arrived_minor: number | null
  refunded_minor: Generated<number>
  reference: string | null
  redirect_url: string | null
  reason: string | null
  note: string | null
  deposit_number: number | null
  rules: Json<readonly string[]>
  approvals_needed: number
  fields: Json<Readonly<Record<string, string>>>
  country: string
  language: string
  origin: string
  created_at: Date
  changed_at: Date
  expires_at: Date
  /** Null when there is nothing to ask. */
  ask_at: Date | null
  asked: Generated<number>
  /** Null while nobody has to look. */
  review_report: ColumnType<ProviderPayment | null, string | null | undefined, string | null>
  review_from: Generated<PaymentState | null>
  /** Of a withdrawal by several methods: its first part; null when it is whole. */
  part_of: Generated<number | null>
}

export interface PaymentAttemptTable {
  brand_id: string
  attempt_id: string
  payment_id: number
  provider_id: string
  reference: string | null
  raw_state: string | null
  created_at: Date
}

export interface PaymentStepTable {
  brand_id: string
  payment_id: number
  sequence: number
  state: PaymentState
  detail: string
  at: Date
}

export interface ProviderEventTable {
  brand_id: string
  provider_id: string
  event_id: string
  /** Null when no payment is known by its reference. */
  payment_id: number | null
  reference: string
  state: string
  /** What has come, as text. */
  body: string
  report: Json<ProviderPayment>
  verdict: 'applied' | 'ignored' | 'review'
  why: string
  happened_at: Date
  received_at: Date
}

export interface PaymentApprovalTable {
  brand_id: string
  payment_id: number
  operator: string
  at: Date
}

export interface PaymentDisputeTable {
  brand_id: string
  payment_id: number
  reference: string
  state: 'open' | 'won' | 'lost'
  cash_minor: number
  owed_minor: number
  at: Date
}

export interface PaymentRefundTable {
  brand_id: string
  refund_id: string
  payment_id: number
  amount_minor: number
  fee_minor: number
  state: 'held' | 'refunded' | 'failed'
  reference: string | null
  reason: string
  created_at: Date
}

export interface ConversionQuoteTable {
  brand_id: string
  quote_id: string
  account_id: number
  from_currency: string
  to_currency: string
  given_minor: number
  received_minor: number
  rate: string
  created_at: Date
  expires_at: Date
  used_at: ColumnType<Date | null, Date | null | undefined, Date>
}

export interface ConsultantRequestTable {
  brand_id: string
  request_id: Generated<number>
  account_id: number
  topic_id: string
  payment_id: number | null
  created_at: Date
}

export interface SimulatedPaymentTable {
  brand_id: string
  reference: string
  attempt_id: string
  direction: PaymentWay
  method_id: string
  currency: string
  exponent: number
  amount_minor: number
  state: ReportedState
  raw_state: string
  /** Null while nothing was paid. */
  paid_minor: number | null
  reason: string | null
  return_url: string
  created_at: Date
}

export interface SimulatedEventTable {
  brand_id: string
  event_id: string
  event: Json<Omit<ProviderEvent, 'at'> & { readonly at: string }>
  due_at: Date
}

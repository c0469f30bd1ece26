import { amountOfMinor } from '#calls/bet-codec.ts'
import { isOver } from '#machines/payments/payment-life.rules.ts'
import type {
  ConsultantRequest,
  ConversionQuote,
  FieldDefinition,
  PaymentCard,
  PaymentOffer,
  PaymentWay,
} from '#schemas'
import type { Conversion } from '#server/payments/conversions.ts'
import type { ConsultantTalk } from '#server/payments/payment-consultant.ts'
import type { OfferedMethod } from '#server/payments/payment-offers.ts'
import type { PaymentRow } from '#server/payments/payment-rows.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'

const PPM_OF_PERCENT = 10_000

/** A payment as its player, or an operator, sees it. */
export function paymentCard(payment: PaymentRow, { config }: Pick<ResolvedSite, 'config'>): PaymentCard {
  const { direction, state, currency, exponent, arrived_minor: arrived } = payment
  const method = Object.hasOwn(config.payments.methods, payment.method_id)
    ? config.payments.methods[payment.method_id]
    : undefined
  const shown = (minor: number) => amountOfMinor(Number(minor), exponent)
  const isOther = direction === 'deposit' && arrived !== null && Number(arrived) !== Number(payment.amount_minor)
  const isCancelAllowed = direction === 'withdrawal' && state === 'waiting' && config.payments.isWithdrawalCancelAllowed
  const reasonKey = state === 'unknown' ? 'payment.reason_in_doubt' : payment.reason
  return {
    ...{ id: payment.payment_id, guid: payment.guid, direction, state, methodId: payment.method_id },
    methodNameKey: method?.nameKey ?? 'payment.method_gone',
    icon: method?.icon ?? 'bank',
    ...{ currency, exponent, amount: shown(payment.amount_minor), fee: shown(payment.fee_minor) },
    ...(isOther
      ? {
          arrivedAmount: shown(arrived),
          arrived: Number(arrived) > Number(payment.amount_minor) ? ('over' as const) : ('under' as const),
        }
      : {}),
    createdAt: payment.created_at.toISOString(),
    changedAt: payment.changed_at.toISOString(),
    ...(payment.redirect_url && !isOver(state) ? { redirectUrl: payment.redirect_url } : {}),
    ...(reasonKey ? { reasonKey } : {}),
    ...(payment.note ? { note: payment.note } : {}),
    isCancelAllowed,
    ...(payment.part_of === null ? {} : { partOf: Number(payment.part_of) }),
    ...(payment.deposit_number === null ? {} : { depositNumber: payment.deposit_number }),
  }
}

/** A method as a page offers it; `t` writes texts in the language of the player. */
export function paymentOffer(
  { id, method, bounds, openMinor, needsVerification }: OfferedMethod,
  { direction, exponent, t }: { direction: PaymentWay; exponent: number; t: (key: string) => string },
): PaymentOffer {
  const shown = (minor: number) => amountOfMinor(minor, exponent)
  const fields = Object.entries(method.fields)
    .filter(([, field]) => field.directions.includes(direction))
    .sort(([, one], [, other]) => one.order - other.order)
    .map(([name, { title }]): FieldDefinition => ({ id: name, type: 'text', title: t(title), required: true }))
  return {
    ...{ id, nameKey: method.nameKey, icon: method.icon, group: method.group, order: method.order },
    ...{ minimum: shown(bounds.minimumMinor), maximum: shown(bounds.maximumMinor) },
    ...{ feeFixed: shown(bounds.feeMinor), feePercent: bounds.feePpm / PPM_OF_PERCENT },
    ...{ timeMs: method.timeMs, fields, isClosedLoop: method.isClosedLoop },
    ...(openMinor > 0 ? { openLoop: shown(openMinor) } : {}),
    ...(needsVerification ? { refusalKey: 'payment.needs_verification' } : {}),
  }
}

/** A rate as a page shows it. */
export function conversionQuote(
  { quoteId, from, to, givenMinor, receivedMinor, rate, expiresAt }: Conversion,
  exponentOf: (currency: string) => number,
): ConversionQuote {
  return {
    ...{ quoteId, from, to, rate, expiresAt: expiresAt.toISOString() },
    amount: amountOfMinor(givenMinor, exponentOf(from)),
    receives: amountOfMinor(receivedMinor, exponentOf(to)),
  }
}

/** A request to the consultant as a page shows it. */
export function consultantRequest(talk: ConsultantTalk, { config }: Pick<ResolvedSite, 'config'>): ConsultantRequest {
  const { requestId, topicId, paymentId, createdAt, lines } = talk
  const topics = config.payments.consultantTopics
  return {
    ...{ id: requestId, topicId, createdAt: createdAt.toISOString() },
    topicNameKey: (Object.hasOwn(topics, topicId) ? topics[topicId]?.nameKey : undefined) ?? 'payment.topic_other',
    ...(paymentId === null ? {} : { paymentId }),
    state: lines.at(-1)?.author === 'consultant' ? 'answered' : 'waiting',
    lines: lines.map(({ author, text, at }) => ({ author, text, at: at.toISOString() })),
  }
}

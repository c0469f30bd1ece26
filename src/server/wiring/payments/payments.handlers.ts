import { AppError } from '#calls/app-error.ts'
import { amountOfMinor } from '#calls/bet-codec.ts'
import {
  cancelWithdrawal,
  convertMoney,
  createConsultantRequest,
  fillOutConsultantRequest,
  getConsultantRequests,
  getConsultantTransactions,
  getDeduceData,
  getPayment,
  getPaymentHistory,
  getPaymentReceipt,
  getPaymentRequests,
  getPaymentSources,
  getRechargeData,
  getVirtualHistory,
  quoteConversion,
  startDeposit,
  startWithdrawal,
} from '#calls/payments.calls.ts'
import { consultantId } from '#machines/site/consultant.rules.ts'
import { textWriter } from '#machines/site/text.rules.ts'
import type { PaymentWay } from '#schemas'
import type { ConsultantPayer } from '#server/payments/payment-consultant.ts'
import type { Payer } from '#server/payments/payment-ports.ts'
import type { PaymentsService } from '#server/payments/payments.service.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'
import { consultantRequest, conversionQuote, paymentCard, paymentOffer } from './payment-shapes.ts'

/** The calls of the cashier (PAY-1 to PAY-14). */
export function paymentHandlers(payments: PaymentsService): AnyHandler[] {
  return [...cashierHandlers(payments), ...historyHandlers(payments), ...furtherHandlers(payments)]
}

function payerOf(scope: CallScope): Payer {
  return { brandId: scope.site.brandId, accountId: playerOf(scope).accountId }
}

function askerOf(scope: CallScope): ConsultantPayer {
  return { ...payerOf(scope), queue: consultantId(scope.site.config.support, scope.language) }
}

function exponentOf({ site }: CallScope, currency: string): number {
  const known = site.config.global.currencies
  const exponent = Object.hasOwn(known, currency) ? known[currency]?.exponent : undefined
  if (exponent === undefined) throw new AppError('payment.no_account', { currency })
  return exponent
}

async function cashierOf(payments: PaymentsService, scope: CallScope, direction: PaymentWay) {
  const { currency } = playerOf(scope).summary
  const { country } = scope
  const exponent = exponentOf(scope, currency)
  const cashier = await payments.readCashier(payerOf(scope), { currency, country, direction })
  const t = textWriter(scope.language, pageTexts(scope.site, scope.language))
  const shown = (minor: number) => amountOfMinor(minor, exponent)
  const { owedMinor } = cashier
  const refusal = cashier.refusal && { key: cashier.refusal.reason, params: textParams(cashier.refusal.params) }
  return {
    cashier,
    shown,
    shared: {
      ...{ currency, exponent, country, balance: shown(cashier.balanceMinor), owed: shown(owedMinor) },
      methods: cashier.methods.map((method) => paymentOffer(method, { direction, exponent, t: (key) => t(key) })),
    },
    refusal,
    owing:
      owedMinor > 0 ? { key: 'payment.owes', params: { amount: shown(owedMinor).toFixed(exponent), currency } } : null,
  }
}

function textParams(params: Readonly<Record<string, string | number>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
}

function cashierHandlers(payments: PaymentsService): AnyHandler[] {
  const placeOf = ({ country, language, origin }: CallScope) => ({ country, language, origin })
  return [
    answer(getRechargeData, async (_input, scope) => {
      const { cashier, shown, shared, refusal } = await cashierOf(payments, scope, 'deposit')
      return {
        ...shared,
        quickAmounts: cashier.quickAmountsMinor.map(shown),
        isFirstDeposit: cashier.isFirstDeposit,
        ...(refusal ? { refusal } : {}),
      }
    }),
    answer(getDeduceData, async (_input, scope) => {
      const { cashier, shown, shared, owing } = await cashierOf(payments, scope, 'withdrawal')
      const refusal = cashier.isFrozen ? { key: 'payment.frozen', params: {} } : owing
      return {
        ...shared,
        held: shown(cashier.heldMinor),
        isCancelAllowed: scope.site.config.payments.isWithdrawalCancelAllowed,
        isVerified: cashier.isVerified,
        ...(refusal ? { refusal } : {}),
      }
    }),
    answer(startDeposit, async ({ body }, scope) =>
      paymentCard(await payments.start(payerOf(scope), 'deposit', body, placeOf(scope)), scope.site),
    ),
    answer(startWithdrawal, async ({ body }, scope) =>
      paymentCard(await payments.start(payerOf(scope), 'withdrawal', body, placeOf(scope)), scope.site),
    ),
    answer(cancelWithdrawal, async ({ body }, scope) =>
      paymentCard(await payments.cancel(payerOf(scope), body.paymentId), scope.site),
    ),
  ]
}

function historyHandlers({ history }: PaymentsService): AnyHandler[] {
  return [
    answer(getPayment, async ({ query }, scope) =>
      paymentCard(await history.read(payerOf(scope), query.payment_id), scope.site),
    ),
    answer(getPaymentReceipt, async ({ query }, scope) => {
      const { payment, steps } = await history.receipt(payerOf(scope), query.payment_id)
      return {
        brandName: scope.site.manifest.name,
        accountId: payment.account_id,
        payment: paymentCard(payment, scope.site),
        ...(payment.reference ? { reference: payment.reference } : {}),
        steps: steps.map(({ state, at }) => ({ state, at: at.toISOString() })),
      }
    }),
    answer(getPaymentRequests, async (_input, scope) => ({
      payments: (await history.open(payerOf(scope))).map((payment) => paymentCard(payment, scope.site)),
    })),
    answer(getPaymentHistory, async ({ body }, scope) => {
      const { payments, sums, ...page } = await history.page(payerOf(scope), body)
      return {
        payments: payments.map((payment) => paymentCard(payment, scope.site)),
        sums: sums.map(({ currency, exponent, depositedMinor, withdrawnMinor, feesMinor }) => ({
          ...{ currency, exponent, deposited: amountOfMinor(depositedMinor, exponent) },
          ...{ withdrawn: amountOfMinor(withdrawnMinor, exponent), fees: amountOfMinor(feesMinor, exponent) },
        })),
        ...page,
      }
    }),
    answer(getVirtualHistory, async ({ body }, scope) => {
      const { entries, ...page } = await history.virtualPage(payerOf(scope), body)
      return {
        entries: entries.map(({ amountMinor, balanceMinor, at, ...entry }) => {
          const exponent = exponentOf(scope, entry.currency)
          const shown = (minor: number) => amountOfMinor(Number(minor), exponent)
          return {
            ...entry,
            ...{ at: at.toISOString(), exponent, amount: shown(amountMinor), balance: shown(balanceMinor) },
          }
        }),
        ...page,
      }
    }),
    answer(getPaymentSources, async (_input, scope) => {
      const { methods } = scope.site.config.payments
      const sources = await history.sources(payerOf(scope))
      return {
        sources: sources.map(({ depositedMinor, withdrawnMinor, payments, ...source }) => ({
          ...source,
          methodNameKey: methods[source.methodId]?.nameKey ?? 'payment.method_gone',
          icon: methods[source.methodId]?.icon ?? 'bank',
          deposited: amountOfMinor(Number(depositedMinor), source.exponent),
          withdrawn: amountOfMinor(Number(withdrawnMinor), source.exponent),
          payments: Number(payments),
        })),
      }
    }),
  ]
}

function furtherHandlers({ conversions, consultant, history }: PaymentsService): AnyHandler[] {
  return [
    answer(quoteConversion, async ({ body }, scope) =>
      conversionQuote(await conversions.quote(payerOf(scope), body), (currency) => exponentOf(scope, currency)),
    ),
    answer(convertMoney, async ({ body }, scope) => {
      const done = await conversions.convert(payerOf(scope), body.quoteId)
      const { from, to, amount, receives, rate } = conversionQuote(done, (currency) => exponentOf(scope, currency))
      return { from, to, amount, receives, rate }
    }),
    answer(getConsultantRequests, async (_input, scope) => {
      const talks = await consultant.list(payerOf(scope))
      const topics = Object.entries(scope.site.config.payments.consultantTopics)
      return {
        topics: topics.map(([id, topic]) => ({ id, ...topic })).sort((one, other) => one.order - other.order),
        requests: talks.map((talk) => consultantRequest(talk, scope.site)),
      }
    }),
    answer(createConsultantRequest, async ({ body }, scope) =>
      consultantRequest(await consultant.create(askerOf(scope), body), scope.site),
    ),
    answer(fillOutConsultantRequest, async ({ body }, scope) =>
      consultantRequest(await consultant.fillOut(askerOf(scope), body), scope.site),
    ),
    answer(getConsultantTransactions, async (_input, scope) => {
      const { payments } = await history.page(payerOf(scope), { is_include_archive: false, page_number: 1 })
      return { payments: payments.map((payment) => paymentCard(payment, scope.site)) }
    }),
  ]
}

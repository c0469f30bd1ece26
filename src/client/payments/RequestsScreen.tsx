import { useLoaderData } from 'react-router'
import { getPaymentRequests } from '#calls/payments.calls.ts'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PaymentRequestsAnswer } from '#schemas'
import { OfficePage } from '../page/office/OfficePage.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../page/screen.ts'
import { OpenPayments } from './OpenPayments.tsx'

/** Loads the payments that are not over. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<PaymentRequestsAnswer>> {
  const data = await app.call(getPaymentRequests, {})
  return { meta: () => ({ title: app.texts.t('payment.requests'), isPrivate: true }), data }
}

/** Payments that are under way, and what can be done about them (PAY-13). */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<PaymentRequestsAnswer>>()
  const { payments } = data
  return (
    <OfficePage title={t('payment.requests')} text={t('payment.requests_text')}>
      {payments.length > 0 ? (
        <OpenPayments payments={payments} />
      ) : (
        <EmptyState icon="pending" title={t('payment.requests_empty')} />
      )}
    </OfficePage>
  )
}

import { useLoaderData } from 'react-router'
import { getConsultantTransactions } from '#calls/payments.calls.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PaymentRequestsAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { PaymentRows } from '../PaymentParts.tsx'
import { PaymentRow } from '../PaymentRow.tsx'

/** Loads the payments that a question can be about. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<PaymentRequestsAnswer>> {
  const data = await app.call(getConsultantTransactions, {})
  return { meta: () => ({ title: app.texts.t('payment.consultant_transactions'), isPrivate: true }), data }
}

/** The latest payments, each a press away from a question about it (OFF-18). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<PaymentRequestsAnswer>>()
  const create = offeredPath(app, 'payment_consultant_create')
  return (
    <OfficePage title={t('payment.consultant_transactions')}>
      {data.payments.length === 0 ? <EmptyState icon="wallet" title={t('payment.history_empty')} /> : null}
      <PaymentRows>
        {data.payments.map((payment) => (
          <li key={payment.id}>
            <PaymentRow
              payment={payment}
              actions={
                create ? (
                  <ButtonLink size="small" to={`${create}?payment=${payment.id}`}>
                    {t('payment.consultant_ask')}
                  </ButtonLink>
                ) : undefined
              }
            />
          </li>
        ))}
      </PaymentRows>
    </OfficePage>
  )
}

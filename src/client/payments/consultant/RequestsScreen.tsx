import { useLoaderData } from 'react-router'
import { getConsultantRequests } from '#calls/payments.calls.ts'
import { Badge } from '#renderers/site/Badge.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ConsultantAnswer, ConsultantRequest } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import {
  PaymentHeading,
  PaymentLine,
  PaymentLines,
  PaymentReceiptHead,
  PaymentRows,
  PaymentTalk,
  PaymentText,
  PaymentWhen,
} from '../PaymentParts.tsx'
import { ConsultantMenu } from './ConsultantMenu.tsx'

/** Loads the requests of the player. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<ConsultantAnswer>> {
  const data = await app.call(getConsultantRequests, {})
  return { meta: () => ({ title: app.texts.t('payment.consultant'), isPrivate: true }), data }
}

/** What the player has asked the payment consultant, and the answers (OFF-18). */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<ConsultantAnswer>>()
  return (
    <OfficePage title={t('payment.consultant')} text={t('payment.consultant_text')} actions={<ConsultantMenu />}>
      {data.requests.length === 0 ? <EmptyState icon="chat" title={t('payment.consultant_empty')} /> : null}
      <PaymentRows>
        {data.requests.map((request) => (
          <li key={request.id}>
            <Talk request={request} />
          </li>
        ))}
      </PaymentRows>
    </OfficePage>
  )
}

function Talk({ request }: { readonly request: ConsultantRequest }) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const { id, topicNameKey, paymentId, state, lines } = request
  const fillOut = offeredPath(app, 'payment_consultant_fill_out')
  return (
    <PaymentTalk as="article">
      <PaymentReceiptHead>
        <PaymentHeading>{t(topicNameKey)}</PaymentHeading>
        <Badge kind={state === 'answered' ? 'positive' : 'info'}>{t(`payment.consultant_${state}`)}</Badge>
      </PaymentReceiptHead>
      {paymentId === undefined ? null : (
        <PaymentText>{t('payment.consultant_about', { id: String(paymentId) })}</PaymentText>
      )}
      <PaymentLines>
        {lines.map((line) => (
          <PaymentLine key={`${line.at} ${line.author}`} data-author={line.author}>
            <p dir="auto">{line.text}</p>
            <PaymentWhen dateTime={line.at}>{write(line.at)}</PaymentWhen>
          </PaymentLine>
        ))}
      </PaymentLines>
      {fillOut ? (
        <div>
          <ButtonLink size="small" to={`${fillOut}?request=${id}`}>
            {t('payment.consultant_fill')}
          </ButtonLink>
        </div>
      ) : null}
    </PaymentTalk>
  )
}

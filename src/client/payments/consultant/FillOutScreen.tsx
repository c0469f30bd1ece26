import { useId } from 'react'
import { useLoaderData } from 'react-router'
import { AppError } from '#calls/app-error.ts'
import { fillOutConsultantRequest, getConsultantRequests } from '#calls/payments.calls.ts'
import { Button } from '#renderers/site/Button.tsx'
import { FormText } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ConsultantRequest } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { PaymentPanelForm } from '../PaymentParts.tsx'
import { useQuestion } from './use-question.ts'

const TEXT_LENGTH = 1000

/** Loads the request that the address names, else the latest. @throws AppError payment.request_unknown */
export async function loadScreen({ app, url }: ScreenRequest): Promise<LoadedScreen<ConsultantRequest>> {
  const { requests } = await app.call(getConsultantRequests, {})
  const named = url.searchParams.get('request')
  const data = named === null ? requests[0] : requests.find(({ id }) => String(id) === named)
  if (!data) throw new AppError('payment.request_unknown')
  return { meta: () => ({ title: app.texts.t('payment.consultant_fill'), isPrivate: true }), data }
}

/** Adds what was left out to a question (OFF-18). */
export function Screen() {
  const { call } = useApp()
  const t = useText()
  const id = useId()
  const { data } = useLoaderData<ScreenData<ConsultantRequest>>()
  const question = useQuestion((text) => call(fillOutConsultantRequest, { body: { requestId: data.id, text } }))
  return (
    <OfficePage title={t('payment.consultant_fill')} text={t(data.topicNameKey)}>
      <PaymentPanelForm
        as="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void question.submit()
        }}
      >
        <FormText
          id={`${id}-text`}
          label={t('payment.consultant_what')}
          error={question.error}
          value={question.text}
          maxLength={TEXT_LENGTH}
          onChange={question.setText}
        />
        <Button kind="primary" type="submit" isBusy={question.isBusy}>
          {t('payment.consultant_send')}
        </Button>
      </PaymentPanelForm>
    </OfficePage>
  )
}

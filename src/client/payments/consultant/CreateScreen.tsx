import { useId, useState } from 'react'
import { useLoaderData } from 'react-router'
import { createConsultantRequest, getConsultantRequests, getConsultantTransactions } from '#calls/payments.calls.ts'
import { Button } from '#renderers/site/Button.tsx'
import { FormChoice, FormText } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ConsultantAnswer, PaymentCard } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { moneyText } from '../../page/money-text.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { PaymentPanelForm } from '../PaymentParts.tsx'
import { movedAmount } from '../payment.selectors.ts'
import { useQuestion } from './use-question.ts'

interface Asking {
  readonly topics: ConsultantAnswer['topics']
  readonly payments: readonly PaymentCard[]
  /** The payment that the address names; 0 for none. */
  readonly payment: number
}

const TEXT_LENGTH = 1000

/** Loads the topics and the payments that a question can be about. */
export async function loadScreen({ app, url }: ScreenRequest): Promise<LoadedScreen<Asking>> {
  const [{ topics }, { payments }] = await Promise.all([
    app.call(getConsultantRequests, {}),
    app.call(getConsultantTransactions, {}),
  ])
  const named = Number(url.searchParams.get('payment'))
  const payment = payments.some(({ id }) => id === named) ? named : 0
  return {
    meta: () => ({ title: app.texts.t('payment.consultant_ask'), isPrivate: true }),
    data: { topics, payments, payment },
  }
}

/** A question to the payment consultant, by topic (OFF-18). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const id = useId()
  const write = useInstants()
  const { data } = useLoaderData<ScreenData<Asking>>()
  const { topics, payments } = data
  const [topicId, setTopic] = useState(topics[0]?.id ?? '')
  const topic = topics.find((one) => one.id === topicId)
  const [payment, setPayment] = useState(data.payment || (payments[0]?.id ?? 0))
  const isAbout = topic?.isPaymentNeeded === true
  const question = useQuestion((text) =>
    app.call(createConsultantRequest, {
      body: { topicId, text, ...(isAbout && payment > 0 ? { paymentId: payment } : {}) },
    }),
  )
  return (
    <OfficePage title={t('payment.consultant_ask')} text={t('payment.consultant_create_text')}>
      <PaymentPanelForm
        as="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void question.submit()
        }}
      >
        <FormChoice
          id={`${id}-topic`}
          label={t('payment.consultant_topic')}
          value={topicId}
          choices={topics.map((one) => ({ value: one.id, label: t(one.nameKey) }))}
          onChoose={setTopic}
        />
        {isAbout && payments.length > 0 ? (
          <FormChoice
            id={`${id}-payment`}
            label={t('payment.consultant_payment')}
            value={String(payment)}
            choices={payments.map((one) => ({
              value: String(one.id),
              label: `${write(one.createdAt)} · ${t(one.methodNameKey)} · ${moneyText(app, movedAmount(one), one.currency)}`,
            }))}
            onChoose={(value) => setPayment(Number(value))}
          />
        ) : null}
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

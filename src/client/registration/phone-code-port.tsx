import { useMachine, useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { type ActorRefFrom, fromPromise, type SnapshotFrom } from 'xstate'
import { checkPhoneCode, sendPhoneCode } from '#calls/account.calls.ts'
import { type AnsweredForm, checkShownField } from '#machines/forms/check-answers.rules.ts'
import { fieldLabel } from '#machines/forms/field-kind.rules.ts'
import type { FormContext } from '#machines/forms/form-context.rules.ts'
import { fullPhone } from '#machines/forms/phone-answer.rules.ts'
import { smsCodeMachine } from '#machines/phone/sms-code.machine.ts'
import type { registrationMachine } from '#machines/registration/registration.machine.ts'
import { currentAnswers } from '#machines/registration/registration-context.rules.ts'
import { type PhoneCodePort, PhoneCodePortContext } from '#renderers/forms/phone-code-button/phone-code-port.ts'
import type { Answers, FieldDefinition } from '#schemas'
import { type App, useApp } from '../app/app-context.ts'

/** Props of {@link PhoneCodeProvider}. */
export interface PhoneCodeProviderProps {
  readonly actor: ActorRefFrom<typeof registrationMachine>
  readonly definitions: readonly FieldDefinition[]
  readonly context: FormContext
  readonly children: ReactNode
}

/** Lets a form confirm its phone by a code, and tells the registration how far that is. A form without such parts is left
 *  alone. */
export function PhoneCodeProvider(props: PhoneCodeProviderProps) {
  const { definitions, children } = props
  const phone = definitions.find(({ type }) => type === 'phone')
  const parts = definitions.filter(({ type }) => type === 'phone_code_button')
  if (phone === undefined || parts.length === 0) return children
  return <ConfirmedPhone {...props} phone={phone} parts={parts} />
}

interface ConfirmedPhoneProps extends PhoneCodeProviderProps {
  readonly phone: FieldDefinition
  readonly parts: readonly FieldDefinition[]
}

function ConfirmedPhone({ actor, definitions, context, phone, parts, children }: ConfirmedPhoneProps) {
  const app = useApp()
  const [machine] = useState(() => machineFor(app))
  const codeField = parts.find(({ input_type }) => input_type === 'text')
  const [state, send, confirmation] = useMachine(machine, {
    input: { codeLength: app.site.config.auth.codeLength, codeLabel: codeField ? fieldLabel(codeField) : '' },
  })
  const number = useSelector(actor, (registration) => {
    const answers = currentAnswers(registration.context) as Answers
    return wholeNumber(phone, { definitions, answers, context })
  })
  const isRefused = useSelector(actor, (registration) => isUnconfirmed(registration, phone.id))

  useEffect(() => {
    const subscriptions = [
      confirmation.on('code.sent', () => actor.send({ type: 'code.sent', fieldId: phone.id })),
      confirmation.on('code.accepted', () => actor.send({ type: 'code.accepted' })),
      confirmation.on('confirmation.reset', () => actor.send({ type: 'confirmation.reset' })),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [actor, confirmation, phone.id])

  useEffect(() => send({ type: 'phone.changed', phone: number }), [send, number])
  useEffect(() => {
    if (isRefused) send({ type: 'confirmation.refused' })
  }, [send, isRefused])

  const port = useMemo(
    (): PhoneCodePort => ({
      ...state.context,
      state: state.value,
      request: () => send({ type: 'code.requested' }),
      type: (code) => send({ type: 'code.changed', code }),
      submit: () => send({ type: 'code.submitted' }),
    }),
    [state, send],
  )
  return <PhoneCodePortContext value={port}>{children}</PhoneCodePortContext>
}

function machineFor({ call }: App) {
  return smsCodeMachine.provide({
    actors: {
      sendCode: fromPromise(({ input }) => call(sendPhoneCode, { body: { phone: input.phone } })),
      checkCode: fromPromise(({ input }) => call(checkPhoneCode, { body: { phone: input.phone, code: input.code } })),
    },
  })
}

/** The number of the phone field when a code can be sent to it, else an empty text: what is wrong with it is said there. */
function wholeNumber(phone: FieldDefinition, form: AnsweredForm): string {
  const context = { ...form.context, phone: { ...form.context.phone, isConfirmed: true } }
  const number = fullPhone(form.answers[phone.id])
  return number.startsWith('+') && checkShownField(phone, { ...form, context }) === null ? number : ''
}

/** Whether the server has refused the number that is there now as one that is not confirmed. */
function isUnconfirmed({ context }: SnapshotFrom<typeof registrationMachine>, id: string): boolean {
  return context.judged[id]?.error.code === 'phone.not_confirmed'
}

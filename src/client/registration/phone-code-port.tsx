import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import { smsCodeActors } from '#calls/actors/sms-code.actors.ts'
import { type AnsweredForm, checkShownField } from '#machines/forms/check-answers.rules.ts'
import { fieldLabel } from '#machines/forms/field-kind.rules.ts'
import type { formMachine } from '#machines/forms/form/form.machine.ts'
import type { FormContext } from '#machines/forms/form/form-context.rules.ts'
import { currentAnswers, isConfirmed } from '#machines/forms/form/form-state.rules.ts'
import { fullPhone } from '#machines/forms/kinds/phone-answer.rules.ts'
import { smsCodeMachine } from '#machines/phone/sms-code.machine.ts'
import { type PhoneCodePort, PhoneCodePortContext } from '#renderers/forms/phone-code-button/phone-code-port.ts'
import { useMachine } from '#renderers/shell/run-machine.ts'
import type { FieldDefinition } from '#schemas'
import { type App, useApp } from '../page/app-context.ts'

/** Props of {@link PhoneCodeProvider}. */
export interface PhoneCodeProviderProps {
  readonly actor: ActorRefFrom<typeof formMachine>
  readonly definitions: readonly FieldDefinition[]
  readonly context: FormContext
  readonly children: ReactNode
}

/** Lets a form confirm its phone by a code: asks for one when the form waits for the confirmation, and tells the form when it
 *  is there. A form without such parts is left alone. */
export function PhoneCodeProvider(props: PhoneCodeProviderProps) {
  const { definitions, children } = props
  const phone = definitions.find(({ type }) => type === 'phone')
  const parts = definitions.filter(({ type }) => type === 'phone_code_button')
  if (phone === undefined || parts.length === 0) return children
  return <ConfirmedPhone {...props} phone={phone} parts={parts} />
}

/** Where no code is on its way: a form that waits for one has it sent, once each time that it asks. */
const ASKS: readonly string[] = ['idle', 'failed', 'locked', 'expired']

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
  const number = useSelector(actor, (form) =>
    wholeNumber(phone, { definitions, answers: currentAnswers(form.context), context }),
  )
  const isHeld = useSelector(actor, (form) => isConfirmed(form.context))

  useEffect(() => {
    const accepted = confirmation.on('code.accepted', () => {
      const value = confirmation.getSnapshot().context.phone
      actor.send({ type: 'confirmation.accepted', fieldId: phone.id, value })
    })
    return () => accepted.unsubscribe()
  }, [actor, confirmation, phone.id])

  useEffect(() => send({ type: 'phone.changed', phone: number }), [send, number])
  useEffect(() => {
    if (state.value === 'confirmed' && !isHeld) send({ type: 'confirmation.refused' })
  }, [send, state.value, isHeld])
  const awaited = useAwaited(actor, phone.id)
  const answered = useRef(0)
  const mayAsk = ASKS.includes(state.value) && state.context.waitSeconds === 0
  useEffect(() => {
    if (awaited === answered.current || !mayAsk) return
    answered.current = awaited
    if (awaited > 0) send({ type: 'code.requested' })
  }, [send, awaited, mayAsk])

  const port = useMemo(
    (): PhoneCodePort => ({
      ...state.context,
      state: state.value,
      awaited,
      request: () => send({ type: 'code.requested' }),
      type: (code) => send({ type: 'code.changed', code }),
      submit: () => send({ type: 'code.submitted' }),
    }),
    [state, awaited, send],
  )
  return <PhoneCodePortContext value={port}>{children}</PhoneCodePortContext>
}

/** How often the form has asked for the confirmation that it waits for; 0 while it waits for none. */
function useAwaited(actor: PhoneCodeProviderProps['actor'], fieldId: string): number {
  const isAwaited = useSelector(actor, (form) => form.context.confirmingFieldId === fieldId)
  const [times, setTimes] = useState(0)
  useEffect(() => {
    const asked = actor.on('confirmation.requested', () => setTimes((before) => before + 1))
    return () => asked.unsubscribe()
  }, [actor])
  return isAwaited ? times : 0
}

function machineFor({ call }: App) {
  return smsCodeMachine.provide({
    actors: {
      sendCode: fromPromise(({ input }) => smsCodeActors.sendCode(call, input)),
      checkCode: fromPromise(({ input }) => smsCodeActors.checkCode(call, input)),
    },
  })
}

/** The number of the phone field when a code can be sent to it, else an empty text: what is wrong with it is said there. */
function wholeNumber(phone: FieldDefinition, form: AnsweredForm): string {
  const context = { ...form.context, phone: { ...form.context.phone, isConfirmed: true } }
  const number = fullPhone(form.answers[phone.id])
  return number.startsWith('+') && checkShownField(phone, { ...form, context }) === null ? number : ''
}

import { shallowEqual, useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { FormContext, PhoneContext } from '#machines/forms/form-context.rules.ts'
import type { registrationMachine } from '#machines/registration/registration.machine.ts'
import { currentAnswers } from '#machines/registration/registration-context.rules.ts'
import { SchemaForm } from '#renderers/forms/SchemaForm.tsx'
import type { Answers } from '#schemas'
import { report } from '../app/report.ts'
import { FormPorts } from './form-ports.tsx'
import type { RunningRegistration } from './use-registration.ts'

const selectConfirmed = ({ context }: SnapshotFrom<typeof registrationMachine>) => context.flags.phoneConfirmed
const selectJudged = ({ context }: SnapshotFrom<typeof registrationMachine>) => context.judged

/** Props of {@link TypeForm}. */
export interface TypeFormProps {
  readonly registration: RunningRegistration
  readonly submitLabel: string
}

/** The form of one type. It opens with the answers that the registration has, and reports each that changes. */
export function TypeForm({ registration, submitLabel }: TypeFormProps) {
  const { actor, fields, context, isBusy, start, changeContext } = registration
  const [values] = useState(() => currentAnswers(actor.getSnapshot().context) as Answers)
  const judged = useSelector(actor, selectJudged, shallowEqual)
  const errors = useMemo(
    () => Object.fromEntries(Object.entries(judged).map(([id, { error }]) => [id, error])),
    [judged],
  )
  const isConfirmed = useSelector(actor, selectConfirmed)
  const asked = useMemo(() => ({ ...context, phone: { ...context.phone, isConfirmed } }), [context, isConfirmed])
  return (
    <FormPorts
      actor={actor}
      definitions={fields}
      context={context}
      social={start}
      onPhoneKnown={(phone) => changeContext((known) => withPhone(known, phone))}
    >
      <SchemaForm
        definitions={fields}
        values={values}
        errors={errors}
        context={asked}
        onChange={(fieldId, value) => actor.send({ type: 'field.changed', fieldId, value })}
        onSubmit={() => actor.send({ type: 'form.submitted' })}
        onConfirm={(_id, address) => changeContext((known) => withConfirmed(known, address))}
        isBusy={isBusy}
        submitLabel={submitLabel}
        onUnknownKind={(kind, fieldId) => report('field.unknown_kind', { kind, fieldId })}
      />
    </FormPorts>
  )
}

function withPhone(context: FormContext, phone: PhoneContext): FormContext {
  return { ...context, phone: { ...context.phone, ...phone } }
}

/** An address that is confirmed in one form is confirmed in all of them. */
function withConfirmed(context: FormContext, address: string): FormContext {
  const { confirmedEmails = [] } = context
  return confirmedEmails === 'all' ? context : { ...context, confirmedEmails: [...confirmedEmails, address] }
}

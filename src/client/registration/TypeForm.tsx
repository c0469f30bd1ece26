import { shallowEqual, useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import type { SnapshotFrom } from 'xstate'
import { isSecretField } from '#machines/forms/field-kind.rules.ts'
import type { formMachine } from '#machines/forms/form/form.machine.ts'
import { askedContext, currentAnswers, isConfirmed } from '#machines/forms/form/form-state.rules.ts'
import { SchemaForm } from '#renderers/forms/SchemaForm.tsx'
import type { Answers, FieldDefinition } from '#schemas'
import { report } from '../page/report.ts'
import { FormPorts } from './form-ports.tsx'
import type { FormActor, RunningRegistration } from './use-registration.ts'

type FormSnapshot = SnapshotFrom<typeof formMachine>

const selectJudged = ({ context }: FormSnapshot) => context.judged
const selectVerdict = ({ context }: FormSnapshot) => context.verdict
const selectContext = ({ context }: FormSnapshot) => context.context
const selectConfirmed = ({ context }: FormSnapshot) => isConfirmed(context)

/** Props of {@link TypeForm}. */
export interface TypeFormProps {
  readonly registration: RunningRegistration
  readonly submitLabel: string
}

/** The form of one type. It opens with the answers that the machine has, and reports each that changes; the machine judges it. */
export function TypeForm({ registration, submitLabel }: TypeFormProps) {
  const { form, fields, isBusy, start } = registration
  const values = useOpeningAnswers(form, fields)
  const context = useSelector(form, selectContext)
  const isPhoneConfirmed = useSelector(form, selectConfirmed)
  const asked = useMemo(() => askedContext(context, isPhoneConfirmed), [context, isPhoneConfirmed])
  return (
    <FormPorts
      actor={form}
      definitions={fields}
      context={context}
      social={start}
      onPhoneKnown={(phone) => form.send({ type: 'circumstances.changed', change: { phone } })}
    >
      <SchemaForm
        definitions={fields}
        values={values}
        errors={useForeignErrors(form)}
        verdict={useSelector(form, selectVerdict)}
        context={asked}
        onChange={(fieldId, value) => form.send({ type: 'field.changed', fieldId, value, ...secrecy(fields, fieldId) })}
        onSubmit={() => form.send({ type: 'form.submitted' })}
        onConfirm={(_id, address) => keepAddress(form, address)}
        isBusy={isBusy}
        submitLabel={submitLabel}
        onUnknownKind={(kind, fieldId) => report('field.unknown_kind', { kind, fieldId })}
      />
    </FormPorts>
  )
}

/** Marks a secret answer as secret, whatever its field is called: a recording leaves it out. */
function secrecy(fields: readonly FieldDefinition[], fieldId: string): { readonly isSecret?: true } {
  const field = fields.find(({ id }) => id === fieldId)
  return field && isSecretField(field) ? { isSecret: true } : {}
}

/** The answers that the machine has when fields are drawn: with other fields come answers that they begin with. */
function useOpeningAnswers(form: FormActor, fields: readonly FieldDefinition[]): Answers {
  const read = () => ({ fields, answers: currentAnswers(form.getSnapshot().context) })
  const [drawn, setDrawn] = useState(read)
  if (drawn.fields === fields) return drawn.answers
  const next = read()
  setDrawn(next)
  return next.answers
}

/** What others than our rules say of single answers: the form judges by the rules itself while the player types. */
function useForeignErrors(form: FormActor) {
  const judged = useSelector(form, selectJudged, shallowEqual)
  return useMemo(() => {
    const foreign = Object.entries(judged).filter(([, { source }]) => source !== 'rules')
    return Object.fromEntries(foreign.map(([id, { error }]) => [id, error]))
  }, [judged])
}

/** An address that is confirmed in one form is confirmed in all of them. */
function keepAddress(form: FormActor, address: string): void {
  const { confirmedEmails = [] } = form.getSnapshot().context.context
  if (confirmedEmails === 'all') return
  form.send({ type: 'circumstances.changed', change: { confirmedEmails: [...confirmedEmails, address] } })
}

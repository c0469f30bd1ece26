import { shallowEqual, useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { formMachine } from '#machines/forms/form/form.machine.ts'
import type { FormContext } from '#machines/forms/form/form-context.rules.ts'
import { currentAnswers, currentFields } from '#machines/forms/form/form-state.rules.ts'
import { SchemaForm } from '#renderers/forms/SchemaForm.tsx'
import { useLatest } from '#renderers/forms/use-latest.ts'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import { Skeleton } from '#renderers/site/Skeleton.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { AccountDataAnswer } from '#schemas'
import { OptionProvider } from '../../forms/option-port.tsx'
import { useApp } from '../../page/app-context.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import { report } from '../../page/report.ts'
import { EntryFailure } from '../sign-in/EntryParts.tsx'
import styles from './profile.module.css'
import { type ProfileFormParts, profileFormOf } from './profile-form.actors.ts'

type FormSnapshot = SnapshotFrom<typeof formMachine>

/** Props of {@link ProfileForm}; the parts are those of its first look. */
export interface ProfileFormProps extends ProfileFormParts {
  readonly data: Pick<AccountDataAnswer['data']['attributes'], 'today' | 'minimumAge'>
  readonly variants: readonly [string, ...string[]]
  readonly submitLabel: string
  readonly onSaved: () => void
  /** The player's choice between the variants. */
  readonly choice?: (chosen: string, choose: (variant: string) => void) => ReactNode
}

/** A form of the profile, drawn from the definitions of the server and judged by the form machine. */
export function ProfileForm({ data, variants, submitLabel, onSaved, choice, ...parts }: ProfileFormProps) {
  const app = useApp()
  const t = useText()
  const [machine] = useState(() => profileFormOf(parts))
  const [context] = useState(() => ({
    today: data.today,
    minimumAge: data.minimumAge,
    detectedCountry: app.state.visitor.country,
  }))
  const form = useActorRef(machine, { input: { wanted: variants, variants, context } })
  const { variant, failure, isLoading } = useSelector(form, selectLook, shallowEqual)
  const saved = useLatest(onSaved)
  useEffect(() => {
    const subscription = form.on('submitted', saved)
    return () => subscription.unsubscribe()
  }, [form, saved])
  return (
    <Panel as="div" className={styles.form}>
      {variant && choice ? choice(variant, (next) => form.send({ type: 'variant.chosen', variant: next })) : null}
      {isLoading || variant === null ? (
        <div className={styles.skeleton} aria-hidden="true">
          {parts.fieldsOf(variants[0]).map(({ id }) => (
            <Skeleton key={id} shape="box" />
          ))}
        </div>
      ) : (
        <LoadedForm key={variant} form={form} context={context} submitLabel={submitLabel} />
      )}
      {failure ? <EntryFailure role="alert">{t(failure.code, { ...failure.params })}</EntryFailure> : null}
    </Panel>
  )
}

interface LoadedFormProps {
  readonly form: ActorRefFrom<typeof formMachine>
  readonly context: FormContext
  readonly submitLabel: string
}

function LoadedForm({ form, context, submitLabel }: LoadedFormProps) {
  const fields = useSelector(form, selectFields)
  const [values] = useState(() => currentAnswers(form.getSnapshot().context))
  const judged = useSelector(form, selectJudged, shallowEqual)
  // The form judges by the rules itself while the player types.
  const errors = useMemo(() => {
    const foreign = Object.entries(judged).filter(([, { source }]) => source !== 'rules')
    return Object.fromEntries(foreign.map(([id, { error }]) => [id, error]))
  }, [judged])
  return (
    <OptionProvider definitions={fields}>
      <SchemaForm
        definitions={fields}
        values={values}
        errors={errors}
        verdict={useSelector(form, selectVerdict)}
        context={context}
        onChange={(fieldId, value) => form.send({ type: 'field.changed', fieldId, value })}
        onSubmit={() => form.send({ type: 'form.submitted' })}
        isBusy={useSelector(form, selectBusy)}
        submitLabel={submitLabel}
        onUnknownKind={(kind, fieldId) => report('field.unknown_kind', { kind, fieldId })}
      />
    </OptionProvider>
  )
}

const selectFields = ({ context }: FormSnapshot) => currentFields(context)
const selectJudged = ({ context }: FormSnapshot) => context.judged
const selectVerdict = ({ context }: FormSnapshot) => context.verdict
const selectBusy = (state: FormSnapshot) => state.hasTag('busy')

function selectLook(state: FormSnapshot) {
  const { variant, failure } = state.context
  return { variant, failure, isLoading: state.hasTag('loading') }
}

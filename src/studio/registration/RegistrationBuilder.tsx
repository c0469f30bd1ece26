import { type ReactNode, useId } from 'react'
import { pointerKeys } from '#machines/site/merge-patch.rules.ts'
import { say } from '../app/studio-texts.ts'
import type { DraftState } from '../draft/draft-state.ts'
import { FieldProblems } from '../forms/FieldProblems.tsx'
import { planOf } from '../forms/field-specs.ts'
import { useFormPlace } from '../forms/form-place.ts'
import { PartRows } from '../forms/rows/PartRows.tsx'
import { SubtreeForm } from '../forms/SubtreeForm.tsx'
import { SubtreePane } from '../forms/SubtreePane.tsx'
import { subSchema } from '../forms/schema/schema-node.ts'
import { ConditionMap } from './ConditionMap.tsx'
import { FieldDetails } from './FieldDetails.tsx'
import { FormFieldRows } from './FormFieldRows.tsx'
import { FormTrial } from './FormTrial.tsx'
import { registrationTypeOf } from './form-fields.ts'
import styles from './RegistrationBuilder.module.css'

interface RegistrationBuilderProps {
  readonly state: DraftState
  /** Language in which the form is tried. */
  readonly language: string
}

/** A registration form: its fields in their order, its conditions as a drawing, and a trial with example answers. One of its fields, when
 *  it is opened, with its condition and its rules. */
export function RegistrationBuilder({ state, language }: RegistrationBuilderProps) {
  const { document, pointer } = useFormPlace()
  const keys = pointerKeys(pointer)
  if (keys.length === 2 && keys[0] === 'fields') return <FieldDetails id={keys[1] ?? ''} />
  if (keys.length > 0) return <SubtreePane />
  return (
    <div className={styles.builder}>
      <FieldProblems pointer="" isDeep={false} />
      <Words />
      <Part title={say('registration.fields')} hint={say('registration.fields_hint')}>
        <FormFieldRows />
      </Part>
      <Part title={say('registration.conditions')} hint={say('registration.conditions_hint')}>
        <ConditionMap />
      </Part>
      <Part title={say('registration.trial')} hint={say('registration.trial_hint')}>
        <FormTrial type={registrationTypeOf(document.path) ?? ''} state={state} language={language} />
      </Part>
    </div>
  )
}

/** The title of the form and its button, and what differs by country. */
function Words() {
  const { document, schema } = useFormPlace()
  const plan = planOf(schema, subSchema(schema, '') ?? {}, document.resolved)
  return (
    <>
      <section className={styles.form}>
        <SubtreeForm fields={plan.fields} />
      </section>
      <PartRows rows={plan.rows.filter(({ key }) => key !== 'fields')} />
    </>
  )
}

function Part(props: { readonly title: string; readonly hint: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.part}>
      <h3 id={id} className={styles.title}>
        {props.title}
      </h3>
      <p className={styles.hint}>{props.hint}</p>
      {props.children}
    </section>
  )
}

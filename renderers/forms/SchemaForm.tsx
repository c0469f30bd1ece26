import FormDefault from '@rjsf/core/lib/components/Form.js'
import type { RJSFSchema } from '@rjsf/utils'
import { useId, useMemo, useState } from 'react'
import { visibleFields } from '#machines/forms/depends-on.rules.ts'
import type { FormContext } from '#machines/forms/form-context.rules.ts'
import { projectFields } from '#machines/forms/projection.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import type { Answers, FieldDefinition, FieldError } from '#schemas'
import { BoundField } from './BoundField.tsx'
import { type FormScope, FormScopeContext } from './form-scope.ts'
import { ColumnTemplate, NoErrorList, PlainFieldTemplate } from './form-templates.tsx'
import { createFormValidator } from './form-validator.ts'
import styles from './SchemaForm.module.css'
import { useAnnouncement } from './use-announcement.ts'
import { useFormErrors } from './use-form-errors.ts'
import { useLatest, useStable } from './use-stable.ts'

/** Props of {@link SchemaForm}. */
export interface SchemaFormProps {
  /** Fields in order, with texts in the player's language. Pass the same array as long as they are the same. */
  readonly definitions: readonly FieldDefinition[]
  /** All answers, those of hidden fields too: a field that comes back has its answer again. */
  readonly values: Answers
  /** Errors of the server: field id → error. */
  readonly errors?: Readonly<Record<string, FieldError>> | undefined
  readonly context: FormContext
  readonly onChange: (values: Answers) => void
  readonly onBlur?: ((id: string) => void) | undefined
  /** The answers of visible fields, all of them accepted. */
  readonly onSubmit: (payload: Answers) => void
  readonly isBusy?: boolean
  readonly submitLabel: string
  readonly onUnknownKind?: ((kind: string, fieldId: string) => void) | undefined
  /** A button field has been pressed. */
  readonly onPress?: ((id: string) => void) | undefined
  /** The player stands by an answer in spite of a suggestion. */
  readonly onConfirm?: ((id: string, answer: string) => void) | undefined
}

const FIELDS = { bound: BoundField }
const TEMPLATES = {
  FieldTemplate: PlainFieldTemplate,
  ObjectFieldTemplate: ColumnTemplate,
  ErrorListTemplate: NoErrorList,
}

/** A form drawn from the definitions that a server sends. Answers belong to whoever shows it; which errors are shown, and
 *  where the focus goes, belongs to the form. */
export function SchemaForm(props: SchemaFormProps) {
  const { definitions, values, isBusy = false, submitLabel, onSubmit, onUnknownKind } = props
  const formId = useId()
  const judged = useFormErrors(props)
  const announcement = useAnnouncement(formId, definitions, props.errors)
  const { schema, uiSchema, fields } = useProjection(definitions, values)
  const errors = useStable(judged.shown, JSON.stringify(judged.shown))
  const judge = useLatest((answers: Answers) => judged.check({ ...values, ...answers }).errors)
  const [validator] = useState(() => createFormValidator(judge))

  const leave = useLatest((id: string) => {
    announcement.tell(judged.touch(id))
    props.onBlur?.(id)
  })
  const press = useLatest((id: string) => props.onPress?.(id))
  const keep = useLatest((id: string) => {
    judged.confirm(id)
    props.onConfirm?.(id, String(values[id]))
  })
  const scope = useMemo(
    (): FormScope => ({ formId, fields, errors, isBusy, leave, press, keep, onUnknownKind }),
    [formId, fields, errors, isBusy, leave, press, keep, onUnknownKind],
  )

  function change(shown: Answers | undefined) {
    const answers = { ...values, ...shown }
    judged.revise(answers)
    props.onChange(answers)
  }

  function submit() {
    const checked = judged.check(values)
    judged.show(checked.errors)
    if (checked.isValid) onSubmit(checked.payload)
    else announcement.refuse(checked.errors)
  }

  return (
    <FormScopeContext value={scope}>
      <div className={styles.root}>
        <FormDefault<Answers, RJSFSchema>
          schema={schema}
          uiSchema={uiSchema}
          formData={pick(values, fields)}
          validator={validator}
          fields={FIELDS}
          templates={TEMPLATES}
          noHtml5Validate
          showErrorList={false}
          onChange={({ formData }) => change(formData)}
          onSubmit={submit}
          onError={submit}
        >
          <div className={styles.submit}>
            <Button type="submit" kind="primary" size="large" isWide isBusy={isBusy}>
              {submitLabel}
            </Button>
          </div>
        </FormDefault>
        <p className="visually-hidden" role="status">
          {announcement.text}
        </p>
      </div>
    </FormScopeContext>
  )
}

/** What rjsf draws, the same objects as long as the same fields are visible: it compares its schema deep. */
function useProjection(definitions: readonly FieldDefinition[], values: Answers) {
  const ids = visibleFields(definitions, values)
    .map(({ id }) => id)
    .join(' ')
  return useMemo(() => {
    const shown = new Set(ids.split(' '))
    const visible = definitions.filter(({ id }) => shown.has(id))
    const { schema, uiSchema } = projectFields(visible, 'bound')
    return { schema: schema as RJSFSchema, uiSchema, fields: new Map(visible.map((field) => [field.id, field])) }
  }, [definitions, ids])
}

function pick(values: Answers, fields: ReadonlyMap<string, unknown>): Answers {
  return Object.fromEntries(Object.entries(values).filter(([id]) => fields.has(id)))
}

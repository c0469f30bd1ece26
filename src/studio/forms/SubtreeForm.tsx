import Form, { type IChangeEvent } from '@rjsf/core'
import type { ObjectFieldTemplateProps, RJSFSchema, UiSchema } from '@rjsf/utils'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { isJsonObject, valueAt } from '#machines/site/merge-patch.rules.ts'
import type { Validator } from '#schemas/validation.ts'
import { Waiting } from '../parts/Awaited.tsx'
import { FieldLayout } from './FieldLayout.tsx'
import { editsOfForm, type FieldSpec, plainSchema } from './field-specs.ts'
import { useFormPlace } from './form-place.ts'
import { StudioField } from './StudioField.tsx'
import styles from './SubtreeForm.module.css'
import { createStudioValidator, loadedValidator, validatorOf } from './studio-validator.ts'

const FIELDS = { studio: StudioField }
const TEMPLATES = {
  FieldTemplate: FieldLayout,
  ObjectFieldTemplate: Fields,
  ErrorListTemplate: () => null,
  ButtonTemplates: { SubmitButton: () => null },
}

/** The form of one object of a document: its scalars, choices and lists. What is changed becomes edits of the draft. */
export function SubtreeForm({ fields }: { readonly fields: readonly FieldSpec[] }) {
  const validate = useValidator(useFormPlace().document.path)
  return validate === undefined ? <Waiting /> : <CheckedForm fields={fields} validate={validate} />
}

interface CheckedFormProps {
  readonly fields: readonly FieldSpec[]
  readonly validate: Validator<unknown> | null
}

function CheckedForm({ fields, validate }: CheckedFormProps) {
  const { document, pointer, own, schema: root, edit, isReadOnly } = useFormPlace()
  const names = fields.map(({ key }) => key).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names say which fields there are
  const { schema, uiSchema } = useMemo(() => formOf(root, fields), [root, pointer, names])
  const values = useMemo(() => valuesOf(document.resolved, pointer, fields), [document.resolved, pointer, fields])
  const validator = useMemo(
    () => createStudioValidator(validate, { resolved: document.resolved, pointer }),
    [validate, document.resolved, pointer],
  )
  const onChange = useCallback(
    ({ formData }: IChangeEvent) => {
      const edits = editsOfForm({ path: document.path, pointer, own }, fields, { before: values, after: formData })
      if (edits.length > 0) edit(edits)
    },
    [document.path, pointer, own, fields, values, edit],
  )
  return (
    <Form
      key={`${document.path} ${pointer}`}
      tagName="div"
      idPrefix="value"
      schema={schema}
      uiSchema={uiSchema}
      formData={values}
      fields={FIELDS}
      templates={TEMPLATES}
      validator={validator}
      liveValidate="onChange"
      noHtml5Validate
      disabled={isReadOnly}
      onChange={onChange}
    />
  )
}

/** The template of rjsf for the object: its fields below each other, colours side by side. */
function Fields({ properties, uiSchema }: ObjectFieldTemplateProps) {
  const isPalette = uiSchema?.['ui:options']?.isPalette === true
  return <div className={isPalette ? styles.palette : styles.fields}>{properties.map(({ content }) => content)}</div>
}

function formOf(root: Parameters<typeof plainSchema>[0], fields: readonly FieldSpec[]) {
  const own = fields.map((spec) => [spec.key, { 'ui:field': 'studio', 'ui:options': { spec } }] as const)
  const isPalette = fields.length > 0 && fields.every(({ kind }) => kind === 'token-colour')
  const uiSchema: UiSchema = { 'ui:options': { isPalette }, ...Object.fromEntries(own) }
  return { schema: plainSchema(root, fields) as RJSFSchema, uiSchema }
}

/** The values of the fields, and no others. */
function valuesOf(resolved: unknown, pointer: string, fields: readonly FieldSpec[]): Record<string, unknown> {
  const object = valueAt(resolved, pointer)
  if (!isJsonObject(object)) return {}
  return Object.fromEntries(
    fields.flatMap(({ key }) => (Object.hasOwn(object, key) ? [[key, object[key]] as const] : [])),
  )
}

/** The validator of a document; undefined while it is on its way. Without it the server's check still says what is wrong. */
function useValidator(path: string): Validator<unknown> | null | undefined {
  const [failed, setFailed] = useState<string | null>(null)
  const [, setArrived] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    validatorOf(path).then(
      () => isCurrent && setArrived(path),
      () => isCurrent && setFailed(path),
    )
    return () => {
      isCurrent = false
    }
  }, [path])
  return failed === path ? null : loadedValidator(path)
}

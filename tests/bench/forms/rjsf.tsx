import Form from '@rjsf/core'
import type { RJSFSchema } from '@rjsf/utils'
import validator from '@rjsf/validator-ajv8'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type BenchField, benchAnswers, MIN_LENGTH, type MountForm, SHOWING } from './bench-form.ts'

/** The fields as one JSON Schema; a condition is a dependency, as the package's documentation writes them. */
function schemaOf(fields: readonly BenchField[]): RJSFSchema {
  const property = ({ title }: BenchField) => ({ type: 'string' as const, title, minLength: MIN_LENGTH })
  const always = fields.filter(({ shownBy }) => !shownBy)
  const dependencies = fields.flatMap((field) => {
    const { id, shownBy } = field
    if (!shownBy) return []
    const shown = { properties: { [shownBy]: { enum: [SHOWING] }, [id]: property(field) }, required: [id] }
    const hidden = { properties: { [shownBy]: { not: { enum: [SHOWING] } } } }
    return [[shownBy, { oneOf: [shown, hidden] }]]
  })
  return {
    type: 'object',
    required: always.map(({ id }) => id),
    properties: Object.fromEntries(always.map((field) => [field.id, property(field)])),
    dependencies: Object.fromEntries(dependencies) as NonNullable<RJSFSchema['dependencies']>,
  }
}

function StockForm({ fields, onSent }: { readonly fields: readonly BenchField[]; readonly onSent: () => void }) {
  const [schema] = useState(() => schemaOf(fields))
  const [answers, setAnswers] = useState<unknown>(() => benchAnswers(fields))
  return (
    <Form
      schema={schema}
      validator={validator}
      formData={answers}
      liveValidate="onChange"
      noHtml5Validate
      onChange={({ formData }) => setAnswers(formData)}
      onSubmit={onSent}
    />
  )
}

/** Stock rjsf with ajv, validating at every change. */
export const mountRjsf: MountForm = (root, fields) => {
  let count = 0
  createRoot(root).render(
    <StockForm
      fields={fields}
      onSent={() => {
        count += 1
      }}
    />,
  )
  return { sent: () => count }
}

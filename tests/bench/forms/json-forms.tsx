import type { JsonSchema, UISchemaElement } from '@jsonforms/core'
import { JsonForms } from '@jsonforms/react'
import { vanillaCells, vanillaRenderers } from '@jsonforms/vanilla-renderers'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type BenchField, benchAnswers, MIN_LENGTH, type MountForm, SHOWING } from './bench-form.ts'

function schemasOf(fields: readonly BenchField[]): { schema: JsonSchema; uischema: UISchemaElement } {
  const schema: JsonSchema = {
    type: 'object',
    required: fields.filter(({ shownBy }) => !shownBy).map(({ id }) => id),
    properties: Object.fromEntries(
      fields.map(({ id, title }) => [id, { type: 'string', title, minLength: MIN_LENGTH }]),
    ),
  }
  const elements = fields.map(({ id, shownBy }) => ({
    type: 'Control',
    scope: `#/properties/${id}`,
    ...(shownBy
      ? { rule: { effect: 'SHOW', condition: { scope: `#/properties/${shownBy}`, schema: { const: SHOWING } } } }
      : {}),
  }))
  return { schema, uischema: { type: 'VerticalLayout', elements } as UISchemaElement }
}

function VanillaForm({ fields, onSent }: { readonly fields: readonly BenchField[]; readonly onSent: () => void }) {
  const [{ schema, uischema }] = useState(() => schemasOf(fields))
  const [answers, setAnswers] = useState<unknown>(() => benchAnswers(fields))
  const [faults, setFaults] = useState(0)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (faults === 0) onSent()
      }}
    >
      <JsonForms
        schema={schema}
        uischema={uischema}
        data={answers}
        renderers={vanillaRenderers}
        cells={vanillaCells}
        onChange={({ data, errors }) => {
          setAnswers(data)
          setFaults(errors?.length ?? 0)
        }}
      />
      <button type="submit">Send</button>
    </form>
  )
}

/** JSON Forms with its vanilla renderers. */
export const mountJsonForms: MountForm = (root, fields) => {
  let count = 0
  createRoot(root).render(
    <VanillaForm
      fields={fields}
      onSent={() => {
        count += 1
      }}
    />,
  )
  return { sent: () => count }
}

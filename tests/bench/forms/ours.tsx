import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { SchemaForm } from '#renderers/forms/SchemaForm.tsx'
import { TextsProvider } from '#renderers/site/texts.tsx'
import type { FieldDefinition } from '#schemas'
import { type BenchField, benchAnswers, MIN_LENGTH, type MountForm, SHOWING } from './bench-form.ts'

function definitionsOf(fields: readonly BenchField[]): readonly FieldDefinition[] {
  return fields.map(
    ({ id, title, shownBy }): FieldDefinition => ({
      id,
      type: 'input',
      title,
      required: true,
      validation: { minLength: { value: MIN_LENGTH } },
      ...(shownBy ? { depends_on: { action: 'show', field_id: shownBy, condition: [SHOWING] } } : {}),
    }),
  )
}

const CONTEXT = { today: '2026-05-01', minimumAge: 18 }

function OurForm({ fields, onSent }: { readonly fields: readonly BenchField[]; readonly onSent: () => void }) {
  const [definitions] = useState(() => definitionsOf(fields))
  const [values] = useState(() => benchAnswers(fields))
  return (
    <TextsProvider t={(key) => key} language="en" direction="ltr">
      <SchemaForm definitions={definitions} values={values} context={CONTEXT} onSubmit={onSent} submitLabel="Send" />
    </TextsProvider>
  )
}

/** Livery's form over definitions as a server sends them. */
export const mountOurs: MountForm = (root, fields) => {
  let count = 0
  createRoot(root).render(
    <OurForm
      fields={fields}
      onSent={() => {
        count += 1
      }}
    />,
  )
  return { sent: () => count }
}

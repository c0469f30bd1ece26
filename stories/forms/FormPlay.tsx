import { useState } from 'react'
import { initialAnswers } from '#machines/forms/projection.rules.ts'
import { SchemaForm, type SchemaFormProps } from '#renderers/forms/SchemaForm.tsx'
import type { Answers } from '#schemas'

/** Props of {@link FormPlay}: those of the form, whose answers are kept here. */
export interface FormPlayProps extends Omit<SchemaFormProps, 'values' | 'onChange'> {
  readonly answers?: Answers
}

/** A form that keeps its answers, so that it can be filled in. */
export function FormPlay({ answers, ...form }: FormPlayProps) {
  const [values, setValues] = useState(() => ({ ...initialAnswers(form.definitions), ...answers }))
  return <SchemaForm {...form} values={values} onChange={setValues} />
}

import { useState } from 'react'
import { initialAnswers } from '#machines/forms/projection.rules.ts'
import { SchemaForm, type SchemaFormProps } from '#renderers/forms/SchemaForm.tsx'
import type { Answers } from '#schemas'

/** Props of {@link FormPlay}: those of the form, except for what it opens with. */
export interface FormPlayProps extends Omit<SchemaFormProps, 'values'> {
  readonly answers?: Answers
}

/** A form that opens as it does on a page: with ticked boxes, selected options and the answers given. */
export function FormPlay({ answers, ...form }: FormPlayProps) {
  const [values] = useState(() => ({ ...initialAnswers(form.definitions), ...answers }))
  return <SchemaForm {...form} values={values} />
}

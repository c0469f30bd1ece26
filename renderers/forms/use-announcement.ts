import { useEffect, useRef, useState } from 'react'
import { useText } from '#renderers/site/texts.tsx'
import type { FieldDefinition, FieldError } from '#schemas'
import { useErrorText } from './field-texts.ts'
import { controlIdOf } from './form-scope.ts'

type FieldErrors = Readonly<Record<string, FieldError>>

/** What a form says aloud, and where it moves the focus when it cannot be sent (A11Y-2). */
export interface Announcement {
  /** Text of the polite live region. */
  readonly text: string
  /** Says what is wrong with one field. */
  readonly tell: (error: FieldError | null) => void
  /** Says how many fields are wrong and goes to the first. */
  readonly refuse: (errors: FieldErrors) => void
}

/** The announcements of a form. Errors of the server are told, and gone to, as they arrive;
 *  those that stay or go while the player types move nothing. */
export function useAnnouncement(
  formId: string,
  definitions: readonly FieldDefinition[],
  serverErrors: FieldErrors | undefined,
): Announcement {
  const t = useText()
  const errorText = useErrorText()
  const [text, setText] = useState('')
  const told = useRef<FieldErrors>({})

  function refuse(errors: FieldErrors) {
    const faults = Object.values(errors)
    const [first] = faults
    if (first === undefined) return
    setText(faults.length === 1 ? errorText(first) : t('forms.faults', { count: faults.length }))
    const faulty = definitions.find(({ id }) => Object.hasOwn(errors, id))
    if (faulty !== undefined) document.getElementById(controlIdOf(formId, faulty.id))?.focus()
  }

  useEffect(() => {
    const before = told.current
    told.current = serverErrors ?? {}
    const hasNew = Object.entries(told.current).some(([id, { code }]) => before[id]?.code !== code)
    if (hasNew) refuse(told.current)
  })

  return { text, tell: (error) => setText(error === null ? '' : errorText(error)), refuse }
}

import { useState } from 'react'
import { useText } from '#renderers/site/texts.tsx'
import type { FieldError } from '#schemas'
import { useErrorText } from './field-texts.ts'
import type { FieldErrors } from './form-judgement.ts'
import { controlIdOf } from './form-scope.ts'

/** What a form says aloud, and where it moves the focus when it cannot be sent (A11Y-2). */
export interface Announcement {
  /** Text of the polite live region. */
  readonly text: string
  /** Says what is wrong with one field. */
  readonly tell: (error: FieldError | null) => void
  /** Says how many fields are wrong and goes to the first; the errors come in the order of the fields. */
  readonly refuse: (errors: FieldErrors) => void
}

/** A region says a text again only when it is another one: this makes it another, unheard and unseen. */
const AGAIN = '\u00a0'

/** The announcements of a form. */
export function useAnnouncement(formId: string): Announcement {
  const t = useText()
  const errorText = useErrorText()
  const [text, setText] = useState('')

  function refuse(errors: FieldErrors) {
    const faults = Object.values(errors)
    const [first] = faults
    if (first === undefined) return
    const news = faults.length === 1 ? errorText(first) : t('forms.faults', { count: faults.length })
    setText((before) => (before === news ? news + AGAIN : news))
    const controls = Object.keys(errors).map((id) => document.getElementById(controlIdOf(formId, id)))
    controls.find((control) => control !== null)?.focus()
  }

  return { text, tell: (error) => setText(error === null ? '' : errorText(error)), refuse }
}

import { useState } from 'react'
import { checkAnswers, checkField } from '#machines/forms/check-answers.rules.ts'
import type { FormContext } from '#machines/forms/form-context.rules.ts'
import type { Answers, FieldDefinition, FieldError } from '#schemas'

type FieldErrors = Readonly<Record<string, FieldError>>

const NONE: FieldErrors = {}

/** A form whose errors are shown. */
export interface JudgedForm {
  readonly definitions: readonly FieldDefinition[]
  readonly values: Answers
  readonly context: FormContext
  /** Errors of the server. One is shown as long as the answer is the one that it judged. */
  readonly errors?: FieldErrors | undefined
}

/** The errors that a form shows and how they come and go: a field is judged when it is left, and from then on at every
 *  change while it is wrong (RULE-20). */
export function useFormErrors({ definitions, values, context, errors = NONE }: JudgedForm) {
  const [local, setLocal] = useState<FieldErrors>(NONE)
  const [confirmed, setConfirmed] = useState<readonly string[]>([])
  const [judged, setJudged] = useState({ errors, values })
  if (judged.errors !== errors) setJudged({ errors, values })

  const full: FormContext = { ...context, confirmedEmails: allConfirmed(context.confirmedEmails, confirmed) }
  const standing = Object.entries(errors).filter(([id]) => values[id] === judged.values[id])
  const server = standing.filter(
    ([id, { code }]) => code !== 'email.did_you_mean' || !confirmed.includes(String(values[id])),
  )

  return {
    shown: { ...local, ...Object.fromEntries(server) },
    check: (answers: Answers) => checkAnswers(definitions, answers, full),
    /** Judges a field that has been left, and gives its error. */
    touch(id: string): FieldError | null {
      const error = checkField(definitions, id, values, full)
      setLocal(withError(local, id, error))
      return error
    },
    /** Judges again, upon a change, the fields that are wrong. */
    revise(answers: Answers) {
      const wrong = Object.keys(local)
      if (wrong.length === 0) return
      const left = wrong.flatMap((id) => {
        const error = checkField(definitions, id, answers, full)
        return error === null ? [] : [[id, error] as const]
      })
      setLocal(Object.fromEntries(left))
    },
    /** Shows what kept a form from being sent. */
    show: setLocal,
    /** Stands by an answer in spite of the suggestion. */
    confirm(id: string) {
      setConfirmed([...confirmed, String(values[id])])
      setLocal(withError(local, id, null))
    },
  }
}

function allConfirmed(given: FormContext['confirmedEmails'] = [], own: readonly string[]): readonly string[] | 'all' {
  return given === 'all' ? given : [...given, ...own]
}

function withError(errors: FieldErrors, id: string, error: FieldError | null): FieldErrors {
  const { [id]: _before, ...others } = errors
  return error === null ? others : { ...others, [id]: error }
}

import { useEffect, useRef, useState } from 'react'
import type { FormContext } from '#machines/forms/form/form-context.rules.ts'
import type { Answers, FieldDefinition } from '#schemas'
import { fieldRenderer } from './field-registry.ts'
import type { FieldErrors } from './form-judgement.ts'
import { FormStore } from './form-store.ts'
import { useLatest } from './use-latest.ts'

/** What the component that shows a form passes to it. */
export interface GivenForm {
  readonly definitions: readonly FieldDefinition[]
  readonly values: Answers
  readonly context: FormContext
  readonly errors?: FieldErrors | undefined
  readonly verdict?: FieldErrors | null | undefined
}

const NONE: FieldErrors = {}

/** The store of a form. It keeps the answers; of those given it takes over what another than the player has changed, and of
 *  the errors given what is new.
 *  @param onRefused called with errors of the server, and with those of a verdict, as they come */
export function useFormStore(given: GivenForm, onRefused: (errors: FieldErrors) => void): FormStore {
  const { definitions, values, context, errors = NONE, verdict = null } = given
  const [store] = useState(() => openStore(given))
  const known = useRef(values)
  const first = useRef<FieldErrors | null>(errors)
  const shown = useRef<FieldErrors | null>(null)
  const refused = useLatest(onRefused)

  useEffect(() => store.redefine(definitions), [store, definitions])
  useEffect(() => store.inform(context), [store, context])
  useEffect(() => {
    const before = known.current
    known.current = values
    const ids = new Set([...Object.keys(before), ...Object.keys(values)])
    for (const id of ids) if (!Object.is(before[id], values[id])) store.change(id, values[id])
  }, [store, values])
  useEffect(() => {
    const news = first.current ?? store.receive(errors)
    first.current = null
    if (Object.keys(news).length > 0) refused(news)
  }, [store, errors, refused])
  useEffect(() => {
    if (verdict === null || verdict === shown.current) return
    shown.current = verdict
    refused(store.show(verdict))
  }, [store, verdict, refused])
  return store
}

/** The store as the first render needs it, on the server and in the page alike. */
function openStore({ definitions, values, context, errors = NONE }: GivenForm): FormStore {
  const store = new FormStore({
    definitions,
    answers: values,
    context,
    showsError: ({ type }) => (fieldRenderer(type)?.frame ?? 'bare') !== 'bare',
  })
  store.receive(errors)
  return store
}

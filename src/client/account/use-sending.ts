import { useEffect, useState } from 'react'
import { AppError } from '#calls/app-error.ts'
import { useText } from '#renderers/site/texts.tsx'
import { messageOf } from './sign-in/ActivationForm.tsx'

/** What is wrong with a form: at one of its lines, or at `form` as a whole. */
export interface FormFault<Line extends string> {
  readonly at: Line | 'form'
  readonly text: string
}

/** Where a failure belongs: code → line. */
export type FaultPlaces<Line extends string> = Readonly<Record<string, { readonly at: Line } | undefined>>

/** A form that is sent by a call: whether it is under way and what is wrong. The line that is wrong gets the focus.
 *  @param id the lines' elements are `<id>-<line>` */
export function useSending<Line extends string>(id: string, places: FaultPlaces<Line>) {
  const t = useText()
  const [fault, setFault] = useState<FormFault<Line> | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (fault) document.getElementById(`${id}-${fault.at}`)?.focus()
  }, [id, fault])
  return {
    isBusy,
    refuse: setFault,
    errorAt: (line: Line | 'form') => (fault?.at === line ? fault.text : null),
    /** @returns whether the call went through */
    send: async (work: () => Promise<unknown>): Promise<boolean> => {
      setBusy(true)
      setFault(null)
      try {
        await work()
        return true
      } catch (failure) {
        const place = failure instanceof AppError ? places[failure.code] : undefined
        setFault({ at: place?.at ?? 'form', text: messageOf(failure, t) })
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}

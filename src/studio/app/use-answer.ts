import { useCallback, useEffect, useState } from 'react'
import { StudioCallFailure } from './studio-call.ts'
import { useStudio } from './studio-context.tsx'

/** What a screen waits for. While it is loaded again, the former value stays. */
export interface Loaded<Value> {
  readonly value: Value | null
  readonly error: unknown
  readonly isLoading: boolean
  readonly reload: () => void
  readonly replace: (value: Value) => void
}

/** Loads a value when the screen opens, and again when `load` changes: keep it with `useCallback`. A session that has ended leads to
 *  the sign-in. */
export function useAnswer<Value>(load: () => Promise<Value>): Loaded<Value> {
  const leave = useSessionEnd()
  const [state, setState] = useState<{ value: Value | null; error: unknown }>({ value: null, error: null })
  const [isLoading, setIsLoading] = useState(true)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn loads again
  useEffect(() => {
    let isCurrent = true
    setIsLoading(true)
    load()
      .then((value) => isCurrent && setState({ value, error: null }))
      .catch((error: unknown) => {
        if (isCurrent && !leave(error)) setState((former) => ({ ...former, error }))
      })
      .finally(() => isCurrent && setIsLoading(false))
    return () => {
      isCurrent = false
    }
  }, [load, turn, leave])
  const reload = useCallback(() => setTurn((last) => last + 1), [])
  const replace = useCallback((value: Value) => setState({ value, error: null }), [])
  return { ...state, isLoading, reload, replace }
}

/** Forgets who is signed in when a call says that nobody is: `leave(error)` tells whether that was the reason. */
export function useSessionEnd(): (error: unknown) => boolean {
  const { setSession } = useStudio()
  return useCallback(
    (error) => {
      const isOver = error instanceof StudioCallFailure && error.code === 'access.denied'
      if (isOver) setSession({ isClaimed: true })
      return isOver
    },
    [setSession],
  )
}

/** An action that the user starts, such as sending a form: whether it is under way, and why it failed. */
export interface Deed<Input> {
  readonly isBusy: boolean
  readonly error: unknown
  readonly run: (input: Input) => void
  readonly forget: () => void
}

/** Runs an action, one at a time. */
export function useDeed<Input = void>(perform: (input: Input) => Promise<void>): Deed<Input> {
  const leave = useSessionEnd()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = (input: Input): void => {
    if (isBusy) return
    setIsBusy(true)
    setError(null)
    perform(input)
      .catch((failure: unknown) => {
        if (!leave(failure)) setError(failure)
      })
      .finally(() => setIsBusy(false))
  }
  return { isBusy, error, run, forget: () => setError(null) }
}

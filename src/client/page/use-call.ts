import { useCallback, useEffect, useRef } from 'react'
import type { CallPort } from '#calls/call.ts'
import { useApp } from './app-context.ts'

/** The calls of a component: those in flight when it unmounts are aborted (NET-6). */
export function useCall(): CallPort {
  const { call } = useApp()
  const life = useRef<AbortController | null>(null)
  useEffect(() => {
    life.current = new AbortController()
    return () => life.current?.abort()
  }, [])
  return useCallback<CallPort>(
    (one, input, extras) => call(one, input, { ...extras, ...(life.current ? { signal: life.current.signal } : {}) }),
    [call],
  )
}

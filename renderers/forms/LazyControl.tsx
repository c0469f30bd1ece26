import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import type { FieldProps } from './field-contract.ts'
import type { LazyField } from './lazy-loading.ts'
import { loadControl, loadingOf, watchLoading } from './lazy-loading.ts'
import { StandIn } from './StandIn.tsx'

/** Props of {@link LazyControl}. */
export interface LazyControlProps {
  readonly renderer: LazyField
  readonly field: FieldProps
}

/** The page is given so long to become idle, ms. */
const IDLE_TIMEOUT_MS = 2000

/** A control whose code comes later: when the page is idle, or when its form gets the focus. Until then a stand-in of the same
 *  size takes its place, and its focus, which goes over to the control. */
export function LazyControl({ renderer, field }: LazyControlProps) {
  const standIn = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  const watch = useCallback(
    (callback: () => void) =>
      watchLoading(renderer, () => {
        hasFocus.current = standIn.current?.contains(document.activeElement) === true
        callback()
      }),
    [renderer],
  )
  const now = () => loadingOf(renderer)
  const loading = useSyncExternalStore(watch, now, now)
  const { state } = loading
  const { controlId } = field

  useEffect(() => {
    if (loadingOf(renderer).state !== 'waiting') return
    const load = () => void loadControl(renderer)
    const form = standIn.current?.closest('form')
    form?.addEventListener('focusin', load, { once: true })
    const cancelIdle = whenIdle(load)
    return () => {
      cancelIdle()
      form?.removeEventListener('focusin', load)
    }
  }, [renderer])

  useEffect(() => {
    if (hasFocus.current && state !== 'failed') document.getElementById(controlId)?.focus()
  }, [state, controlId])

  if (loading.state === 'ready') return <loading.Control {...field} />
  const { waiting } = renderer
  return (
    <StandIn
      place={standIn}
      controlId={controlId}
      shape={typeof waiting === 'function' ? waiting(field.definition) : waiting}
      failure={
        state === 'failed' ? { textKey: 'forms.control_failed', onRetry: () => void loadControl(renderer) } : null
      }
    />
  )
}

/** Calls back when the browser has nothing better to do; gives the way to stop that. Safari has no idle callbacks. */
function whenIdle(callback: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(callback, { timeout: IDLE_TIMEOUT_MS })
    return () => window.cancelIdleCallback(handle)
  }
  const timer = setTimeout(callback, 200)
  return () => clearTimeout(timer)
}

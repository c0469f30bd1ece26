import type { ComponentType } from 'react'
import type { FieldProps } from './field-contract.ts'
import type { LazyField } from './field-registry.ts'
import { Watchers } from './watchers.ts'

/** How far the control of a lazy kind is. The same object as long as nothing has changed. */
export type Loading =
  | { readonly state: 'waiting' | 'loading' | 'failed' }
  | { readonly state: 'ready'; readonly Control: ComponentType<FieldProps> }

const WAITING: Loading = { state: 'waiting' }
const loadings = new WeakMap<LazyField, Loading>()
const watchers = new Watchers<LazyField>()

/** How far the control of a kind is now. */
export function loadingOf(kind: LazyField): Loading {
  return loadings.get(kind) ?? WAITING
}

/** Calls back when a control gets further; gives the way to stop that. */
export function watchLoading(kind: LazyField, callback: () => void): () => void {
  return watchers.add(kind, callback)
}

/** Fetches the control of a kind, unless it is here or on its way; after a failure it tries again. */
export async function loadControl(kind: LazyField): Promise<void> {
  const { state } = loadingOf(kind)
  if (state === 'ready' || state === 'loading') return
  settle(kind, { state: 'loading' })
  try {
    settle(kind, { state: 'ready', Control: await kind.load() })
  } catch (error) {
    settle(kind, { state: 'failed' })
    reportError(error)
  }
}

function settle(kind: LazyField, loading: Loading): void {
  loadings.set(kind, loading)
  watchers.call(kind)
}

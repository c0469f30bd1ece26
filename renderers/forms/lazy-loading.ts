import type { ComponentType } from 'react'
import type { FieldDefinition } from '#schemas'
import type { FieldFrameKind, FieldProps } from './field-contract.ts'
import { Watchers } from './watchers.ts'

/** Size of the placeholder of a control until its code is loaded, so that nothing below it moves: one control of 48 px, a
 *  control with a button below it, a card, as many buttons as a list of choices has, or nothing for a part that comes later.
 *  Sizes are in Field.module.css under `.waiting`. */
export type WaitingShape = 'control' | 'control-and-button' | 'card' | 'nothing' | { readonly buttons: number }

/** A kind whose code is heavy: it is fetched when a form that has it is idle or gets the focus. */
export interface LazyField {
  readonly frame: FieldFrameKind
  /** Fetches the control: `async () => (await import('./phone/PhoneField.tsx')).PhoneField`. */
  readonly load: () => Promise<ComponentType<FieldProps>>
  readonly waiting: WaitingShape | ((definition: FieldDefinition) => WaitingShape)
}

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

import { readStored, writeStored } from '../stored.ts'

/** A value that this browser keeps under a name, with subscriptions to its changes. */
export interface KeptValue<Value> {
  /** The same object until it changes. */
  readonly read: () => Value
  readonly write: (value: Value) => void
  readonly listen: (listener: () => void) => () => void
}

/** Joins a preference of the storage (STORE-2) to what shows it. A storage that takes nothing keeps it for this page.
 *  @param parse reads what is stored, however broken */
export function keptValue<Value>(name: string, parse: (stored: unknown) => Value): KeptValue<Value> {
  const listeners = new Set<() => void>()
  let value: { readonly of: Value } | null = null
  return {
    read: () => {
      value ??= { of: parse(readStored(name)) }
      return value.of
    },
    write: (next) => {
      value = { of: next }
      writeStored(name, next)
      for (const listener of listeners) listener()
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

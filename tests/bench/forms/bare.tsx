import { createContext, useContext, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { type BenchField, benchAnswers, MIN_LENGTH, type MountForm, SHOWING } from './bench-form.ts'

/** The limit of what React can do: a value, an error and a visibility a field, sent to that field alone. */
class BareStore {
  readonly values: Record<string, string>
  readonly #listeners = new Map<string, () => void>()
  readonly #dependents = new Map<string, string[]>()

  constructor(fields: readonly BenchField[]) {
    this.values = benchAnswers(fields)
    for (const { id, shownBy } of fields)
      if (shownBy) this.#dependents.set(shownBy, [...(this.#dependents.get(shownBy) ?? []), id])
  }

  readonly listen = (id: string, listener: () => void) => {
    this.#listeners.set(id, listener)
    return () => void this.#listeners.delete(id)
  }

  set(id: string, value: string): void {
    const wasShowing = this.values[id] === SHOWING
    this.values[id] = value
    this.#listeners.get(id)?.()
    if (wasShowing === (value === SHOWING)) return
    for (const dependent of this.#dependents.get(id) ?? []) this.#listeners.get(dependent)?.()
  }
}

const Store = createContext<BareStore | null>(null)

const errorOf = (value: string) => (value === '' ? 'Required' : value.length < MIN_LENGTH ? 'Too short' : '')

function Field({ field: { id, title, shownBy } }: { readonly field: BenchField }) {
  const store = useContext(Store) as BareStore
  const listen = (listener: () => void) => store.listen(id, listener)
  const value = useSyncExternalStore(listen, () =>
    shownBy && store.values[shownBy] !== SHOWING ? null : (store.values[id] ?? ''),
  )
  if (value === null) return null
  const error = errorOf(value)
  return (
    <div>
      <label htmlFor={id}>{title}</label>
      <input
        id={id}
        value={value}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-error`}
        onChange={(event) => store.set(id, event.target.value)}
      />
      <p id={`${id}-error`}>{error}</p>
    </div>
  )
}

/** A form over a store of its own, without an engine. */
export const mountBare: MountForm = (root, fields) => {
  let count = 0
  const store = new BareStore(fields)
  createRoot(root).render(
    <Store value={store}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const shown = fields.filter(({ shownBy }) => !shownBy || store.values[shownBy] === SHOWING)
          if (shown.every(({ id }) => errorOf(store.values[id] ?? '') === '')) count += 1
        }}
      >
        {fields.map((field) => (
          <Field key={field.id} field={field} />
        ))}
        <button type="submit">Send</button>
      </form>
    </Store>,
  )
  return { sent: () => count }
}

/** An entry of a map that has an order. */
export interface OrderedEntry {
  readonly key: string
  readonly order: number
}

/** How far apart entries are (docs/guides/house.md). */
const STEP = 10

/** The entries of a map in the order in which the site shows them; the same number twice keeps the order of the keys. */
export function inOrder(value: Readonly<Record<string, unknown>>): readonly OrderedEntry[] {
  const entries = Object.entries(value).map(([key, entry]) => ({ key, order: orderOf(entry) }))
  return entries.sort((one, other) => one.order - other.order)
}

function orderOf(entry: unknown): number {
  const order = (entry as { readonly order?: unknown } | null)?.order
  return typeof order === 'number' ? order : 0
}

/** Whether the entries of a map have an order. */
export function isOrdered(value: Readonly<Record<string, unknown>>): boolean {
  const entries = Object.values(value)
  return (
    entries.length > 0 && entries.every((entry) => typeof (entry as { order?: unknown } | null)?.order === 'number')
  )
}

/** The order of an entry behind all others. */
export function nextOrder(entries: readonly OrderedEntry[]): number {
  return entries.length === 0 ? STEP : Math.max(...entries.map(({ order }) => order)) + STEP
}

/** Moves an entry to another place. Only that entry gets another number where there is one between its new neighbours; else all
 *  are numbered again.
 *  @returns the entries whose number changes */
export function moved(entries: readonly OrderedEntry[], from: number, to: number): readonly OrderedEntry[] {
  const entry = entries[from]
  if (!entry || from === to || to < 0 || to >= entries.length) return []
  const others = entries.toSpliced(from, 1)
  const [before, after] = [others[to - 1]?.order, others[to]?.order]
  const between = orderBetween(before, after)
  if (between !== null) return [{ key: entry.key, order: between }]
  const all = others.toSpliced(to, 0, entry).map(({ key }, index) => ({ key, order: (index + 1) * STEP }))
  const former = new Map(entries.map(({ key, order }) => [key, order]))
  return all.filter(({ key, order }) => former.get(key) !== order)
}

function orderBetween(before: number | undefined, after: number | undefined): number | null {
  if (before === undefined) return after === undefined ? STEP : after - STEP
  if (after === undefined) return before + STEP
  const middle = Math.floor((before + after) / 2)
  return middle > before && middle < after ? middle : null
}

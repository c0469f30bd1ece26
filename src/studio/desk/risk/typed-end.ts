import type { DeskResultBody } from '#schemas'

/** What is typed into the form of a result. */
export interface TypedEnd {
  readonly home: string
  readonly away: string
  readonly halfHome: string
  readonly halfAway: string
  readonly order: string
  readonly withdrawn: string
}

const POINTS = /^\d{1,2}$/
const ORDER = /^\d{1,2}(?:[,=]\d{1,2})*$/
const NUMBERS = /^\d{1,2}(?:,\d{1,2})*$/

/** What is typed as the call takes it; null while it is not complete. A half-time is written for both sides or for none. */
export function typedEnd(typed: TypedEnd, isField: boolean): Partial<DeskResultBody> | null {
  if (isField) {
    const [order, withdrawn] = [typed.order.replaceAll(' ', ''), typed.withdrawn.replaceAll(' ', '')]
    if (!ORDER.test(order) || (withdrawn !== '' && !NUMBERS.test(withdrawn))) return null
    return withdrawn === '' ? { order } : { order, withdrawn }
  }
  const { home, away, halfHome, halfAway } = typed
  if (!POINTS.test(home) || !POINTS.test(away)) return null
  const end = { home: Number(home), away: Number(away) }
  if (halfHome === '' && halfAway === '') return end
  if (!POINTS.test(halfHome) || !POINTS.test(halfAway)) return null
  return { ...end, halfHome: Number(halfHome), halfAway: Number(halfAway) }
}

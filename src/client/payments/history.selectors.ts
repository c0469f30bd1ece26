import type { PaymentHistoryBody, PaymentState } from '#schemas'

/** States by which the history can be narrowed down, in the order of a payment's life. */
export const SHOWN_STATES = [
  'created',
  'processing',
  'waiting',
  'approved',
  'sent',
  'succeeded',
  'paid',
  'failed',
  'refused',
  'cancelled',
  'expired',
  'refunded',
  'disputed',
  'reversed',
  'unknown',
  'review',
] as const satisfies readonly PaymentState[]

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** What of the history an address asks for; what it cannot mean is left out. */
export function historyBody(search: URLSearchParams): PaymentHistoryBody {
  const [direction, state] = [search.get('direction'), search.get('state')]
  const day = (name: string) => {
    const text = search.get(name) ?? ''
    return DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
  }
  const [dateFrom, dateTo] = [day('from'), day('to')]
  const shown = SHOWN_STATES.find((one) => one === state)
  return {
    is_include_archive: search.get('archive') === '1',
    page_number: pageOf(search),
    ...(direction === 'deposit' || direction === 'withdrawal' ? { direction } : {}),
    ...(shown ? { state: shown } : {}),
    ...(dateFrom ? { dateFrom } : {}),
    ...(dateTo ? { dateTo } : {}),
  }
}

const MOST_PAGES = 10_000

function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('page'))
  return Number.isInteger(page) && page >= 1 && page <= MOST_PAGES ? page : 1
}

/** The address of a page of what an address asks for. */
export function pageQuery(search: URLSearchParams, page: number): string {
  const next = new URLSearchParams(search)
  next.set('page', String(page))
  return `?${next}`
}

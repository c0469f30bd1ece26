import type { SiteConfig, SiteStatus, StatusState } from '#schemas'
import type { StatusFacts } from './status-facts.ts'

type Part = SiteStatus['parts'][number]
/** The provider of the engine's own games. */
const OWN_GAMES = 'livery'
/** From how many payments without a word on, if they are half of all, a provider counts as silent. */
const SILENT_PAYMENTS = 3
const ORDER: readonly StatusState[] = ['works', 'limited', 'down']

/** The sections that say which parts a brand has. */
export type StatusSections = Pick<SiteConfig, 'application' | 'casino' | 'payments'>

/** Says which of a brand's parts work. @param facts null where the data cannot be read: then no part works */
export function statusParts(
  { application: { routes }, casino, payments }: StatusSections,
  facts: StatusFacts | null,
): Part[] {
  const isRoute = (id: 'main_section' | 'casino') => routes[id]?.isAvailable !== false
  const ways = new Set(Object.values(payments.methods).flatMap(({ directions }) => directions))
  const parts: readonly (readonly [Part['id'], boolean, (known: StatusFacts) => StatusState])[] = [
    ['accounts', true, () => 'works'],
    ['messages', true, ({ lateMessages }) => (lateMessages > 0 ? 'limited' : 'works')],
    ['prices', isRoute('main_section'), ({ producers }) => share(producers)],
    ['bets', isRoute('main_section'), betState],
    ['deposits', ways.has('deposit'), (known) => paymentState(known.payments.deposit)],
    ['withdrawals', ways.has('withdrawal'), (known) => paymentState(known.payments.withdrawal)],
    [
      'casino',
      isRoute('casino'),
      ({ stopped }) => share([OWN_GAMES, ...Object.keys(casino.providers)].map((id) => !stopped.has(id))),
    ],
  ]
  return parts.flatMap(([id, isOffered, state]) => (isOffered ? [{ id, state: facts ? state(facts) : 'down' }] : []))
}

/** The worst state of all. */
export function worstState(parts: readonly Part[]): StatusState {
  return ORDER[Math.max(0, ...parts.map(({ state }) => ORDER.indexOf(state)))] ?? 'works'
}

function share(areUp: readonly boolean[]): StatusState {
  const up = areUp.filter(Boolean).length
  return up === areUp.length ? 'works' : up === 0 ? 'down' : 'limited'
}

/** Without prices there are still bets on games whose prices are in the book. */
function betState({ producers, lateBets }: StatusFacts): StatusState {
  return lateBets > 0 || share(producers) !== 'works' ? 'limited' : 'works'
}

function paymentState({ all, silent }: StatusFacts['payments']['deposit']): StatusState {
  return silent >= SILENT_PAYMENTS && silent * 2 >= all ? 'limited' : 'works'
}

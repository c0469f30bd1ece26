import { CARD_MS, type CardMovement } from './PlayingCard.tsx'

/** Cards that lie together. */
export interface Dealt {
  /** Whose they are: the same name in the next view of a round. */
  readonly owner: string
  /** In the order of the deal; null for one that lies face down. */
  readonly cards: readonly (string | null)[]
}

/** How the new cards of a view come. */
export interface Deal {
  readonly movementOf: (owner: string, place: number) => CardMovement | undefined
  /** Whether an owner gets a card. */
  readonly isDealtTo: (owner: string) => boolean
  /** Milliseconds from the first card to the rest of the last. */
  readonly ms: number
}

interface NewCard {
  readonly owner: string
  readonly place: number
  readonly isTurned: boolean
}

function newCards(before: readonly Dealt[], now: readonly Dealt[]): NewCard[] {
  const known = new Map(before.map(({ owner, cards }) => [owner, cards]))
  return now.flatMap(({ owner, cards }) => {
    const had = known.get(owner) ?? []
    return cards.flatMap((card, place) =>
      had[place] === card ? [] : [{ owner, place, isTurned: card !== null && had[place] === null }],
    )
  })
}

/** The order and times of a deal: owner by owner, or card by card round the table for the first two of a new round.
 *  @param before what was there; empty for a new round
 *  @param stepMs milliseconds between two cards */
export function dealOf(before: readonly Dealt[], now: readonly Dealt[], stepMs: number): Deal {
  const isRound = before.length === 0
  const turnOf = ({ place }: NewCard) => (isRound ? Math.min(place, 2) : 0)
  const cards = newCards(before, now).sort((one, other) => turnOf(one) - turnOf(other))
  const movements = new Map<string, CardMovement>()
  let afterMs = 0
  for (const { owner, place, isTurned } of cards) {
    movements.set(`${owner}:${place}`, { kind: isTurned ? 'flip' : 'deal', afterMs })
    afterMs += isTurned ? CARD_MS : stepMs
  }
  return {
    movementOf: (owner, place) => movements.get(`${owner}:${place}`),
    isDealtTo: (owner) => cards.some((card) => card.owner === owner),
    ms: cards.length === 0 ? 0 : afterMs - stepMs + CARD_MS + 60,
  }
}

import type { BlackjackView } from '#schemas'
import type { Dealt } from './deal-order.ts'

/** The owner of the dealer's cards. */
export const DEALER = 'dealer'

/** Names hands: box 1 has `1.1`, and `1.2` once it is split. */
export function handOwners(hands: BlackjackView['hands']): string[] {
  return hands.map(({ box }, place) => `${box}.${1 + hands.slice(0, place).filter((hand) => hand.box === box).length}`)
}

/** The dealer's cards with the one that lies face down. */
export function dealerCards({ dealer }: BlackjackView): (string | null)[] {
  return dealer.isHidden ? [...dealer.cards, null] : [...dealer.cards]
}

/** All cards of a view, by hand, those of the dealer last. */
export function seatsOf(view: BlackjackView): Dealt[] {
  const owners = handOwners(view.hands)
  const hands = view.hands.map(({ cards }, place) => ({ owner: owners[place] ?? '', cards }))
  return [...hands, { owner: DEALER, cards: dealerCards(view) }]
}

/** The cards that were there before a view. The second card of a hand that has been split is the first of the new hand: nobody deals
 *  it again. */
export function seatsBefore(before: BlackjackView | null, view: BlackjackView): Dealt[] {
  if (before === null) return []
  const seats = seatsOf(before)
  const owners = new Set(seats.map(({ owner }) => owner))
  const split = handOwners(view.hands).find((owner) => owner.endsWith('.2') && !owners.has(owner))
  if (!split) return seats
  const one = split.replace('.2', '.1')
  const [first = null, second = null] = seats.find(({ owner }) => owner === one)?.cards ?? []
  return seats.flatMap((seat) =>
    seat.owner === one
      ? [
          { owner: one, cards: [first] },
          { owner: split, cards: [second] },
        ]
      : [seat],
  )
}

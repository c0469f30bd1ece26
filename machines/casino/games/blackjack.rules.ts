import type { FairDraw } from '#machines/odds/fair-draw.rules.ts'
import { add, compare, multiply, ONE, type Rational, rational, subtract, ZERO } from '#machines/odds/rational.rules.ts'
import type { GameAct } from '#schemas'
import { drawEndless, rankOf } from '../cards/playing-cards.ts'
import { type GameRules, hasSpots, type Played, refuse, type SettingsOf, timesE4, type ViewOf } from './game-rules.ts'

/** A hand of the player. */
export interface BlackjackHand {
  /** Which stake it was dealt for, from 1. */
  readonly box: number
  readonly cards: readonly string[]
  /** Minor units, with what a double has added. */
  readonly stakeMinor: number
  readonly isSplit: boolean
  /** Whether it takes no more cards by the player's will. */
  readonly hasStood: boolean
}

/** A round. */
export interface BlackjackState {
  readonly phase: 'insurance' | 'playing' | 'over'
  /** Hands in the order of play. */
  readonly hands: readonly BlackjackHand[]
  /** The second card is hidden until the round is over. */
  readonly dealer: readonly string[]
  /** Minor units staked on the dealer's blackjack. */
  readonly insuredMinor: number
}

type View = ViewOf<'blackjack'>
type Act = View['acts'][number]

/** The best value of cards. */
export interface BlackjackValue {
  readonly total: number
  /** Whether an ace counts 11. */
  readonly isSoft: boolean
}

/** The value of a card: an ace 11, pictures 10. */
export function blackjackValue(card: string): number {
  const rank = rankOf(card)
  return rank === 14 ? 11 : Math.min(rank, 10)
}

function withCard({ total, isSoft }: BlackjackValue, value: number): BlackjackValue {
  let sum = total + value
  let aces = (isSoft ? 1 : 0) + (value === 11 ? 1 : 0)
  for (; sum > 21 && aces > 0; aces--) sum -= 10
  return { total: sum, isSoft: aces > 0 }
}

const NO_CARDS: BlackjackValue = { total: 0, isSoft: false }

/** The best value of a hand: aces count 11 while that is not too much. */
export function blackjackTotal(cards: readonly string[]): BlackjackValue {
  return cards.map(blackjackValue).reduce(withCard, NO_CARDS)
}

function isNatural(cards: readonly string[]): boolean {
  return cards.length === 2 && blackjackTotal(cards).total === 21
}

function isBlackjack({ cards, isSplit }: BlackjackHand): boolean {
  return !isSplit && isNatural(cards)
}

function isOpen({ cards, hasStood }: BlackjackHand): boolean {
  return !hasStood && blackjackTotal(cards).total < 21
}

/** The place of the hand whose turn it is; -1 when it is nobody's. */
function turnOf({ phase, hands }: BlackjackState): number {
  return phase === 'playing' ? hands.findIndex(isOpen) : -1
}

/** Half of the stakes, rounded down. */
function insuranceOf(hands: readonly BlackjackHand[]): number {
  return Math.floor(stakesOf(hands) / 2)
}

function stakesOf(hands: readonly BlackjackHand[]): number {
  return hands.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0)
}

function actsOf(state: BlackjackState): Act[] {
  if (state.phase === 'insurance') return ['insure', 'decline']
  const hand = state.hands[turnOf(state)]
  if (!hand) return []
  const [one, other, ...more] = hand.cards.map(blackjackValue)
  const isPair = one === other && !hand.isSplit
  return ['hit', 'stand', ...(more.length === 0 ? (['double', ...(isPair ? (['split'] as const) : [])] as const) : [])]
}

/** Ends the round once no hand is left to play: the dealer draws to 17 when a hand still depends on it. */
function playOn(state: BlackjackState, draw: FairDraw): BlackjackState {
  if (turnOf(state) !== -1) return state
  const dealer = [...state.dealer]
  if (state.hands.some((hand) => !isBlackjack(hand) && blackjackTotal(hand.cards).total <= 21))
    while (blackjackTotal(dealer).total < 17) dealer.push(drawEndless(draw))
  return { ...state, phase: 'over', dealer }
}

/** What follows once nothing is left to say about insurance: the dealer looks for a blackjack, which ends the round. */
function peek(state: BlackjackState, draw: FairDraw): BlackjackState {
  if (isNatural(state.dealer)) return { ...state, phase: 'over' }
  return playOn({ ...state, phase: 'playing' }, draw)
}

/** The hands that one becomes. */
function played(hand: BlackjackHand, act: Exclude<Act, 'insure' | 'decline'>, draw: FairDraw): BlackjackHand[] {
  if (act === 'stand') return [{ ...hand, hasStood: true }]
  if (act !== 'split') {
    const next = { ...hand, cards: [...hand.cards, drawEndless(draw)] }
    return [act === 'hit' ? next : { ...next, stakeMinor: hand.stakeMinor * 2, hasStood: true }]
  }
  return hand.cards.map((card) => ({
    ...hand,
    cards: [card, drawEndless(draw)],
    isSplit: true,
    hasStood: blackjackValue(card) === 11,
  }))
}

function act(state: BlackjackState, { kind }: GameAct, draw: FairDraw): Played<BlackjackState> {
  const asked = actsOf(state).find((one) => one === kind)
  if (!asked) return refuse('casino.out_of_turn')
  if (asked === 'insure') return { state: peek({ ...state, insuredMinor: insuranceOf(state.hands) }, draw) }
  if (asked === 'decline') return { state: peek(state, draw) }
  const turn = turnOf(state)
  const hands = state.hands.flatMap((hand, place) => (place === turn ? played(hand, asked, draw) : [hand]))
  return { state: playOn({ ...state, hands }, draw) }
}

function resultOf({ phase, dealer }: BlackjackState, hand: BlackjackHand): View['hands'][number]['result'] {
  const { total } = blackjackTotal(hand.cards)
  if (total > 21) return 'lost'
  if (phase !== 'over') return 'open'
  if (isBlackjack(hand)) return isNatural(dealer) ? 'push' : 'blackjack'
  if (isNatural(dealer)) return 'lost'
  const against = blackjackTotal(dealer).total
  if (against > 21 || total > against) return 'won'
  return total === against ? 'push' : 'lost'
}

function handView(settings: SettingsOf<'blackjack'>, state: BlackjackState, place: number): View['hands'] {
  const hand = state.hands[place]
  if (!hand) return []
  const { box, cards, stakeMinor } = hand
  const value = blackjackTotal(cards)
  const result = resultOf(state, hand)
  const ofOpen = turnOf(state) === place ? 'playing' : 'waiting'
  const ofOthers = isBlackjack(hand) ? 'blackjack' : value.total > 21 ? 'bust' : 'stood'
  const pays = { open: 0, lost: 0, push: stakeMinor, won: stakeMinor * 2 }
  const payMinor =
    result === 'blackjack' ? stakeMinor + timesE4(stakeMinor, settings.blackjackPaysE4) : (pays[result] ?? 0)
  const isLeft = state.phase !== 'over' && isOpen(hand)
  return [{ box, cards: [...cards], ...value, stakeMinor, state: isLeft ? ofOpen : ofOthers, result, payMinor }]
}

/** Blackjack against a dealer who stands on 17, dealt from endless packs (CAS-11). Cards come in the order of the deal: one for each box,
 *  one for the dealer, a second one for each box, the dealer's hidden one; a split draws for the first hand and then for the second. */
export const BLACKJACK: GameRules<'blackjack', BlackjackState> = {
  kind: 'blackjack',
  open({ boxes }, { stakes }, draw) {
    const boxOf = (on: string) => [1, 2, 3].findIndex((box) => box <= boxes && on === `box${box}`) + 1
    if (!hasSpots(stakes, (on) => boxOf(on) > 0)) return refuse('casino.stake_invalid')
    const seats = stakes.map(({ on, amountMinor }) => ({ box: boxOf(on), stakeMinor: amountMinor }))
    seats.sort((one, other) => one.box - other.box)
    const first = [...seats, null].map(() => drawEndless(draw))
    const second = [...seats, null].map(() => drawEndless(draw))
    const dealt = [...seats, null].map((_, place) => [first[place] ?? '', second[place] ?? ''])
    const dealer = dealt.pop() ?? []
    const hands = seats.map((seat, place) => ({ ...seat, cards: dealt[place] ?? [], isSplit: false, hasStood: false }))
    const state: BlackjackState = { phase: 'insurance', hands, dealer, insuredMinor: 0 }
    return { state: blackjackValue(dealer[0] ?? '') === 11 ? state : peek(state, draw) }
  },
  act: (_settings, state, asked, draw) => act(state, asked, draw),
  finish(_settings, state, draw) {
    if (state.phase === 'over') return state
    const decided = state.phase === 'insurance' ? peek(state, draw) : state
    if (decided.phase === 'over') return decided
    return playOn({ ...decided, hands: decided.hands.map((hand) => ({ ...hand, hasStood: true })) }, draw)
  },
  isOver: ({ phase }) => phase === 'over',
  stakeMinor: ({ hands, insuredMinor }) => stakesOf(hands) + insuredMinor,
  payoutMinor(settings, state) {
    const { hands, insurance } = BLACKJACK.view(settings, state)
    return hands.reduce((sum, { payMinor }) => sum + payMinor, insurance.payMinor)
  },
  view(settings, state) {
    const { phase, hands, dealer, insuredMinor } = state
    const isHidden = phase !== 'over'
    const seen = isHidden ? dealer.slice(0, 1) : [...dealer]
    const isInsured = !isHidden && isNatural(dealer)
    return {
      kind: 'blackjack',
      dealer: { cards: seen, total: blackjackTotal(seen).total, isHidden },
      hands: hands.flatMap((_, place) => handView(settings, state, place)),
      insurance: {
        isOffered: phase === 'insurance',
        stakeMinor: insuredMinor,
        payMinor: isInsured ? insuredMinor * 3 : 0,
      },
      acts: actsOf(state),
    }
  },
  returns({ blackjackPaysE4 }) {
    const exact = add(ONE, blackjackMean(rational(blackjackPaysE4, 10_000)))
    return { lowest: exact, highest: exact }
  },
  faults: () => [],
}

/** The values of cards and their chances in thirteenths. */
const VALUES: readonly (readonly [value: number, thirteenths: number])[] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(
  (value) => [value, value === 10 ? 4 : 1],
)

/** The mean over the next card of what each value is worth. */
function meanOf(worth: (value: number) => Rational): Rational {
  const sum = VALUES.reduce((all, [value, count]) => add(all, multiply(rational(count), worth(value))), ZERO)
  return multiply(sum, rational(1, 13))
}

function greater(one: Rational, other: Rational): Rational {
  return compare(one, other) < 0 ? other : one
}

/** What comes of acts in the mean, in stakes won or lost, once the dealer has this card open and no blackjack. */
interface BlackjackTable {
  readonly stand: (hand: BlackjackValue) => Rational
  readonly hit: (hand: BlackjackValue) => Rational
  readonly double: (hand: BlackjackValue) => Rational
  /** Of a pair. */
  readonly split: (hand: BlackjackValue) => Rational
}

const MINUS_ONE = rational(-1)

/** The chances of the dealer's last totals, all that is above 21 at 22, when these cards are open and the next is none of `without`. */
function dealerEnds(hand: BlackjackValue, without = 0): ReadonlyMap<number, Rational> {
  if (hand.total >= 17) return new Map([[Math.min(hand.total, 22), ONE]])
  const ends = new Map<number, Rational>()
  const next = VALUES.filter(([value]) => value !== without)
  const all = next.reduce((sum, [, count]) => sum + count, 0)
  for (const [value, count] of next)
    for (const [total, chance] of dealerEnds(withCard(hand, value)))
      ends.set(total, add(ends.get(total) ?? ZERO, multiply(chance, rational(count, all))))
  return ends
}

/** Remembers what a function gave for a hand. */
function remembered(worth: (hand: BlackjackValue) => Rational): (hand: BlackjackValue) => Rational {
  const known = new Map<number, Rational>()
  return (hand) => {
    const key = hand.total * 2 + (hand.isSoft ? 1 : 0)
    const value = known.get(key) ?? worth(hand)
    known.set(key, value)
    return value
  }
}

function tableOf(open: number): BlackjackTable {
  // Nothing is added to an ace or a ten that would be a blackjack: the dealer has looked.
  const ends = dealerEnds(withCard(NO_CARDS, open), { 10: 11, 11: 10 }[open])
  const stand = remembered(({ total }) => {
    if (total > 21) return MINUS_ONE
    const chanceOf = (wins: (end: number) => boolean) =>
      [...ends].reduce((sum, [end, chance]) => (wins(end) ? add(sum, chance) : sum), ZERO)
    return subtract(
      chanceOf((end) => end === 22 || end < total),
      chanceOf((end) => end !== 22 && end > total),
    )
  })
  const best = (hand: BlackjackValue): Rational => (hand.total >= 21 ? stand(hand) : greater(stand(hand), hit(hand)))
  const hit = remembered((hand) => meanOf((value) => best(withCard(hand, value))))
  const double = remembered((hand) =>
    multiply(
      rational(2),
      meanOf((value) => stand(withCard(hand, value))),
    ),
  )
  const afterSplit = (hand: BlackjackValue) => (hand.total >= 21 ? stand(hand) : greater(best(hand), double(hand)))
  const split = remembered((pair) => {
    const value = pair.isSoft ? 11 : pair.total / 2
    const one = withCard(NO_CARDS, value)
    return multiply(
      rational(2),
      meanOf((next) => (value === 11 ? stand : afterSplit)(withCard(one, next))),
    )
  })
  return { stand, hit, double, split }
}

const tables = new Map<number, BlackjackTable>()

/** The table of an open card, which no settings change. */
function tableFor(open: number): BlackjackTable {
  const table = tables.get(open) ?? tableOf(open)
  tables.set(open, table)
  return table
}

/** An act and what it is worth in the mean. */
interface Ranked {
  readonly kind: 'stand' | 'hit' | 'double' | 'split'
  readonly worth: Rational
}

/** The best acts that were asked for before. */
const BEST = new Map<string, Ranked>()

/** The act that is worth the most of those that are allowed; of equal ones, the simpler. */
function bestOf(
  open: number,
  hand: BlackjackValue,
  { canDouble, canSplit }: { readonly canDouble: boolean; readonly canSplit: boolean },
): Ranked {
  const key = [open, hand.total, hand.isSoft, canDouble, canSplit].join()
  const known = BEST.get(key)
  if (known) return known
  const table = tableFor(open)
  const others: readonly Ranked[] = [
    { kind: 'hit', worth: table.hit(hand) },
    ...(canDouble ? [{ kind: 'double' as const, worth: table.double(hand) }] : []),
    ...(canSplit ? [{ kind: 'split' as const, worth: table.split(hand) }] : []),
  ]
  const stand: Ranked = { kind: 'stand', worth: table.stand(hand) }
  const best = others.reduce((one, other) => (compare(other.worth, one.worth) > 0 ? other : one), stand)
  BEST.set(key, best)
  return best
}

/** The mean of a round by the best play without insurance, in stakes won or lost. */
function blackjackMean(blackjackPays: Rational): Rational {
  const ofDeal = (open: number, one: number, other: number): Rational => {
    const blackjack = rational({ 10: 1, 11: 4 }[open] ?? 0, 13)
    const hand = withCard(withCard(NO_CARDS, one), other)
    const rest = subtract(ONE, blackjack)
    if (hand.total === 21) return multiply(rest, blackjackPays)
    const best = bestOf(open, hand, { canDouble: true, canSplit: one === other })
    return subtract(multiply(rest, best.worth), blackjack)
  }
  return meanOf((open) => meanOf((one) => meanOf((other) => ofDeal(open, one, other))))
}

/** The act that wins the most in the mean, and never the insurance; null when there is nothing to do. */
export function bestBlackjackAct(_settings: SettingsOf<'blackjack'>, view: View): GameAct | null {
  if (view.acts.includes('decline')) return { kind: 'decline' }
  const hand = view.hands.find(({ state }) => state === 'playing')
  const [open] = view.dealer.cards
  if (!hand || open === undefined) return null
  const [canDouble, canSplit] = [view.acts.includes('double'), view.acts.includes('split')]
  return { kind: bestOf(blackjackValue(open), hand, { canDouble, canSplit }).kind }
}

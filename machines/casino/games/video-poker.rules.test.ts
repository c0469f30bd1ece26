import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toPlaces } from '#machines/odds/rational.rules.ts'
import { CARDS } from '../cards/playing-cards.ts'
import type { SettingsOf } from './game-rules.ts'
import { MANY_ROUNDS, scriptedDraw, seededDraw, simulate } from './simulate.test-support.ts'
import { bestHold, pokerHand, VIDEO_POKER, type VideoPokerState } from './video-poker.rules.ts'

type Settings = SettingsOf<'video_poker'>

function settingsOf(pays: readonly number[]): Settings {
  const [pair = 0, two_pair = 0, three = 0, straight = 0, flush = 0, full_house = 0, four = 0, ...best] = pays
  const [straight_flush = 0, royal_flush = 0] = best
  const of = { pair, two_pair, three, straight, flush, full_house, four, straight_flush, royal_flush }
  return { kind: 'video_poker', pays: of }
}

const SETTINGS = settingsOf([1, 2, 3, 4, 6, 9, 25, 50, 800])
const MAIN = { stakes: [{ on: 'main', amountMinor: 5 }], choice: { kind: 'video_poker' } } as const

function cardsOf(text: string): string[] {
  return text.split(' ')
}

/** Where these cards are among those that are left when they are taken one after the other. */
function placesAmong(cards: readonly string[], wanted: readonly string[]): number[] {
  const left = [...cards]
  return wanted.map((card) => {
    const place = left.indexOf(card)
    left.splice(place, 1)
    return place
  })
}

function dealt(text: string): VideoPokerState {
  const played = VIDEO_POKER.open(SETTINGS, MAIN, scriptedDraw(placesAmong(CARDS, cardsOf(text))))
  if ('refusal' in played) throw new Error(played.refusal)
  return played.state
}

/** Deals cards, holds places and draws others. */
function play(text: string, held: number[], replaced: string) {
  const state = dealt(text)
  const rest = CARDS.filter((card) => !state.dealt.includes(card))
  const draw = scriptedDraw(placesAmong(rest, replaced === '' ? [] : cardsOf(replaced)))
  const played = VIDEO_POKER.act(SETTINGS, state, { kind: 'hold', held }, draw)
  if ('refusal' in played) throw new Error(played.refusal)
  return {
    view: VIDEO_POKER.view(SETTINGS, played.state),
    payoutMinor: VIDEO_POKER.payoutMinor(SETTINGS, played.state),
    state: played.state,
  }
}

test.each([
  ['Tc Jc Qc Kc Ac', 'royal_flush'],
  ['9c Tc Jc Qc Kc', 'straight_flush'],
  ['5d 4d 3d 2d Ad', 'straight_flush'],
  ['7c 7d 7h 7s 2c', 'four'],
  ['7c 7d 7h 2s 2c', 'full_house'],
  ['2c 9c 5c Kc Jc', 'flush'],
  ['Ac 2d 3h 4s 5c', 'straight'],
  ['Ac Kd Qh Js Tc', 'straight'],
  ['7c 7d 7h 2s 3c', 'three'],
  ['Ac Ad 3h 3s 5c', 'two_pair'],
  ['Jc 2d Jh 4s 5c', 'pair'],
  ['Ac 2d Ah 4s 5c', 'pair'],
  ['Tc 2d Th 4s 5c', 'none'],
  ['Qc Kd Ah 2s 3c', 'none'],
  ['2c 3d 4h 5s 7c', 'none'],
] as const)('%s make %s', (text, hand) => {
  expect(pokerHand(cardsOf(text))).toBe(hand)
  expect(pokerHand(cardsOf(text).reverse())).toBe(hand)
})

test('of all hands with the two of clubs and the ace of spades, as many are of each kind as can be counted', () => {
  const counts = new Map<string, number>()
  for (let one = 1; one < 51; one++)
    for (let two = one + 1; two < 51; two++)
      for (let three = two + 1; three < 51; three++) {
        const hand = pokerHand([0, one, two, three, 51].map((place) => CARDS[place] ?? ''))
        counts.set(hand, (counts.get(hand) ?? 0) + 1)
      }
  expect(Object.fromEntries(counts)).toEqual({
    // The rest of C(50, 3).
    none: 15_056,
    // Another ace and two other ranks: 3 × C(11, 2) × 16. A pair of jacks, queens or kings: 3 × 6 × 40.
    pair: 2640 + 720,
    // Aces and twos: 9 × 44. One of both and another rank: 2 × 3 × 11 × 6.
    two_pair: 396 + 396,
    // Two more of one of both: 2 × 3 × 44. Three of another rank: 11 × 4.
    three: 264 + 44,
    ...{ straight: 64, full_house: 18, four: 2 },
  })
})

test('cards that are not held are replaced in their places', () => {
  const { view, payoutMinor } = play('Jc 2d Jh 4s 5c', [2, 0], 'Js 9d Jd')
  expect(view).toEqual({
    ...{ kind: 'video_poker', cards: ['Jc', 'Js', 'Jh', '9d', 'Jd'], held: [0, 2], isDrawn: true },
    ...{ hand: 'four', payMinor: 125 },
  })
  expect(payoutMinor).toBe(125)
})

test('all cards can be held, and none', () => {
  expect(play('Ac Kc Qc Jc Tc', [0, 1, 2, 3, 4], '').view).toMatchObject({ hand: 'royal_flush', payMinor: 4000 })
  const { view } = play('2c 7d 9h 4s 5c', [], 'Ts 3d 8c Kh 2s')
  expect(view).toMatchObject({ cards: ['Ts', '3d', '8c', 'Kh', '2s'], held: [], hand: 'none', payMinor: 0 })
})

test('before the draw only the dealt cards and what they make are in sight, and nothing is paid', () => {
  const state = dealt('Jc 2d Jh 4s 5c')
  expect(VIDEO_POKER.view(SETTINGS, state)).toEqual({
    ...{ kind: 'video_poker', cards: ['Jc', '2d', 'Jh', '4s', '5c'], held: [], isDrawn: false },
    ...{ hand: 'pair', payMinor: 0 },
  })
  expect(VIDEO_POKER.isOver(state)).toBe(false)
  expect(VIDEO_POKER.payoutMinor(SETTINGS, state)).toBe(0)
  // The cards that will come are not drawn yet: nothing can show them.
  expect(state.drawn).toEqual([])
})

test('a hand that pays nothing is none', () => {
  const settings = settingsOf([0, 2, 3, 4, 6, 9, 25, 50, 800])
  expect(VIDEO_POKER.view(settings, dealt('Jc 2d Jh 4s 5c')).hand).toBe('none')
})

test('there is one stake', () => {
  const openWith = (...spots: readonly string[]) =>
    VIDEO_POKER.open(
      SETTINGS,
      { stakes: spots.map((on) => ({ on, amountMinor: 1 })), choice: MAIN.choice },
      seededDraw(1),
    )
  for (const spots of [[], ['other'], ['main', 'main']])
    expect(openWith(...spots)).toEqual({ refusal: 'casino.stake_invalid' })
})

test('only different places of the five cards can be held, and only once', () => {
  const state = dealt('Jc 2d Jh 4s 5c')
  const draw = seededDraw(1)
  for (const held of [[0, 0], [5], [-1], [0.5], [0, 1, 2, 3, 4, 4]])
    expect(VIDEO_POKER.act(SETTINGS, state, { kind: 'hold', held }, draw)).toEqual({ refusal: 'casino.act_invalid' })
  expect(VIDEO_POKER.act(SETTINGS, state, { kind: 'hit' }, draw)).toEqual({ refusal: 'casino.act_invalid' })
  const drawn = play('Jc 2d Jh 4s 5c', [0, 2], 'Js 9d Jd').state
  const again = VIDEO_POKER.act(SETTINGS, drawn, { kind: 'hold', held: [] }, draw)
  expect(again).toEqual({ refusal: 'casino.out_of_turn' })
})

test('a round that is left holds what is best', () => {
  const state = VIDEO_POKER.finish(SETTINGS, dealt('Jc 2d Jh 4s 5c'), seededDraw(5))
  expect(VIDEO_POKER.isOver(state)).toBe(true)
  expect(state.held).toEqual([0, 2])
  expect(VIDEO_POKER.finish(SETTINGS, state, seededDraw(6))).toBe(state)
})

test('no card comes twice', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 0xffff_ffff }),
      fc.uniqueArray(fc.integer({ min: 0, max: 4 })),
      (seed, held) => {
        const draw = seededDraw(seed)
        const opened = VIDEO_POKER.open(SETTINGS, MAIN, draw)
        if ('refusal' in opened) throw new Error(opened.refusal)
        const played = VIDEO_POKER.act(SETTINGS, opened.state, { kind: 'hold', held }, draw)
        if ('refusal' in played) throw new Error(played.refusal)
        const { dealt: first, drawn } = played.state
        expect(new Set([...first, ...drawn]).size).toBe(10 - held.length)
        const { cards } = VIDEO_POKER.view(SETTINGS, played.state)
        for (const place of held) expect(cards[place]).toBe(first[place])
        expect(JSON.parse(JSON.stringify(played.state))).toEqual(played.state)
      },
    ),
  )
})

test.each([
  ['Ah Kh Qh Jh 2c', [0, 1, 2, 3]],
  ['2h Kh Qh Jh Th', [1, 2, 3, 4]],
  ['Kc Kd Qh Jh Th', [0, 1]],
  ['9c Kh Qh Jh Th', [1, 2, 3, 4]],
  ['4c 4d 9h 9s Kc', [0, 1, 2, 3]],
  ['2c 7d 9h 4s 5c', []],
  ['Jc 7d 2h 4s 5c', [0]],
  ['3c 3d 3h Ks Qs', [0, 1, 2]],
  ['2c 9c 5c Kc Jc', [0, 1, 2, 3, 4]],
] as const)('of %s, the places %j are held', (text, held) => {
  expect(bestHold(SETTINGS, cardsOf(text))).toEqual(held)
})

/** What a hold pays in the mean, by going through all cards that may come. */
function meanOf(cards: readonly string[], held: readonly number[]): number {
  const rest = CARDS.filter((card) => !cards.includes(card))
  const kept = held.map((place) => cards[place] ?? '')
  let [sum, ways] = [0, 0]
  const complete = (hand: readonly string[], from: number): void => {
    if (hand.length === 5) {
      const made = pokerHand(hand)
      sum += made === 'none' ? 0 : SETTINGS.pays[made]
      ways++
      return
    }
    for (let at = from; at < rest.length; at++) complete([...hand, rest[at] ?? ''], at + 1)
  }
  complete(kept, 0)
  return sum / ways
}

test('no other hold of two cards or more pays more, by going through all draws', () => {
  for (const text of ['Ah Kd Qh 9s 8h', 'Tc 9c 8d 7c 2c', '6c 6d 7h 8s 9s']) {
    const cards = cardsOf(text)
    const best = meanOf(cards, bestHold(SETTINGS, cards))
    for (let mask = 0; mask < 32; mask++) {
      const held = [0, 1, 2, 3, 4].filter((place) => mask & (1 << place))
      if (held.length >= 2) expect(meanOf(cards, held)).toBeLessThanOrEqual(best)
    }
  }
})

test('the return of the best play is the known one', () => {
  const { lowest, highest } = VIDEO_POKER.returns(SETTINGS)
  expect(lowest).toEqual({ numerator: 1_653_526_326_983n, denominator: 1_661_102_543_100n })
  expect(highest).toEqual(lowest)
})

test('lower pays for the full house and the flush lower the return to the known one', () => {
  expect(toPlaces(VIDEO_POKER.returns(settingsOf([1, 2, 3, 4, 5, 8, 25, 50, 800])).lowest, 6)).toBe('0.972984')
})

test('the return is found once for the same pays', () => {
  const one = VIDEO_POKER.returns(SETTINGS).lowest
  expect(VIDEO_POKER.returns(structuredClone(SETTINGS)).lowest).toBe(one)
})

test('many rounds by the best play return what is exact', () => {
  const exact = Number(toPlaces(VIDEO_POKER.returns(SETTINGS).lowest, 12))
  const hold = ({ cards }: { readonly cards: readonly string[] }) =>
    ({ kind: 'hold', held: bestHold(SETTINGS, cards) }) as const
  const { mean, standardError } = simulate(VIDEO_POKER, SETTINGS, MAIN, hold, MANY_ROUNDS, 31)
  expect(Math.abs(mean - exact)).toBeLessThan(4 * standardError)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare, ONE, toPlaces } from '#machines/odds/rational.rules.ts'
import type { BlackjackView, GameAct } from '#schemas'
import { CARDS, placeOf } from '../cards/playing-cards.ts'
import { BLACKJACK, type BlackjackState, bestBlackjackAct, blackjackTotal } from './blackjack.rules.ts'
import type { Played, SettingsOf } from './game-rules.ts'
import { MANY_ROUNDS, scriptedDraw, seededDraw, simulate } from './simulate.test-support.ts'

const SETTINGS: SettingsOf<'blackjack'> = { kind: 'blackjack', boxes: 3, blackjackPaysE4: 15_000 }
const CHOICE = { kind: 'blackjack' } as const

function stakes(...amounts: readonly number[]) {
  return { stakes: amounts.map((amountMinor, place) => ({ on: `box${place + 1}`, amountMinor })), choice: CHOICE }
}

function stateOf(played: Played<BlackjackState>): BlackjackState {
  if ('refusal' in played) throw new Error(played.refusal)
  return played.state
}

/** Plays a round with these cards, in the order in which they are dealt and drawn; all of them are used. */
function play(cards: string, acts: readonly GameAct['kind'][], amounts: readonly number[] = [100]) {
  const list = cards.split(' ')
  const draw = scriptedDraw(list.map(placeOf))
  let state = stateOf(BLACKJACK.open(SETTINGS, stakes(...amounts), draw))
  for (const kind of acts) state = stateOf(BLACKJACK.act(SETTINGS, state, { kind } as GameAct, draw))
  expect(draw.taken()).toBe(list.length)
  return {
    state,
    view: BLACKJACK.view(SETTINGS, state),
    stakeMinor: BLACKJACK.stakeMinor(state),
    payoutMinor: BLACKJACK.payoutMinor(SETTINGS, state),
    isOver: BLACKJACK.isOver(state),
  }
}

function ends({ hands }: BlackjackView) {
  return hands.map(({ total, state, result, payMinor }) => [total, state, result, payMinor])
}

test('aces count 11 while the hand stays at 21 or below', () => {
  expect(blackjackTotal(['Ah', 'Kd'])).toEqual({ total: 21, isSoft: true })
  expect(blackjackTotal(['Ah', 'As', '9d'])).toEqual({ total: 21, isSoft: true })
  expect(blackjackTotal(['Ah', 'As', 'Td'])).toEqual({ total: 12, isSoft: false })
  expect(blackjackTotal(['Ah', '6d'])).toEqual({ total: 17, isSoft: true })
  expect(blackjackTotal(['Ah', '6d', 'Ks', '5c'])).toEqual({ total: 22, isSoft: false })
})

test('cards go to the boxes, the dealer, the boxes again and face down to the dealer', () => {
  const { view } = play('2c 3c 4c 9h 5d 6d 7d 8s', [], [100, 200, 300])
  expect(view.hands.map(({ box, cards, stakeMinor, state }) => [box, cards.join(' '), stakeMinor, state])).toEqual([
    [1, '2c 5d', 100, 'playing'],
    [2, '3c 6d', 200, 'waiting'],
    [3, '4c 7d', 300, 'waiting'],
  ])
  expect(view.dealer).toEqual({ cards: ['9h'], total: 9, isHidden: true })
  expect(view.acts).toEqual(['hit', 'stand', 'double'])
})

test('boxes are played in their order, whatever the order of the stakes and with any box left out', () => {
  const asked = {
    stakes: [
      { on: 'box3', amountMinor: 300 },
      { on: 'box1', amountMinor: 100 },
    ],
    choice: CHOICE,
  }
  const state = stateOf(
    BLACKJACK.open(SETTINGS, asked, scriptedDraw(['2c', '3c', '9h', '5d', '6d', '8s'].map(placeOf))),
  )
  const { hands } = BLACKJACK.view(SETTINGS, state)
  expect(hands.map(({ box, stakeMinor }) => [box, stakeMinor])).toEqual([
    [1, 100],
    [3, 300],
  ])
})

test('the dealer draws to 17 and stands on a soft 17', () => {
  const hard = play('Tc 6h 8d Td 2s', ['stand'])
  expect(hard.view.dealer).toEqual({ cards: ['6h', 'Td', '2s'], total: 18, isHidden: false })
  expect(ends(hard.view)).toEqual([[18, 'stood', 'push', 100]])
  const soft = play('Tc 6h 8d As', ['stand'])
  expect(soft.view.dealer).toEqual({ cards: ['6h', 'As'], total: 17, isHidden: false })
  expect(ends(soft.view)).toEqual([[18, 'stood', 'won', 200]])
})

test('a hand of more than 21 loses at once and the dealer draws nothing', () => {
  const { view, isOver, payoutMinor } = play('Tc 6h 8d Td 5s', ['hit'])
  expect(isOver).toBe(true)
  expect(ends(view)).toEqual([[23, 'bust', 'lost', 0]])
  expect(view.dealer.cards).toEqual(['6h', 'Td'])
  expect(payoutMinor).toBe(0)
  expect(view.acts).toEqual([])
})

test('a hand that reaches 21 stands by itself', () => {
  const { view } = play('Tc 7h 6d Td 5s', ['hit'])
  expect(ends(view)).toEqual([[21, 'stood', 'won', 200]])
})

test('a dealer above 21 pays all hands that are not bust', () => {
  const { view, payoutMinor } = play('Tc Tc 6h 8d 6d Td 9s Ks', ['stand', 'hit'], [100, 50])
  expect(ends(view)).toEqual([
    [18, 'stood', 'won', 200],
    [25, 'bust', 'lost', 0],
  ])
  expect(view.dealer.total).toBe(26)
  expect(payoutMinor).toBe(200)
})

test('a blackjack pays three to two, rounded down, without cards for the dealer', () => {
  const { view, isOver, payoutMinor } = play('Ac 6h Kd Td', [], [101])
  expect(isOver).toBe(true)
  expect(ends(view)).toEqual([[21, 'blackjack', 'blackjack', 252]])
  expect(view.dealer.cards).toEqual(['6h', 'Td'])
  expect(payoutMinor).toBe(252)
})

test('a blackjack waits for the other boxes', () => {
  const { view, isOver } = play('Ac 9c 6h Kd 5d Td', [], [100, 100])
  expect(isOver).toBe(false)
  expect(ends(view)).toEqual([
    [21, 'blackjack', 'open', 0],
    [14, 'playing', 'open', 0],
  ])
})

test('a dealer with a ten and a blackjack ends the round: blackjacks push, the rest loses', () => {
  const { view, isOver, stakeMinor, payoutMinor } = play('Ac 9c Kh Kd 9d As', [], [100, 60])
  expect(isOver).toBe(true)
  expect(ends(view)).toEqual([
    [21, 'blackjack', 'push', 100],
    [18, 'stood', 'lost', 0],
  ])
  expect(view.dealer).toEqual({ cards: ['Kh', 'As'], total: 21, isHidden: false })
  expect([stakeMinor, payoutMinor]).toEqual([160, 100])
})

test('21 of three cards pushes with the 21 of a dealer who draws', () => {
  const { view } = play('Tc 7h 6d 4d 5s Ts', ['hit'])
  expect(ends(view)).toEqual([[21, 'stood', 'push', 100]])
})

test('insurance is offered before anything else when the dealer shows an ace', () => {
  const { view } = play('Tc Ah 8d Kd', [], [101])
  expect(view.insurance).toEqual({ isOffered: true, stakeMinor: 0, payMinor: 0 })
  expect(view.acts).toEqual(['insure', 'decline'])
  expect(view.hands[0]?.state).toBe('waiting')
  expect(view.dealer.total).toBe(11)
})

test('insurance costs half of all stakes, rounded down, and pays two to one on a blackjack', () => {
  const { view, isOver, stakeMinor, payoutMinor } = play('Tc Ac Ah 8d Kd Qd', ['insure'], [101, 100])
  expect(isOver).toBe(true)
  expect(view.insurance).toEqual({ isOffered: false, stakeMinor: 100, payMinor: 300 })
  expect(ends(view)).toEqual([
    [18, 'stood', 'lost', 0],
    [21, 'blackjack', 'push', 100],
  ])
  expect([stakeMinor, payoutMinor]).toEqual([301, 400])
})

test('insurance is lost when the dealer has no blackjack, and the hands are played', () => {
  const before = play('Tc Ah 8d 6d', ['insure'])
  expect(before.isOver).toBe(false)
  expect(before.view.acts).toEqual(['hit', 'stand', 'double'])
  const { view, stakeMinor, payoutMinor } = play('Tc Ah 8d 6d', ['insure', 'stand'])
  expect(view.insurance).toEqual({ isOffered: false, stakeMinor: 50, payMinor: 0 })
  expect([stakeMinor, payoutMinor]).toEqual([150, 200])
})

test('without insurance a blackjack of the dealer costs the stake', () => {
  const { isOver, stakeMinor, payoutMinor } = play('Tc Ah 8d Kd', ['decline'])
  expect([isOver, stakeMinor, payoutMinor]).toEqual([true, 100, 0])
})

test('a double takes one card for a second stake', () => {
  const { view, stakeMinor, payoutMinor } = play('6c 6h 5d Td 9s 9d', ['double'])
  expect(ends(view)).toEqual([[20, 'stood', 'won', 400]])
  expect(view.hands[0]?.stakeMinor).toBe(200)
  expect([stakeMinor, payoutMinor]).toEqual([200, 400])
})

test('a double is for the first two cards only', () => {
  const { view } = play('2c 6h 3d Td 2s', ['hit'])
  expect(view.acts).toEqual(['hit', 'stand'])
})

test('a pair of the same value splits once, each hand with a stake and a card of its own', () => {
  const { view, stakeMinor } = play('Tc 6h Kd Td Ts 5s', ['split'])
  expect(view.hands.map(({ box, cards, stakeMinor: own, state }) => [box, cards.join(' '), own, state])).toEqual([
    [1, 'Tc Ts', 100, 'playing'],
    [1, 'Kd 5s', 100, 'waiting'],
  ])
  expect(view.acts).toEqual(['hit', 'stand', 'double'])
  expect(stakeMinor).toBe(200)
})

test('hands of a split can be doubled, and their 21 is no blackjack', () => {
  const { view, stakeMinor, payoutMinor } = play('8c 6h 8d Td 3s Th Ks 7c', ['split', 'double', 'stand'])
  expect(ends(view)).toEqual([
    [21, 'stood', 'won', 400],
    [18, 'stood', 'won', 200],
  ])
  expect(view.dealer.total).toBe(23)
  expect([stakeMinor, payoutMinor]).toEqual([300, 600])
  const tens = play('Tc 6h Kd Td Ah As 3s', ['split'])
  expect(ends(tens.view)).toEqual([
    [21, 'stood', 'won', 200],
    [21, 'stood', 'won', 200],
  ])
})

test('aces that are split get one card each and stand', () => {
  const { view, isOver, payoutMinor } = play('Ac 6h Ad Td Ks 4s 4d', ['split'])
  expect(isOver).toBe(true)
  expect(view.dealer.total).toBe(20)
  expect(ends(view)).toEqual([
    [21, 'stood', 'won', 200],
    [15, 'stood', 'lost', 0],
  ])
  expect(payoutMinor).toBe(200)
})

test('what is not allowed now is out of turn', () => {
  const draw = seededDraw(3)
  const refused = { refusal: 'casino.out_of_turn' }
  const attempt = (state: BlackjackState, ...acts: readonly GameAct[]) => {
    for (const act of acts) expect(BLACKJACK.act(SETTINGS, state, act, draw)).toEqual(refused)
  }
  const offered = play('Tc Ah 8d 6d', []).state
  attempt(offered, { kind: 'hit' }, { kind: 'stand' }, { kind: 'double' }, { kind: 'split' })
  const unequal = play('Tc 6h 8d Td', []).state
  attempt(unequal, { kind: 'split' }, { kind: 'insure' }, { kind: 'decline' }, { kind: 'cash_out' })
  attempt(play('2c 6h 3d Td 2s', ['hit']).state, { kind: 'double' })
  attempt(play('8c 6h 8d Td 8h 8s', ['split']).state, { kind: 'split' })
  attempt(play('Tc 6h 8d Td 5s', ['hit']).state, { kind: 'hit' }, { kind: 'stand' }, { kind: 'insure' })
})

test('stakes are on boxes that the game has, each once', () => {
  const draw = seededDraw(4)
  const openWith = (boxes: number, ...spots: readonly string[]) =>
    BLACKJACK.open(
      { ...SETTINGS, boxes },
      { stakes: spots.map((on) => ({ on, amountMinor: 1 })), choice: CHOICE },
      draw,
    )
  const refused = { refusal: 'casino.stake_invalid' }
  for (const spots of [[], ['main'], ['box0'], ['box4'], ['box1', 'box1'], ['box1', 'box']])
    expect(openWith(3, ...spots)).toEqual(refused)
  expect(openWith(1, 'box2')).toEqual(refused)
  expect(openWith(2, 'box2')).toHaveProperty('state')
})

test('a round that is left is ended without insurance and with what the hands have', () => {
  const left = play('Tc 5c Ah 8d 6d 2d', [], [100, 100]).state
  const state = BLACKJACK.finish(SETTINGS, left, scriptedDraw(['9s', '7s'].map(placeOf)))
  const view = BLACKJACK.view(SETTINGS, state)
  expect(view.insurance.stakeMinor).toBe(0)
  expect(view.dealer).toEqual({ cards: ['Ah', '2d', '9s', '7s'], total: 19, isHidden: false })
  expect(ends(view)).toEqual([
    [18, 'stood', 'lost', 0],
    [11, 'stood', 'lost', 0],
  ])
  expect(BLACKJACK.finish(SETTINGS, state, scriptedDraw([]))).toBe(state)
})

test('a round that is left while a hand is played stands on it', () => {
  const left = play('2c 6h 3d Td 2s', ['hit']).state
  const state = BLACKJACK.finish(SETTINGS, left, scriptedDraw([placeOf('Ks')]))
  expect(ends(BLACKJACK.view(SETTINGS, state))).toEqual([[7, 'stood', 'won', 200]])
})

/** Plays at random: all states of a round. */
function wander(seed: number, boxes: number): BlackjackState[] {
  const draw = seededDraw(seed)
  const states = [stateOf(BLACKJACK.open(SETTINGS, stakes(...[101, 50, 7].slice(0, boxes)), draw))]
  for (;;) {
    const state = states.at(-1)
    const acts = state ? BLACKJACK.view(SETTINGS, state).acts : []
    const kind = acts[draw.below(Math.max(acts.length, 1))]
    if (!state || kind === undefined) return states
    states.push(stateOf(BLACKJACK.act(SETTINGS, state, { kind }, draw)))
  }
}

const rounds = fc.tuple(fc.integer({ min: 1, max: 0xffff_ffff }), fc.integer({ min: 1, max: 3 }))

test('nothing in sight depends on the hidden card before the round is over', () => {
  fc.assert(
    fc.property(rounds, fc.constantFrom(...CARDS), ([seed, boxes], other) => {
      for (const state of wander(seed, boxes)) {
        const view = BLACKJACK.view(SETTINGS, state)
        expect(view.dealer.isHidden).toBe(!BLACKJACK.isOver(state))
        if (BLACKJACK.isOver(state)) continue
        expect(view.dealer.cards).toEqual(state.dealer.slice(0, 1))
        const changed = { ...state, dealer: [state.dealer[0] ?? '', other] }
        expect(BLACKJACK.view(SETTINGS, changed)).toEqual(view)
      }
    }),
  )
})

test('in any round, acts are left exactly until it is over, and each hand has ended then', () => {
  fc.assert(
    fc.property(rounds, ([seed, boxes]) => {
      for (const state of wander(seed, boxes)) {
        const { acts, hands, insurance } = BLACKJACK.view(SETTINGS, state)
        const isOver = BLACKJACK.isOver(state)
        expect(acts.length === 0).toBe(isOver)
        expect(JSON.parse(JSON.stringify(state))).toEqual(state)
        expect(hands.length).toBeLessThanOrEqual(boxes * 2)
        if (!isOver) continue
        expect(
          hands.every(({ state: one, result }) => one !== 'playing' && one !== 'waiting' && result !== 'open'),
        ).toBe(true)
        const paid = hands.reduce((sum, { payMinor }) => sum + payMinor, insurance.payMinor)
        expect(BLACKJACK.payoutMinor(SETTINGS, state)).toBe(paid)
      }
    }),
  )
})

test('the return of the best play is exact', () => {
  const { lowest, highest } = BLACKJACK.returns(SETTINGS)
  expect(compare(lowest, highest)).toBe(0)
  // Found by a second program too, which shares nothing with this one.
  expect(lowest).toEqual({
    numerator: 7_016_161_098_045_143_337_706_614_398n,
    denominator: 7_056_410_014_866_816_666_030_739_693n,
  })
  expect(toPlaces(lowest, 9)).toBe('0.994296120')
})

test('a lower pay for blackjacks lowers the return by what it takes', () => {
  const { lowest } = BLACKJACK.returns({ ...SETTINGS, blackjackPaysE4: 12_000 })
  expect(compare(lowest, ONE)).toBe(-1)
  // 0.3 of the stake, as often as a blackjack of the player meets none of the dealer: (8/169) × (161/169).
  expect(toPlaces(lowest, 6)).toBe('0.980767')
})

test('the best play splits aces and eights, doubles eleven and stands on what it should', () => {
  const best = (cards: string, acts: readonly GameAct['kind'][] = []) =>
    bestBlackjackAct(SETTINGS, play(cards, acts).view)?.kind ?? null
  expect(best('Ac 6h Ad Td')).toBe('split')
  expect(best('8c Th 8d 9d')).toBe('split')
  expect(best('Tc 6h Kd Td')).toBe('stand')
  expect(best('6c 6h 5d Td')).toBe('double')
  expect(best('Tc 6h 2d Td')).toBe('stand')
  expect(best('Tc 7h 2d Td')).toBe('hit')
  expect(best('Ac 9h 7d Td')).toBe('hit')
  expect(best('Tc Ah 8d 6d')).toBe('decline')
  expect(best('Tc 6h 8d Td 5s', ['hit'])).toBeNull()
})

function bestOrStand(view: BlackjackView): GameAct {
  return bestBlackjackAct(SETTINGS, view) ?? { kind: 'stand' }
}

test.each([
  [1, 11],
  [3, 12],
])('many rounds of %i boxes by the best play return what is exact', (boxes, seed) => {
  const { lowest } = BLACKJACK.returns(SETTINGS)
  const amounts = Array.from({ length: boxes }, () => 100)
  const { mean, standardError } = simulate(BLACKJACK, SETTINGS, stakes(...amounts), bestOrStand, MANY_ROUNDS, seed)
  expect(Math.abs(mean - Number(toPlaces(lowest, 12)))).toBeLessThan(4 * standardError)
})

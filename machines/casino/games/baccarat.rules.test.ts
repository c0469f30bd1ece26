import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, compare, multiply, ONE, rational, toPlaces } from '#machines/odds/rational.rules.ts'
import type { GameStake } from '#schemas'
import { CARDS } from '../cards/playing-cards.ts'
import { BACCARAT, baccaratChances, baccaratPoints, baccaratTotal } from './baccarat.rules.ts'
import type { SettingsOf } from './game-rules.ts'
import { MANY_ROUNDS, scriptedDraw, seededDraw, simulate } from './simulate.test-support.ts'

const SETTINGS: SettingsOf<'baccarat'> = { kind: 'baccarat', packs: 8, bankerWinsE4: 9500, tieWinsE4: 80_000 }
const CHOICE = { kind: 'baccarat' } as const
const ALL_SPOTS: readonly GameStake[] = ['player', 'banker', 'tie'].map((on) => ({ on, amountMinor: 101 }))

/** Deals these cards: player, banker, player, banker, then the third ones; all of them are used. */
function deal(cards: string, stakes: readonly GameStake[] = ALL_SPOTS, settings = SETTINGS) {
  const left = Array.from({ length: settings.packs }, () => CARDS).flat()
  const places = cards.split(' ').map((card) => {
    const place = left.indexOf(card)
    left.splice(place, 1)
    return place
  })
  const draw = scriptedDraw(places)
  const played = BACCARAT.open(settings, { stakes, choice: CHOICE }, draw)
  if ('refusal' in played) throw new Error(played.refusal)
  expect(draw.taken()).toBe(places.length)
  const { state } = played
  return { view: BACCARAT.view(settings, state), payoutMinor: BACCARAT.payoutMinor(settings, state), state }
}

test('aces are one point, tens and pictures none, and only the last digit counts', () => {
  expect(['Ah', '2c', '9d', 'Ts', 'Jc', 'Qh', 'Kd'].map(baccaratPoints)).toEqual([1, 2, 9, 0, 0, 0, 0])
  expect(baccaratTotal(['7c', '8d'])).toBe(5)
  expect(baccaratTotal(['9c', '9d', '9h'])).toBe(7)
})

test('a natural of either hand ends the deal with two cards each', () => {
  const { view } = deal('Kc 3c 8d 2d')
  expect(view).toMatchObject({ player: ['Kc', '8d'], banker: ['3c', '2d'], playerTotal: 8, bankerTotal: 5 })
  expect(view.winner).toBe('player')
  expect(deal('2c 4c 3d 5d').view.winner).toBe('banker')
})

test('the player draws to 5 and stands on 6 and 7', () => {
  expect(deal('2c Kc 3d 7d 4h').view).toMatchObject({ player: ['2c', '3d', '4h'], playerTotal: 9, winner: 'player' })
  expect(deal('2c Kc 4d 7d').view).toMatchObject({ player: ['2c', '4d'], winner: 'banker' })
})

test('a banker against a player who stands draws to 5', () => {
  expect(deal('2c Kc 4d 5d 3h').view).toMatchObject({ banker: ['Kc', '5d', '3h'], bankerTotal: 8 })
  expect(deal('2c Kc 4d 6d').view).toMatchObject({ banker: ['Kc', '6d'], winner: 'tie' })
})

/** By the points of the banker: whether a third card is taken, by the points of the player's third from 0 to 9. */
const BANKER_DRAWS = [
  ...['yyyyyyyyyy', 'yyyyyyyyyy', 'yyyyyyyyyy', 'yyyyyyyyny', 'nnyyyyyynn'],
  ...['nnnnyyyynn', 'nnnnnnyynn', 'nnnnnnnnnn'],
]

test('the banker draws by the third card of the player', () => {
  const cards = ['T', 'A', '2', '3', '4', '5', '6', '7', '8', '9']
  for (const [banker, row] of BANKER_DRAWS.entries())
    for (const [third, draws] of [...row].entries()) {
      const rest = draws === 'y' ? ' Ts' : ''
      const { view } = deal(`Kc Kd Qc ${cards[banker]}h ${cards[third]}d${rest}`)
      expect(view.player).toHaveLength(3)
      expect(view.banker).toHaveLength(draws === 'y' ? 3 : 2)
    }
})

test('a win pays one to one on the player, less on the banker, rounded down, and nothing on the rest', () => {
  expect(deal('Kc 3c 8d 2d').view.wins).toEqual([{ on: 'player', payMinor: 202 }])
  // 95.95 is won.
  expect(deal('2c 4c 3d 5d').view.wins).toEqual([{ on: 'banker', payMinor: 196 }])
})

test('a tie pays its stake and gives those on player and banker back', () => {
  const { view, payoutMinor } = deal('2c Kc 4d 6d')
  expect(view.wins).toEqual([
    { on: 'player', payMinor: 101 },
    { on: 'banker', payMinor: 101 },
    { on: 'tie', payMinor: 909 },
  ])
  expect(payoutMinor).toBe(1111)
})

test('stakes are on player, banker and tie, each once', () => {
  const openWith = (...spots: readonly string[]) =>
    BACCARAT.open(SETTINGS, { stakes: spots.map((on) => ({ on, amountMinor: 1 })), choice: CHOICE }, seededDraw(1))
  for (const spots of [[], ['main'], ['player', 'player'], ['tie', 'pair']])
    expect(openWith(...spots)).toEqual({ refusal: 'casino.stake_invalid' })
  expect(openWith('tie')).toHaveProperty('state')
})

test('nothing can be done in a deal, which is over at once', () => {
  const { state } = deal('Kc 3c 8d 2d')
  expect(BACCARAT.isOver(state)).toBe(true)
  expect(BACCARAT.act(SETTINGS, state, { kind: 'hit' }, seededDraw(1))).toEqual({ refusal: 'casino.out_of_turn' })
  expect(BACCARAT.finish(SETTINGS, state, seededDraw(1))).toBe(state)
  expect(BACCARAT.stakeMinor(state)).toBe(303)
})

test('a card comes as often as the packs have it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 0xffff_ffff }), fc.integer({ min: 1, max: 8 }), (seed, packs) => {
      const settings = { ...SETTINGS, packs }
      const played = BACCARAT.open(settings, { stakes: ALL_SPOTS, choice: CHOICE }, seededDraw(seed))
      if ('refusal' in played) throw new Error(played.refusal)
      const cards = [...played.state.player, ...played.state.banker]
      for (const card of cards) expect(cards.filter((one) => one === card).length).toBeLessThanOrEqual(packs)
      expect(JSON.parse(JSON.stringify(played.state))).toEqual(played.state)
    }),
  )
})

test('the chances of eight packs are the known ones', () => {
  const { player, banker, tie } = baccaratChances(8)
  expect([toPlaces(banker, 7), toPlaces(player, 7), toPlaces(tie, 7)]).toEqual(['0.4585974', '0.4462466', '0.0951560'])
})

test('the chances of any number of packs make one', () => {
  for (let packs = 1; packs <= 8; packs++) {
    const { player, banker, tie } = baccaratChances(packs)
    expect(compare(add(add(player, banker), tie), ONE)).toBe(0)
  }
})

test('the return lies between the tie and the banker', () => {
  const { lowest, highest } = BACCARAT.returns(SETTINGS)
  const { banker, tie } = baccaratChances(8)
  expect(lowest).toEqual(multiply(tie, rational(9)))
  expect(highest).toEqual(add(multiply(banker, rational(39, 20)), tie))
  expect([toPlaces(lowest, 9), toPlaces(highest, 9)]).toEqual(['0.856403712', '0.989420942'])
})

test.each([
  ['player', 1, 21],
  ['player', 8, 22],
  ['banker', 1, 23],
  ['banker', 8, 24],
  ['tie', 8, 25],
] as const)('many stakes on %s from %i packs return what is exact', (on, packs, seed) => {
  const settings = { ...SETTINGS, packs }
  const chances = baccaratChances(packs)
  const wins = { player: rational(2), banker: rational(39, 20), tie: rational(9) }[on]
  const exact = add(multiply(chances[on], wins), on === 'tie' ? rational(0) : chances.tie)
  const asked = { stakes: [{ on, amountMinor: 100 }], choice: CHOICE }
  const { mean, standardError } = simulate(BACCARAT, settings, asked, () => ({ kind: 'stand' }), MANY_ROUNDS, seed)
  expect(Math.abs(mean - Number(toPlaces(exact, 12)))).toBeLessThan(4 * standardError)
})

import type { FairDraw } from '#machines/odds/fair-draw.rules.ts'
import { add, multiply, ONE, type Rational, rational } from '#machines/odds/rational.rules.ts'
import type { GameStake } from '#schemas'
import { CARDS, rankOf } from '../cards/playing-cards.ts'
import { extremes } from './dice.rules.ts'
import { type GameRules, hasSpots, refuse, type SettingsOf, timesE4, totalOf } from './game-rules.ts'

/** A deal. */
export interface BaccaratState {
  readonly stakes: readonly GameStake[]
  readonly player: readonly string[]
  readonly banker: readonly string[]
}

type Winner = 'player' | 'banker' | 'tie'

const SPOTS: readonly string[] = ['player', 'banker', 'tie'] satisfies Winner[]

/** The points of a card: the ace 1, ten and pictures 0. */
export function baccaratPoints(card: string): number {
  const rank = rankOf(card)
  if (rank === 14) return 1
  return rank >= 10 ? 0 : rank
}

/** The points of a hand: the last digit of their sum. */
export function baccaratTotal(cards: readonly string[]): number {
  return cards.reduce((sum, card) => sum + baccaratPoints(card), 0) % 10
}

/** Whether the player takes a third card, by the points of both first pairs. */
function playerDraws(player: number, banker: number): boolean {
  return player <= 5 && banker < 8
}

/** Whether the banker takes a third card.
 *  @param third the points of the player's third card; null when the player took none */
function bankerDraws(player: number, banker: number, third: number | null): boolean {
  if (player >= 8 || banker >= 8) return false
  if (third === null) return banker <= 5
  if (banker === 3) return third !== 8
  if (banker <= 2) return true
  // 4 draws against 2 to 7, 5 against 4 to 7, 6 against 6 and 7; 7 never draws.
  return banker <= 6 && third >= (banker - 3) * 2 && third <= 7
}

function winnerOf(player: number, banker: number): Winner {
  if (player === banker) return 'tie'
  return player > banker ? 'player' : 'banker'
}

/** All cards of so many packs. */
const SHOES = new Map<number, readonly string[]>()

function fullShoe(packs: number): readonly string[] {
  const full = SHOES.get(packs) ?? Array.from({ length: packs }, () => CARDS).flat()
  SHOES.set(packs, full)
  return full
}

/** Takes cards from shuffled packs: all cards lie in a fixed order, pack after pack in the order of `CARDS`; a number below how many are
 *  left says which of those that are left, in that order, is taken. */
function shoe(packs: number, draw: FairDraw): () => string {
  const left = fullShoe(packs).slice()
  return () => left.splice(draw.below(left.length), 1)[0] ?? ''
}

function deal(packs: number, draw: FairDraw): Pick<BaccaratState, 'player' | 'banker'> {
  const take = shoe(packs, draw)
  const player: string[] = []
  const banker: string[] = []
  for (const hand of [player, banker, player, banker]) hand.push(take())
  const [ofPlayer, ofBanker] = [baccaratTotal(player), baccaratTotal(banker)]
  const third = playerDraws(ofPlayer, ofBanker) ? take() : null
  if (third !== null) player.push(third)
  if (bankerDraws(ofPlayer, ofBanker, third === null ? null : baccaratPoints(third))) banker.push(take())
  return { player, banker }
}

/** Minor units that a stake pays, itself included. */
function payOf({ bankerWinsE4, tieWinsE4 }: SettingsOf<'baccarat'>, winner: Winner, stake: GameStake): number {
  const { on, amountMinor } = stake
  if (on !== winner) return winner === 'tie' ? amountMinor : 0
  const winsE4 = { player: 10_000, banker: bankerWinsE4, tie: tieWinsE4 }[winner]
  return amountMinor + timesE4(amountMinor, winsE4)
}

/** Punto banco: two hands are drawn by fixed rules, and stakes are on which of them has more points (CAS-11). Cards are dealt to player,
 *  banker, player, banker, then the player's third card and the banker's. */
export const BACCARAT: GameRules<'baccarat', BaccaratState> = {
  kind: 'baccarat',
  open({ packs }, { stakes }, draw) {
    if (!hasSpots(stakes, (on) => SPOTS.includes(on))) return refuse('casino.stake_invalid')
    return { state: { stakes, ...deal(packs, draw) } }
  },
  act: () => refuse('casino.out_of_turn'),
  finish: (_settings, state) => state,
  isOver: () => true,
  stakeMinor: ({ stakes }) => totalOf(stakes),
  payoutMinor: (settings, state) =>
    BACCARAT.view(settings, state).wins.reduce((sum, { payMinor }) => sum + payMinor, 0),
  view(settings, { stakes, player, banker }) {
    const [playerTotal, bankerTotal] = [baccaratTotal(player), baccaratTotal(banker)]
    const winner = winnerOf(playerTotal, bankerTotal)
    const wins = stakes
      .map((stake) => ({ on: stake.on, payMinor: payOf(settings, winner, stake) }))
      .filter(({ payMinor }) => payMinor > 0)
    return {
      ...{ kind: 'baccarat', player: [...player], banker: [...banker] },
      ...{ playerTotal, bankerTotal, winner, wins },
    }
  },
  returns({ packs, bankerWinsE4, tieWinsE4 }) {
    const { player, banker, tie } = baccaratChances(packs)
    const backOf = (chance: Rational, winsE4: number) => multiply(chance, add(ONE, rational(winsE4, 10_000)))
    return extremes([add(backOf(player, 10_000), tie), add(backOf(banker, bankerWinsE4), tie), backOf(tie, tieWinsE4)])
  },
  faults: () => [],
}

/** The exact chances of a deal from so many shuffled packs, by going through the points of all cards that may come. */
export function baccaratChances(packs: number): Readonly<Record<Winner, Rational>> {
  const left = Array.from({ length: 10 }, (_, points) => packs * (points === 0 ? 16 : 4))
  const cards = packs * CARDS.length
  const ways = { player: 0n, banker: 0n, tie: 0n }
  // Counts of cards still fit a number; their sums may not.
  const pairs = pairsOf(left)
  for (const [ofPlayer, playerPairs] of pairs.entries())
    for (const [one, other, firstWays] of playerPairs) {
      take(left, one, other)
      for (const [ofBanker, bankerPairs] of pairsOf(left).entries())
        for (const [third, fourth, secondWays] of bankerPairs) {
          take(left, third, fourth)
          const ends = thirdCards(left, cards - 4, ofPlayer, ofBanker)
          for (const winner of ['player', 'banker', 'tie'] as const)
            ways[winner] += BigInt(ends[winner]) * BigInt(firstWays * secondWays)
          take(left, third, fourth, -1)
        }
      take(left, one, other, -1)
    }
  const all = Array.from({ length: 6 }, (_, taken) => BigInt(cards - taken)).reduce((product, one) => product * one)
  const chanceOf = (winner: Winner) => rational(ways[winner], all)
  return { player: chanceOf('player'), banker: chanceOf('banker'), tie: chanceOf('tie') }
}

/** Takes two cards from what is left, or puts them back. */
function take(left: number[], one: number, other: number, count: 1 | -1 = 1): void {
  left[one] = (left[one] ?? 0) - count
  left[other] = (left[other] ?? 0) - count
}

type Pair = readonly [one: number, other: number, ways: number]

/** The pairs of points by their total, and in how many ways two cards in turn give them. */
function pairsOf(left: readonly number[]): Pair[][] {
  const pairs: Pair[][] = Array.from({ length: 10 }, () => [])
  for (const [one, count] of left.entries())
    for (const [other, others] of left.entries())
      if (other >= one) {
        const ways = other === one ? count * (count - 1) : 2 * count * others
        if (ways > 0) pairs[(one + other) % 10]?.push([one, other, ways])
      }
  return pairs
}

/** In how many ways two more cards end the deal: those that nobody takes count too, so that all deals have as many. */
function thirdCards(
  left: readonly number[],
  cards: number,
  ofPlayer: number,
  ofBanker: number,
): Readonly<Record<Winner, number>> {
  const ways = { player: 0, banker: 0, tie: 0 }
  const withBanker = (player: number, third: number | null, count: number) => {
    const unseen = third === null ? cards : cards - 1
    if (!bankerDraws(ofPlayer, ofBanker, third)) {
      ways[winnerOf(player, ofBanker)] += count * unseen
      return
    }
    for (const [points, others] of left.entries())
      ways[winnerOf(player, (ofBanker + points) % 10)] += count * (points === third ? others - 1 : others)
  }
  if (playerDraws(ofPlayer, ofBanker))
    for (const [points, count] of left.entries()) withBanker((ofPlayer + points) % 10, points, count)
  else withBanker(ofPlayer, null, cards - 1)
  return ways
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rational } from '#machines/odds/rational.rules.ts'
import { prizeMinor, prizesOf, returnOfDeck } from '#machines/odds/scratch-odds.rules.ts'
import type { ScratchCard, ScratchDeckProof, ScratchGame } from '#schemas'
import { commitmentOf } from '../../odds/fair-draw.rules.ts'
import { termsHash } from '../fairness/draw-proof.rules.ts'
import { growTree, levelsOf, pathIn, rootOf } from '../fairness/ticket-tree.rules.ts'
import { ALIKE, FIELDS, faceOf, leavesOfDeck, saltOf, shuffledDeck } from './scratch-deck.rules.ts'
import { scratchCardFault, scratchDeckFault } from './scratch-proof.rules.ts'

/** The way of a leaf, as a tree that grows leaf by leaf gives it. */
function pathOf(leaves: readonly string[], index: number): readonly string[] {
  const tree = growTree(leaves[index])
  for (const leaf of leaves) tree.add(leaf)
  return tree.end().path
}

const prizes = (rows: readonly (readonly [times: number, count: number])[]): ScratchGame['prizes'] =>
  Object.fromEntries(rows.map(([times, count], at) => [`p${at + 1}`, { order: at, timesE2: times * 100, count }]))
const GAME: ScratchGame = {
  ...{ order: 10, name: 'Sevens', look: 'sevens', cards: 60, prices: { EUR: 100 }, isOffered: true },
  prizes: prizes([
    [100, 1],
    [20, 1],
    [5, 2],
    [2, 4],
    [1, 8],
  ]),
}
const seed = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'))

test('LOT-5: a million cards of one pay back four fifths, exactly', () => {
  const rows = [
    [100_000, 1],
    [5000, 10],
    [500, 100],
    [50, 2000],
    [10, 20_000],
    [2, 150_000],
  ] as const
  expect(returnOfDeck({ cards: 1_000_000, prizes: prizes(rows) })).toEqual(rational(4, 5))
})

test('LOT-5: a shuffled deck has each prize as often as its terms say', () => {
  fc.assert(
    fc.property(seed, (serverSeed) => {
      const deck = shuffledDeck(GAME, { serverSeed, deckId: 7 })
      expect(deck).toHaveLength(60)
      for (const { id, count } of prizesOf(GAME)) expect(deck.filter((prize) => prize === id)).toHaveLength(count)
    }),
    { numRuns: 50 },
  )
})

test('LOT-6: each card is as likely as any other to have the greatest prize', () => {
  const at = Array.from({ length: 10 }, () => 0)
  const small = { ...GAME, cards: 10, prizes: prizes([[2, 1]]) }
  for (let deckId = 1; deckId <= 5000; deckId += 1) {
    const place = shuffledDeck(small, { serverSeed: 'ab'.repeat(32), deckId }).indexOf('p1')
    at[place] = (at[place] ?? 0) + 1
  }
  const chi = at.reduce((sum, count) => sum + (count - 500) ** 2 / 500, 0)
  // 9 degrees of freedom: 27.9 is passed once in a thousand.
  expect(chi).toBeLessThan(27.9)
})

test('LOT-7: a card that wins has its amount three times, and no card has another one as often', () => {
  fc.assert(
    fc.property(seed, fc.constantFrom('', ...Object.keys(GAME.prizes)), (salt, prize) => {
      const face = faceOf(GAME, { prize, salt, card: 3 })
      expect(face).toHaveLength(FIELDS)
      const own = GAME.prizes[prize]?.timesE2
      for (const times of new Set(face)) {
        const count = face.filter((one) => one === times).length
        if (times === own) expect(count).toBe(ALIKE)
        else expect(count).toBeLessThan(ALIKE)
      }
    }),
  )
})

test('the ways of a tree are the same, however they are asked for', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), (size) => {
      const leaves = Array.from({ length: size }, (_, at) => at.toString(16).padStart(64, '0'))
      const levels = levelsOf(leaves)
      expect(levels.at(-1)).toEqual([rootOf(leaves)])
      for (const at of leaves.keys()) expect(pathIn(levels, at)).toEqual(pathOf(leaves, at))
    }),
  )
})

const SOURCE = { serverSeed: '01'.repeat(32), deckId: 700_010 }
const CARDS = shuffledDeck(GAME, SOURCE)
const LEVELS = levelsOf(leavesOfDeck(CARDS, SOURCE))
const ROOT = LEVELS.at(-1)?.[0] ?? ''

function scratched(card: number): ScratchCard {
  const [prize, salt] = [CARDS[card - 1] ?? '', saltOf(SOURCE, card)]
  const won = GAME.prizes[prize]
  return {
    ...{ ticketId: 1, deckId: SOURCE.deckId, deckNumber: 1, card, game: 'sevens', name: 'Sevens', look: 'sevens' },
    ...{ state: won ? 'won' : 'lost', priceMinor: 100, payoutMinor: won ? prizeMinor(100, won.timesE2) : 0 },
    ...{ currency: 'EUR', exponent: 2, boughtAt: '2026-03-01T12:00:00Z', prize },
    face: faceOf(GAME, { prize, salt, card }).map((times) => prizeMinor(100, times)),
    proof: { salt, path: [...pathIn(LEVELS, card - 1)], root: ROOT },
  }
}

test('LOT-6: every card of a deck is proved, and one that was tampered with is noticed', () => {
  for (let card = 1; card <= GAME.cards; card += 1) expect(scratchCardFault(scratched(card), GAME, ROOT)).toBeNull()
  const won = scratched(CARDS.findIndex((prize) => prize !== '') + 1)
  expect(scratchCardFault({ ...won, prize: '' }, GAME, ROOT)).toBe('scratch.card_root')
  expect(scratchCardFault({ ...won, card: won.card + 1 }, GAME, ROOT)).toBe('scratch.card_root')
  expect(scratchCardFault(won, GAME, '00'.repeat(32))).toBe('scratch.card_root')
  expect(scratchCardFault({ ...won, payoutMinor: 0 }, GAME, ROOT)).toBe('scratch.card_paid')
  expect(scratchCardFault({ ...won, face: [...(won.face ?? [])].reverse() }, GAME, ROOT)).toBe('scratch.card_face')
  const { proof: _proof, ...sealed } = won
  expect(scratchCardFault(sealed, GAME, ROOT)).toBe('scratch.card_sealed')
})

test('LOT-6: a deck is laid out again from its secret, and another one is noticed', () => {
  const deck: ScratchDeckProof['deck'] = {
    ...{ deckId: SOURCE.deckId, number: 1, state: 'over', cards: GAME.cards, sold: GAME.cards, root: ROOT },
    ...{ commitment: commitmentOf(SOURCE.serverSeed), rulesHash: termsHash(GAME) },
  }
  const proof: ScratchDeckProof = { game: 'sevens', deck, terms: GAME, serverSeed: SOURCE.serverSeed }
  expect(scratchDeckFault(proof)).toBeNull()
  expect(scratchDeckFault({ ...proof, serverSeed: '02'.repeat(32) })).toBe('scratch.proof_seed')
  expect(scratchDeckFault({ ...proof, terms: { ...GAME, cards: 61 } })).toBe('scratch.proof_terms')
  expect(scratchDeckFault({ ...proof, deck: { ...deck, root: '00'.repeat(32) } })).toBe('scratch.proof_root')
  expect(scratchDeckFault({ game: 'sevens', deck, terms: GAME })).toBe('scratch.deck_secret')
})

test('LOT-5: a million cards with the prizes of the worked deck give back four fifths', () => {
  const counts = [
    [100_000, 1],
    [5000, 10],
    [500, 100],
    [50, 2000],
    [10, 20_000],
    [2, 150_000],
  ] as const
  const prizes = Object.fromEntries(
    counts.map(([times, count], order) => [`p${order}`, { order, timesE2: times * 100, count }]),
  )
  expect(returnOfDeck({ cards: 1_000_000, prizes })).toEqual({ numerator: 4n, denominator: 5n })
})

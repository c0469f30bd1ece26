import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commitmentOf, drawOf, fairDraw, takeAtRandom } from '#machines/odds/fair-draw.rules.ts'
import type { DrawGame, DrawProof } from '#schemas'
import { drawNumbers } from '../draws/draw-result.rules.ts'
import { drawSource, proofFault, termsHash } from './draw-proof.rules.ts'
import { growTree, isBelow, leafOf, rootOf } from './ticket-tree.rules.ts'

/** The way of a leaf, as a tree that grows leaf by leaf gives it. */
function pathOf(leaves: readonly string[], index: number): readonly string[] {
  const tree = growTree(leaves[index])
  for (const leaf of leaves) tree.add(leaf)
  return tree.end().path
}

const SEED = `${'0'.repeat(63)}1`
/** The randomness of round 1000 of drand's quicknet. */
const BEACON = 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd'
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

describe('numbers from secrets', () => {
  test('LOT-6: the worked vectors of keno and lotto come out', () => {
    expect(commitmentOf(SEED)).toBe('ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5')
    const source = { serverSeed: SEED, clientSeed: BEACON, nonce: 0 }
    expect(takeAtRandom(upTo(80), 20, fairDraw(source))).toEqual([
      8, 7, 35, 41, 34, 24, 17, 76, 2, 21, 50, 62, 54, 42, 38, 72, 59, 14, 23, 52,
    ])
    expect(takeAtRandom(upTo(49), 6, fairDraw({ ...source, nonce: 1 }))).toEqual([5, 26, 41, 23, 20, 34])
  })

  test('LOT-6: words above the greatest multiple of the bound are passed over, so that no number is likelier', () => {
    const words = [4_294_967_295, 4_294_967_280, 4_294_967_279, 79]
    let at = 0
    const draw = drawOf(() => words[at++] ?? 0)
    expect([draw.below(80), draw.below(80)]).toEqual([79, 79])
    expect(at).toBe(4)
  })

  test('LOT-6: a mapping of bytes by their remainder is noticed, and ours passes the same test', () => {
    /** Squared deviations from an even spread over eighty numbers. */
    const unevenness = (numbers: readonly number[]) => {
      const counts = new Array<number>(80).fill(0)
      for (const number of numbers) counts[number] = (counts[number] ?? 0) + 1
      const expected = numbers.length / 80
      return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    }
    const biased = Array.from({ length: 256 * 100 }, (_, at) => (at % 256) % 80)
    const draw = fairDraw({ serverSeed: SEED, clientSeed: 'spread', nonce: 0 })
    const fair = Array.from({ length: 256 * 100 }, () => draw.below(80))
    // 79 degrees of freedom: one in a million is above 147.
    expect(unevenness(biased)).toBeGreaterThan(147)
    expect(unevenness(fair)).toBeLessThan(147)
  })
})

describe('the tree of tickets', () => {
  test('LOT-7: each ticket is below the root by its path, and a changed one is not', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 40 }), (texts) => {
        const leaves = texts.map(leafOf)
        const root = rootOf(leaves)
        for (const [at, text] of texts.entries()) {
          expect(isBelow(text, pathOf(leaves, at), root)).toBe(true)
          expect(isBelow(`${text}!`, pathOf(leaves, at), root)).toBe(false)
        }
      }),
    )
  })

  test('LOT-6: a tree that grows leaf by leaf has the root of the whole, for every number of leaves', () => {
    const all = Array.from({ length: 130 }, (_, at) => leafOf(`receipt ${at}`))
    for (let count = 0; count <= all.length; count += 1) {
      const leaves = all.slice(0, count)
      const tree = growTree('no leaf of it')
      for (const leaf of leaves) tree.add(leaf)
      expect(tree.end()).toEqual({ root: rootOf(leaves), count, index: -1, path: [] })
    }
  })

  test('LOT-6: a ticket that is left out, put in or moved makes another root', () => {
    const leaves = ['a', 'b', 'c', 'd', 'e'].map(leafOf)
    const others = [leaves.slice(1), [...leaves, leafOf('f')], leaves.toReversed()]
    expect(new Set([leaves, ...others].map(rootOf)).size).toBe(4)
  })
})

describe('the proof of a draw', () => {
  const terms = {
    ...{ order: 10, name: 'Lotto', kind: 'lotto', pool: 49, drawn: 6, picksLeast: 6, picksMost: 6 },
    ...{ hasBonusBall: true, secondPool: 0, secondDrawn: 0, priceMinor: 200, maxLines: 2, drawsAhead: 2 },
    ...{ closeSeconds: 60, jackpotSeedMinor: 0, prizes: {}, isOffered: true },
    schedule: { days: [1], times: ['20:00'], everyMinutes: 0 },
  } as DrawGame
  const leaves = ['one', 'two', 'three'].map(leafOf)
  const [serverSeed, secondSeed, root, drawId] = [SEED, BEACON, rootOf(leaves), 300_010]
  const drawn = drawNumbers(terms, drawSource({ serverSeed, secondSeed, root, drawId }))
  const result = {
    drawId,
    number: 1,
    state: 'paid' as const,
    drawsAt: '2026-03-04T19:00:00.000Z',
    winners: 0,
    paidMinor: 0,
  }
  const proof: DrawProof = {
    result: { ...result, numbers: [...drawn.numbers], bonus: [...drawn.bonus], second: [] },
    ...{ game: 'lotto', name: 'Lotto', currency: 'EUR', exponent: 2, terms, rulesHash: termsHash(terms) },
    ...{ closesAt: '2026-03-04T18:59:00.000Z', commitment: commitmentOf(serverSeed) },
    ...{ secondCommitment: commitmentOf(secondSeed), serverSeed, secondSeed, root, tickets: 3, leaves },
    money: { stakedMinor: 600, jackpotInMinor: 0, paidMinor: 0, jackpotOutMinor: 200, breakageMinor: 0, feeMinor: 400 },
  }

  test('LOT-6: a draw is proved from its proof alone', () => {
    expect(proofFault(proof)).toBeNull()
  })

  test.each<readonly [string, Partial<DrawProof>, string]>([
    ['other numbers', { result: { ...proof.result, numbers: [1, 2, 3, 4, 5, 6] } }, 'draws.proof_numbers'],
    ['another secret', { serverSeed: BEACON }, 'draws.proof_seed'],
    ['another second secret', { secondSeed: SEED }, 'draws.proof_seed'],
    ['other rules', { terms: { ...terms, priceMinor: 100 } }, 'draws.proof_terms'],
    ['a ticket more', { leaves: [...leaves, leafOf('four')], tickets: 4 }, 'draws.proof_root'],
    ['another root', { root: rootOf([]) }, 'draws.proof_root'],
    [
      'money that is missing',
      { money: { ...(proof.money as NonNullable<DrawProof['money']>), feeMinor: 0 } },
      'draws.proof_money',
    ],
  ])('LOT-6: %s is noticed', (_what, changes, fault) => {
    expect(proofFault({ ...proof, ...changes })).toBe(fault)
  })

  test('LOT-6: a draw whose secrets are still kept is not proved', () => {
    const { serverSeed: _, ...kept } = proof
    expect(proofFault(kept)).toBe('draws.proof_incomplete')
  })
})

import { expect, test } from 'vitest'
import { bingoNumbers } from '#machines/lotteries/bingo/bingo-round.rules.ts'
import { drawNumbers } from '#machines/lotteries/draws/draw-result.rules.ts'
import { randomnessOf } from '#machines/lotteries/fairness/drand.rules.ts'
import { drawSource, termsHash } from '#machines/lotteries/fairness/draw-proof.rules.ts'
import { leafOf, rootOf } from '#machines/lotteries/fairness/ticket-tree.rules.ts'
import { commitmentOf } from '#machines/odds/fair-draw.rules.ts'
import { verifyReceipt } from './verify-receipt.ts'

const [SERVER, SECOND] = ['01'.repeat(32), '02'.repeat(32)]
const SIGNATURE = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'
const LEAVES = [leafOf('one'), leafOf('two')]
const SEEDS = {
  ...{ serverSeed: SERVER, secondSeed: SECOND, root: rootOf(LEAVES), leaves: LEAVES },
  ...{ commitment: commitmentOf(SERVER), secondCommitment: commitmentOf(SECOND) },
}

function drawReceipt(beacon?: { readonly round: number }) {
  const terms = { pool: 49, drawn: 6, hasBonusBall: true, secondPool: 0, secondDrawn: 0 }
  const randomness = beacon ? randomnessOf(SIGNATURE) : undefined
  const numbers = drawNumbers(terms, drawSource({ ...SEEDS, drawId: 7, randomness }))
  return {
    ...SEEDS,
    ...{ terms, rulesHash: termsHash(terms), tickets: 2, result: { drawId: 7, ...numbers } },
    ...(beacon ? { beacon: { ...beacon, outcome: 'used', signature: SIGNATURE, randomness } } : {}),
  }
}

test('LOT-6: a draw is verified from its receipt alone, and one that was changed is noticed', () => {
  const receipt = drawReceipt()
  expect(verifyReceipt(JSON.stringify(receipt))).toEqual({ of: 'draw', fault: null })
  const swapped = { ...receipt, result: { ...receipt.result, numbers: [...receipt.result.numbers].reverse() } }
  expect(verifyReceipt(JSON.stringify(swapped))).toEqual({ of: 'draw', fault: 'draws.proof_numbers' })
})

test('LOT-6: the beacon of a draw is verified too: a signature of another round is noticed', () => {
  expect(verifyReceipt(JSON.stringify(drawReceipt({ round: 1000 })))).toEqual({ of: 'draw', fault: null })
  expect(verifyReceipt(JSON.stringify(drawReceipt({ round: 1001 })))).toEqual({
    of: 'draw',
    fault: 'draws.proof_beacon',
  })
})

test('LOT-6: a bingo round is verified from its receipt alone', () => {
  const terms = { kind: '75' as const }
  const called = bingoNumbers('75', drawSource({ ...SEEDS, drawId: 9 })).slice(0, 40)
  const receipt = { ...SEEDS, terms, rulesHash: termsHash(terms), view: { roundId: 9, called } }
  expect(verifyReceipt(JSON.stringify(receipt))).toEqual({ of: 'bingo', fault: null })
  const forged = { ...receipt, serverSeed: SECOND }
  expect(verifyReceipt(JSON.stringify(forged))).toEqual({ of: 'bingo', fault: 'bingo.proof_seed' })
})

test('what is no receipt is said to be none', () => {
  for (const text of ['', 'hello', '{}', '[]', 'null', '{"fairness":{}}']) expect(verifyReceipt(text)).toBeNull()
})

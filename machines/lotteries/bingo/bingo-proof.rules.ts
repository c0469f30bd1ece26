import { commitmentOf } from '#machines/odds/fair-draw.rules.ts'
import type { BingoProof, BingoTicket } from '#schemas'
import { drawSource, termsHash } from '../fairness/draw-proof.rules.ts'
import { leafOf, rootOf } from '../fairness/ticket-tree.rules.ts'
import { bingoNumbers } from './bingo-round.rules.ts'

/** What is wrong with a round: the key of a text; null when it is proved. */
export type BingoFault =
  | 'bingo.proof_incomplete'
  | 'bingo.proof_seed'
  | 'bingo.proof_terms'
  | 'bingo.proof_root'
  | 'bingo.proof_numbers'
  | 'bingo.proof_money'

/** Verifies a round from its proof alone: secrets, terms, the tree of the tickets, the numbers in their order, and the money (LOT-6). */
export function bingoFault(proof: BingoProof): BingoFault | null {
  const { serverSeed, secondSeed, root, leaves, terms, view, money } = proof
  if (serverSeed === undefined || secondSeed === undefined || root === undefined) return 'bingo.proof_incomplete'
  if (commitmentOf(serverSeed) !== proof.commitment || commitmentOf(secondSeed) !== proof.secondCommitment)
    return 'bingo.proof_seed'
  if (termsHash(terms) !== proof.rulesHash) return 'bingo.proof_terms'
  if (rootOf(leaves) !== root) return 'bingo.proof_root'
  const order = bingoNumbers(terms.kind, drawSource({ serverSeed, secondSeed, root, drawId: view.roundId }))
  if (order.slice(0, view.called.length).join() !== view.called.join()) return 'bingo.proof_numbers'
  if (!money) return null
  const isWhole =
    money.stakedMinor + money.jackpotInMinor ===
    money.paidMinor + money.jackpotOutMinor + money.breakageMinor + money.feeMinor
  return isWhole ? null : 'bingo.proof_money'
}

/** Whether a ticket is among those that a round was closed with (LOT-7). */
export function isInRound(
  { receipt, leaf }: Pick<BingoTicket, 'receipt' | 'leaf'>,
  leaves: readonly string[],
): boolean {
  return leafOf(receipt) === leaf && leaves.includes(leaf)
}

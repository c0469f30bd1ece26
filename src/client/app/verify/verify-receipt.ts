import { isRoundProved } from '#machines/casino/fairness/round-proof.rules.ts'
import { bingoFault } from '#machines/lotteries/bingo/bingo-proof.rules.ts'
import { isBeacon } from '#machines/lotteries/fairness/drand.rules.ts'
import { proofFault } from '#machines/lotteries/fairness/draw-proof.rules.ts'
import { scratchCardFault, scratchDeckFault } from '#machines/lotteries/scratch/scratch-proof.rules.ts'
import type { BingoProof, CasinoRoundProof, DrawProof, ScratchCard, ScratchDeckProof } from '#schemas'

/** What a receipt came to: what it is of, and why it is not proved; null when it is. */
export interface Verdict {
  readonly of: 'draw' | 'bingo' | 'card' | 'deck' | 'casino'
  readonly fault: string | null
}

/** Verifies a receipt as the pages give it, without asking anybody (LOT-6, CAS-11): of a draw of lotto or keno, of a bingo round, of a scratch card with
 *  its deck, of a deck, or of a round of the casino.
 *  @returns null for a text that is none of them */
export function verifyReceipt(text: string): Verdict | null {
  try {
    return verdictOf(JSON.parse(text) as Record<string, unknown>)
  } catch {
    // No JSON, or parts of a receipt that are not what they should be.
    return null
  }
}

function verdictOf(receipt: Record<string, unknown>): Verdict | null {
  const has = (...keys: readonly string[]) => keys.every((key) => Object.hasOwn(receipt, key))
  if (has('card', 'deck')) {
    const { card, deck } = receipt as unknown as { card: ScratchCard; deck: ScratchDeckProof }
    return { of: 'card', fault: scratchCardFault(card, deck.terms, deck.deck.root) }
  }
  if (has('deck', 'terms')) return { of: 'deck', fault: scratchDeckFault(receipt as unknown as ScratchDeckProof) }
  if (has('view', 'terms', 'secondCommitment'))
    return { of: 'bingo', fault: bingoFault(receipt as unknown as BingoProof) }
  if (has('result', 'secondCommitment')) return { of: 'draw', fault: drawFault(receipt as unknown as DrawProof) }
  if (!has('fairness', 'settings')) return null
  return { of: 'casino', fault: isRoundProved(receipt as unknown as CasinoRoundProof) ? null : 'verify.casino_wrong' }
}

function drawFault(proof: DrawProof): string | null {
  const fault = proofFault(proof)
  if (fault) return fault
  const { beacon } = proof
  if (beacon?.outcome !== 'used') return null
  return isBeacon(beacon.round, beacon.signature ?? '') ? null : 'draws.proof_beacon'
}

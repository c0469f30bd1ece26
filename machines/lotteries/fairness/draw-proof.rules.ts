import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { commitmentOf, type FairSource } from '#machines/odds/fair-draw.rules.ts'
import { canonicalJson } from '#machines/site/canonical-json.rules.ts'
import type { DrawProof } from '#schemas'
import { drawNumbers } from '../draws/draw-result.rules.ts'
import { rootOf } from './ticket-tree.rules.ts'

/** What the numbers of a draw follow from: the first secret, and a text of the second secret and the root of the tickets, which nobody
 *  knows before the sale has ended (LOT-6). */
export function drawSource(of: {
  readonly serverSeed: string
  readonly secondSeed: string
  readonly root: string
  readonly drawId: number
  /** Randomness of a round of the beacon, hex, where one was used: then nobody at all knows the text before the sale has ended. */
  readonly randomness?: string | undefined
}): FairSource {
  const { serverSeed, secondSeed, root, drawId, randomness = '' } = of
  const text = concatBytes(hexToBytes(secondSeed), hexToBytes(root), hexToBytes(randomness))
  const clientSeed = bytesToHex(sha256(text))
  return { serverSeed, clientSeed, nonce: drawId }
}

/** The hash of terms, as it is published with the draw. */
export function termsHash(terms: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(terms))))
}

/** What is wrong with a proof: the key of a text; null when the draw is proved. */
export type ProofFault =
  | 'draws.proof_incomplete'
  | 'draws.proof_seed'
  | 'draws.proof_terms'
  | 'draws.proof_root'
  | 'draws.proof_numbers'
  | 'draws.proof_money'
  | 'draws.proof_beacon'

/** Verifies a draw from its proof alone: the secrets are those of the commitments, the root is that of the tickets, the numbers follow from
 *  them, and the money is whole (LOT-6). */
export function proofFault(proof: DrawProof): ProofFault | null {
  const { serverSeed, secondSeed, root, commitment, secondCommitment, terms, rulesHash, leaves, tickets } = proof
  const { numbers, bonus, second, drawId } = proof.result
  if (serverSeed === undefined || secondSeed === undefined || root === undefined) return 'draws.proof_incomplete'
  if (commitmentOf(serverSeed) !== commitment || commitmentOf(secondSeed) !== secondCommitment)
    return 'draws.proof_seed'
  if (termsHash(terms) !== rulesHash) return 'draws.proof_terms'
  if (leaves.length === tickets && rootOf(leaves) !== root) return 'draws.proof_root'
  const { beacon } = proof
  if (beacon?.outcome === 'used' && !isHashOf(beacon)) return 'draws.proof_beacon'
  const randomness = beacon?.outcome === 'used' ? beacon.randomness : undefined
  const again = drawNumbers(terms, drawSource({ serverSeed, secondSeed, root, drawId, randomness }))
  if (canonicalJson(again) !== canonicalJson({ numbers, bonus, second })) return 'draws.proof_numbers'
  const all = [proof.money, ...(proof.moneyElsewhere ?? []).map(({ money }) => money)]
  return all.every(isWhole) ? null : 'draws.proof_money'
}

/** Whether the randomness of a beacon is the hash of its signature; that the signature is true `isBeacon` says. */
function isHashOf({ signature, randomness }: NonNullable<DrawProof['beacon']>): boolean {
  return signature !== undefined && bytesToHex(sha256(hexToBytes(signature))) === randomness
}

function isWhole(money: DrawProof['money']): boolean {
  if (!money) return true
  const { stakedMinor, jackpotInMinor, paidMinor, jackpotOutMinor, breakageMinor, feeMinor } = money
  return stakedMinor + jackpotInMinor === paidMinor + jackpotOutMinor + breakageMinor + feeMinor
}

import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/** The chain quicknet of drand: its hash, genesis in ms since 1970, period in ms, and public key on G2 (https://docs.drand.love, `/info`). */
export const QUICKNET = {
  chain: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  genesisMs: 1_692_803_367_000,
  periodMs: 3000,
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
} as const
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const PUBLIC_KEY = hexToBytes(QUICKNET.publicKey)
const SIGNATURE = /^[0-9a-f]{96}$/

/** When a round is published, milliseconds since 1970. */
export function timeOfRound(round: number): number {
  return QUICKNET.genesisMs + (round - 1) * QUICKNET.periodMs
}

/** The first round that is published at an instant or after it. @param atMs milliseconds since 1970 */
export function roundAt(atMs: number): number {
  return Math.max(1, Math.ceil((atMs - QUICKNET.genesisMs) / QUICKNET.periodMs) + 1)
}

/** The randomness of a round: SHA-256 of its signature, hex. */
export function randomnessOf(signature: string): string {
  return bytesToHex(sha256(hexToBytes(signature)))
}

/** Whether a signature is that of quicknet over a round (BLS on G1, RFC 9380): it takes some hundred milliseconds.
 *  @param signature 48 bytes as hex, as `/public/<round>` gives it */
export function isBeacon(round: number, signature: string): boolean {
  if (!SIGNATURE.test(signature) || !Number.isSafeInteger(round) || round < 1) return false
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round))
  const { shortSignatures } = bls12_381
  try {
    return shortSignatures.verify(hexToBytes(signature), shortSignatures.hash(sha256(bytes), DOMAIN), PUBLIC_KEY)
  } catch {
    // A point that is not on the curve, or not in the subgroup, is no signature.
    return false
  }
}

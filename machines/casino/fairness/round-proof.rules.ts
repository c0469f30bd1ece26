import { canonicalJson } from '#machines/site/canonical-json.rules.ts'
import type { CasinoRoundProof } from '#schemas'
import { isTableRoundProved } from '../tables/table-replay.rules.ts'
import { isCommitted, replayRound } from './replay.rules.ts'

/** Whether a round is proved by what its history shows: the seed is the one that was committed to, and with what the player did the same comes out
 *  (CAS-11). */
export function isRoundProved(proof: CasinoRoundProof): boolean {
  const { settings, stakes, choice, acts, isLeft = false, isFree = false, fairness, serverSeed, table } = proof
  const { payoutMinor, stakeMinor, view } = proof
  if (!settings || !fairness || !serverSeed || !isCommitted(serverSeed, fairness.commitment)) return false
  const source = { serverSeed, clientSeed: fairness.clientSeed, nonce: fairness.nonce }
  if (table) return isTableRoundProved(settings, table, { source, payoutMinor })
  if (!stakes || !choice || !acts) return false
  const again = replayRound({ settings, stakes, choice, acts, isLeft }, source)
  return (
    again.payoutMinor === payoutMinor &&
    (isFree ? 0 : again.stakeMinor) === stakeMinor &&
    canonicalJson(again.view) === canonicalJson(view)
  )
}

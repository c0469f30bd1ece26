import {
  type AdvanceStanding,
  type AdvanceState,
  advanceStanding,
  type CoverEnd,
  owedMinorOf,
} from '#machines/betting/cash-out/advance.rules.ts'
import type { BetSettlement } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { Repayment } from '../stake-money.ts'
import {
  advanceOf,
  advancesOn,
  coversOf,
  type KeptAdvance,
  keepCoverSettled,
  keepStanding,
  markDue,
} from './advances.ts'

/** The new state of an advance, and the movement that follows from it; an amount of 0 moves nothing. */
export interface AdvanceStep extends Repayment {
  readonly state: AdvanceState
}

/** All that a settlement pays the player. */
export function paidBy(settlement: BetSettlement | null): number {
  return (settlement?.payoutMinor ?? 0) + (settlement?.insuranceMinor ?? 0)
}

/** What a bet that is settled, or opened again, repays of the advances that it covers, the oldest first. The accounts of the player are
 *  locked. Whether one stays uncovered is said when its own bet is looked at, which is due now. */
export async function stepsOfCover(
  tx: BrandTransaction,
  { betId, former }: { readonly betId: number; readonly former: BetSettlement | null },
  { next, now }: { readonly next: BetSettlement | null; readonly now: Date },
): Promise<readonly AdvanceStep[]> {
  const steps: AdvanceStep[] = []
  const advances = await advancesOn(tx, betId)
  if (next && advances.length > 0) await keepCoverSettled(tx, betId, now)
  for (const advance of advances) {
    if (advance.state === 'void') {
      await markDue(tx, advance.reservationId)
      continue
    }
    const covers = (await coversOf(tx, advance.reservationId)).map((cover): CoverEnd => {
      if (cover.betId !== betId) return cover
      return { ...cover, isOpen: next === null, paidMinor: cover.paidMinor - paidBy(former) + paidBy(next) }
    })
    const standing = advanceStanding(advance, covers, now)
    const told = standing.state === 'void' ? { ...standing, state: 'waiting' as const } : standing
    steps.push(await keepStep(tx, advance, { standing: told, isDue: true, now }))
  }
  return steps
}

/** The next state of a bet's advance, given what covers it now. The accounts of the player are locked. */
export async function stepOfAdvance(tx: BrandTransaction, reservationId: number, now: Date): Promise<AdvanceStep> {
  const advance = await advanceOf(tx, reservationId)
  if (!advance) throw new Error(`request ${reservationId} has no advance`)
  const standing = advanceStanding(advance, await coversOf(tx, reservationId), now)
  return keepStep(tx, advance, { standing, isDue: false, now })
}

async function keepStep(
  tx: BrandTransaction,
  advance: KeptAdvance,
  { standing, isDue, now }: { readonly standing: AdvanceStanding; readonly isDue: boolean; readonly now: Date },
): Promise<AdvanceStep> {
  const { reservationId, advanceMinor } = advance
  const repaidMinor = owedMinorOf(advance) - owedMinorOf({ ...standing, advanceMinor })
  await keepStanding(tx, reservationId, standing, { isDue, moves: repaidMinor === 0 ? 0 : 1 })
  return { reservationId, revision: advance.revision + 1, repaidMinor, state: standing.state, now }
}

import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { BettingPorts, BonusMoved } from './betting-ports.ts'
import { fundingKindOfHold } from './stake-money.ts'

type Moved = Pick<BonusMoved, 'gainedMinor' | 'reference' | 'now'>

/** Moves on what a request has brought to the account of bonuses, where a bonus has paid its stake that is over. */
export async function followBonus(
  ports: Pick<BettingPorts, 'followBonus'>,
  tx: BrandTransaction,
  { accountId, currency, reservationId }: Pick<BonusMoved, 'accountId' | 'currency' | 'reservationId'>,
  moved: Moved,
): Promise<void> {
  if (moved.gainedMinor === 0 || (await fundingKindOfHold(tx, reservationId)) !== 'bonus') return
  await ports.followBonus(tx, { accountId, currency, reservationId, ...moved })
}

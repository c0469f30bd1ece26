import type { DeskClaim, DeskKind } from '#schemas'
import type { StudioTransaction } from '../../db/for-studio.ts'
import { StudioFailure } from '../studio-failure.ts'
import type { AtDesk, DeskClaims, DeskPlace } from './desk-ports.ts'

/** A claim lapses after so many milliseconds: half an hour. */
const CLAIM_LASTS_MS = 30 * 60_000

/** The claims of a kind that have not lapsed. */
export async function claimsOf(tx: StudioTransaction, desk: AtDesk, kind: DeskKind, now: Date): Promise<DeskClaims> {
  const rows = await liveClaims(tx, desk, kind, now).execute()
  return new Map(rows.map((row) => [row.item, claimOf(row, desk)]))
}

/** Who has an item; undefined when nobody has. */
export async function claimOn(
  tx: StudioTransaction,
  desk: AtDesk,
  place: DeskPlace,
  now: Date,
): Promise<DeskClaim | undefined> {
  const row = await liveClaims(tx, desk, place.kind, now).where('item', '=', place.item).executeTakeFirst()
  return row && claimOf(row, desk)
}

/** Takes an item, or keeps it for another while. @throws StudioFailure item.claimed when somebody else has it */
export async function takeItem(tx: StudioTransaction, desk: AtDesk, place: DeskPlace, now: Date): Promise<DeskClaim> {
  const { brand, operator } = desk
  const own = { operator_id: operator.accountId, operator_name: operator.name, claimed_at: now }
  const lapsed = new Date(now.getTime() - CLAIM_LASTS_MS)
  const row = await tx
    .insertInto('studio.desk_claim')
    .values({ brand_id: brand, ...place, ...own })
    .onConflict((conflict) =>
      conflict
        .columns(['brand_id', 'kind', 'item'])
        .doUpdateSet(own)
        .where((where) =>
          where.or([
            where('studio.desk_claim.operator_id', '=', operator.accountId),
            where('studio.desk_claim.claimed_at', '<=', lapsed),
          ]),
        ),
    )
    .returningAll()
    .executeTakeFirst()
  if (row) return claimOf(row, desk)
  const claim = await claimOn(tx, desk, place, now)
  throw new StudioFailure('item.claimed', { by: claim?.by ?? '' })
}

/** Lets an item go that the operator has taken; nothing happens when somebody else has it. */
export async function releaseItem(tx: StudioTransaction, { brand, operator }: AtDesk, place: DeskPlace): Promise<void> {
  await tx
    .deleteFrom('studio.desk_claim')
    .where('brand_id', '=', brand)
    .where('kind', '=', place.kind)
    .where('item', '=', place.item)
    .where('operator_id', '=', operator.accountId)
    .execute()
}

function liveClaims(tx: StudioTransaction, { brand }: AtDesk, kind: DeskKind, now: Date) {
  return tx
    .selectFrom('studio.desk_claim')
    .selectAll()
    .where('brand_id', '=', brand)
    .where('kind', '=', kind)
    .where('claimed_at', '>', new Date(now.getTime() - CLAIM_LASTS_MS))
}

interface ClaimRow {
  readonly operator_id: number
  readonly operator_name: string
  readonly claimed_at: Date
}

function claimOf({ operator_id, operator_name, claimed_at }: ClaimRow, { operator }: AtDesk): DeskClaim {
  return {
    by: operator_name,
    isMine: operator_id === operator.accountId,
    until: new Date(claimed_at.getTime() + CLAIM_LASTS_MS).toISOString(),
  }
}

import type { TableSettings } from '#machines/casino/tables/table-game.rules.ts'
import { tableClientSeed } from '#machines/casino/tables/table-round.rules.ts'
import type { GameFairness, TableProof } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { RoundRow } from '../play/round-rows.ts'
import { rulesOfTable } from './table-rows.ts'
import { playAt } from './table-seats.ts'
import { tableCommitment } from './table-steps.ts'

/** All that a player's round at a table follows from. */
export interface TableRoundProof {
  readonly settings: TableSettings
  readonly rulesHash: string
  readonly table: TableProof
  /** Left out before the bets are closed: there is no client seed yet. */
  readonly fairness?: GameFairness
  /** Left out before the round is over. */
  readonly serverSeed?: string
}

/** Reads what a player's round at a table follows from; what is secret before its end is left out until then. */
export async function readTableProof(tx: BrandTransaction, seat: RoundRow): Promise<TableRoundProof | null> {
  if (seat.table_round_id === null) return null
  const round = await tx
    .select('casino_table_round')
    .selectAll('casino_table_round')
    .where('table_round_id', '=', seat.table_round_id)
    .executeTakeFirstOrThrow()
  const { table_round_id: roundId, rules_hash: rulesHash, seed_parts: parts, result, server_seed: serverSeed } = round
  const isOver = round.over_at !== null
  return {
    ...{ settings: await rulesOfTable(tx, rulesHash), rulesHash },
    table: {
      ...{ roundId, parts: [...(parts ?? [])], result: isOver && result !== null ? [result] : [] },
      ...{ isRefunded: round.state === 'refunded', bets: [...playAt(seat).bets] },
    },
    ...(parts
      ? { fairness: { commitment: tableCommitment(round), clientSeed: tableClientSeed(parts), nonce: roundId } }
      : {}),
    ...(isOver ? { serverSeed } : {}),
  }
}

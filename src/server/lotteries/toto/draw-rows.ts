import type { Selectable } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import type { EventEnd } from '#machines/lotteries/toto/toto-marks.rules.ts'
import { outcomeOfScore } from '#machines/lotteries/toto/toto-outcomes.rules.ts'
import type { TotoPool } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableId } from '#server/db/storable.ts'
import type { TotoDrawTable, TotoMatchTable } from '#server/db/tables/toto-tables.ts'
import type { GameNow } from './toto-ports.ts'

/** A draw as it is kept. */
export type DrawRow = Selectable<TotoDrawTable>
/** A game in its list. */
export type MatchRow = Selectable<TotoMatchTable>

const HOUR_MS = 3_600_000

/** A draw. @throws AppError toto.draw_unknown */
export async function readDraw(tx: BrandTransaction, drawId: number): Promise<DrawRow> {
  return known(await select(tx, drawId).executeTakeFirst())
}

/** The same, held so that it cannot be closed before the end of the transaction; tickets do not wait for each other. */
export async function holdDraw(tx: BrandTransaction, drawId: number): Promise<DrawRow> {
  return known(await select(tx, drawId).forShare().executeTakeFirst())
}

/** The same, locked until the end of the transaction: what one step of a draw does, another waits for. */
export async function lockDraw(tx: BrandTransaction, drawId: number): Promise<DrawRow> {
  return known(await select(tx, drawId).forUpdate().executeTakeFirst())
}

function select(tx: BrandTransaction, drawId: number) {
  return tx.select('toto_draw').selectAll('toto_draw').where('draw_id', '=', storableId(drawId))
}

function known(row: DrawRow | undefined): DrawRow {
  if (!row) throw new AppError('toto.draw_unknown')
  return row
}

/** The games of a draw, in their order. */
export function matchesOf(tx: BrandTransaction, drawId: number): Promise<MatchRow[]> {
  return tx.select('toto_match').selectAll('toto_match').where('draw_id', '=', drawId).orderBy('place').execute()
}

/** How an event has ended: by the desk, by the result in force, or, where none came in time, void; null while it is not known. */
export function endOf(
  match: MatchRow,
  game: GameNow | undefined,
  of: { readonly terms: TotoPool; readonly closedAt: Date | null; readonly now: Date },
): EventEnd {
  const { terms, closedAt, now } = of
  if (match.desk_void) return 'void'
  if (match.desk_outcome !== null) return match.desk_outcome
  if (game?.end === 'void') return 'void'
  if (game?.end === 'played') return (game.score && outcomeOfScore(terms, game.score)) ?? 'void'
  const isLate = closedAt !== null && now.getTime() >= closedAt.getTime() + terms.resultHours * HOUR_MS
  return isLate ? 'void' : null
}

/** When a draw stops selling: at the start of the first of its games that is not void, by the book as it is now, or at once where one
 *  is played or has ended. */
export function closesAt(matches: readonly MatchRow[], games: ReadonlyMap<number, GameNow>, now: Date): Date {
  let first = Number.POSITIVE_INFINITY
  for (const match of matches) {
    const game = games.get(match.game_id)
    if (match.desk_void || game?.end === 'void') continue
    const startMs = (game?.startsAt ?? match.starts_at).getTime()
    first = Math.min(first, game?.isLive || game?.end === 'played' ? Math.min(startMs, now.getTime()) : startMs)
  }
  return first === Number.POSITIVE_INFINITY ? now : new Date(first)
}

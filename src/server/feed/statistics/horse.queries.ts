import { AppError } from '#calls/app-error.ts'
import { placeOf } from '#machines/feed/simulator/game-end.rules.ts'
import type { HorseAnswer, HorseStart } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { storableId } from '#server/db/storable.ts'
import { fieldsOf } from '../field.queries.ts'
import { selectGames } from '../game-reading.ts'
import type { HorseWish } from './statistics-ports.ts'

/** Races that are listed, and counted. */
const MOST_STARTS = 50
const PLACED = 3

/** The record of a horse, by the results in force of the races for which it was entered. */
export async function readHorse(tx: FeedTransaction, { horseId, except }: HorseWish): Promise<HorseAnswer> {
  const horse = await tx
    .selectFrom('feed.horse')
    .selectAll()
    .where('horse_id', '=', storableId(horseId))
    .executeTakeFirst()
  if (!horse || except.includes(horse.sport_id)) throw new AppError('page.unknown')
  const rows = await selectGames(tx)
    .innerJoin('feed.runner as runner', 'runner.game_id', 'game.game_id')
    .select('runner.number')
    .where('runner.horse_id', '=', horse.horse_id)
    .orderBy('game.starts_at', 'desc')
    .orderBy('game.game_id', 'desc')
    .limit(MOST_STARTS)
    .execute()
  const fields = await fieldsOf(
    tx,
    rows.map(({ game_id }) => game_id),
  )
  const starts = rows.map((row): HorseStart => {
    const field = fields.get(row.game_id)
    const entrant = field?.entrants.find(({ number }) => number === row.number)
    const order = row.result_ending?.kind === 'field' ? row.result_ending : null
    const isWithdrawn = entrant?.isWithdrawn === true || order?.withdrawn?.includes(row.number) === true
    const place = order ? placeOf(order.order, row.number)?.place : undefined
    const { jockey, trainer, weightKg } = entrant ?? {}
    return {
      gameId: row.game_id,
      name: row.home_name,
      course: row.champ_name,
      startsAt: row.starts_at.toISOString(),
      isOver: row.result_kind !== null,
      ...(field?.race && { race: field.race }),
      number: row.number,
      runners: field?.entrants.filter(({ isWithdrawn: isOut }) => !isOut).length ?? 0,
      ...(jockey !== undefined && { jockey }),
      ...(trainer !== undefined && { trainer }),
      ...(weightKg !== undefined && { weightKg }),
      ...(isWithdrawn && { isWithdrawn }),
      ...(place !== undefined && { place }),
    }
  })
  const ran = starts.filter(({ isOver, isWithdrawn }) => isOver && !isWithdrawn)
  return {
    horseId: horse.horse_id,
    name: horse.name,
    sportId: horse.sport_id,
    runs: ran.length,
    wins: ran.filter(({ place }) => place === 1).length,
    placed: ran.filter(({ place }) => place !== undefined && place <= PLACED).length,
    starts,
  }
}

/** The horses of a race by their numbers; empty for an event of others. */
export async function horsesOf(tx: FeedTransaction, gameId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.selectFrom('feed.runner').select(['number', 'horse_id']).where('game_id', '=', gameId).execute()
  return new Map(rows.map(({ number, horse_id }) => [number, horse_id]))
}

import { sql } from 'kysely'
import { entrantOutcome, MARKET_TYPE } from '#machines/feed/markets/market-types.ts'
import { MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { FeedField, FeedRefusal } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { storableJson, storableText } from '#server/db/storable.ts'

/** Gallop and harness (TABLE-8). */
const HORSE_SPORTS: readonly number[] = [130, 131]
const ON_FIELD = [MARKET_TYPE.fieldWinner, MARKET_TYPE.fieldPlace]

/** Takes the field of an event of many into the book, replacing what was reported before. No bets are taken on a
 *  withdrawn entrant.
 *  @returns why it is refused */
export async function takeField(
  tx: FeedTransaction,
  { game: code, entrants, race }: FeedField,
  producer: string,
): Promise<Omit<FeedRefusal, 'index'> | null> {
  const game = await tx
    .selectFrom('feed.game')
    .select(['game_id', 'champ_id', 'away_id', 'status'])
    .where('producer', '=', producer)
    .where('source_code', '=', storableText(code))
    .executeTakeFirst()
  if (!game) return { code: 'unknown_game', reason: `The game ${code} never appeared: send it as kind game first.` }
  if (game.status === MARKET_STATUS.SETTLED || game.status === MARKET_STATUS.CANCELED)
    return { code: 'game_settled', reason: `The result of the game ${code} is known: its field stays.` }
  if (game.away_id !== null)
    return { code: 'field', reason: `The game ${code} has two sides: an event of many appears without away.` }
  const numbers = entrants.map(({ number }) => number)
  if (numbers.length === 0 || new Set(numbers).size < numbers.length)
    return { code: 'field', reason: `The field of ${code} needs entrants, each with a number of its own.` }
  const field = storableJson({ entrants, ...(race && { race }) })
  await tx
    .insertInto('feed.match_sheet')
    .values({ game_id: game.game_id, field })
    .onConflict((conflict) => conflict.column('game_id').doUpdateSet({ field }))
    .execute()
  await takeRunners(tx, { gameId: game.game_id, champId: game.champ_id, entrants })
  const withdrawn = entrants.filter(({ isWithdrawn }) => isWithdrawn).map(({ number }) => number)
  await suspendOutcomes(tx, game.game_id, withdrawn)
  return null
}

/** Keeps which horses run in a race, so that the record of each can be found; other events of many have none. */
async function takeRunners(
  tx: FeedTransaction,
  {
    gameId,
    champId,
    entrants,
  }: { readonly gameId: number; readonly champId: number; readonly entrants: FeedField['entrants'] },
): Promise<void> {
  const champ = tx.selectFrom('feed.championship').select('sport_id').where('champ_id', '=', champId)
  const { sport_id: sportId } = await champ.executeTakeFirstOrThrow()
  if (!HORSE_SPORTS.includes(sportId)) return
  const named = entrants.map(({ number, name }) => ({ number, name: storableText(name) }))
  await tx
    .insertInto('feed.horse')
    .values([...new Set(named.map(({ name }) => name))].map((name) => ({ sport_id: sportId, name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const horses = await tx
    .selectFrom('feed.horse')
    .select(['horse_id', 'name'])
    .where('sport_id', '=', sportId)
    .where(
      'name',
      'in',
      named.map(({ name }) => name),
    )
    .execute()
  const ids = new Map(horses.map(({ horse_id, name }) => [name, horse_id]))
  await tx.deleteFrom('feed.runner').where('game_id', '=', gameId).execute()
  await tx
    .insertInto('feed.runner')
    .values(named.map(({ number, name }) => ({ game_id: gameId, number, horse_id: ids.get(name) ?? 0 })))
    .execute()
}

async function suspendOutcomes(tx: FeedTransaction, gameId: number, numbers: readonly number[]): Promise<void> {
  const outcomes = ON_FIELD.flatMap((type) => numbers.map((number) => entrantOutcome(type, number)))
  if (outcomes.length === 0) return
  await sql`
    update feed.outcome set is_suspended = true from feed.market
    where market.market_id = outcome.market_id and market.game_id = ${gameId}
      and outcome.type_id in (${sql.join(outcomes)}) and not outcome.is_suspended`.execute(tx)
}

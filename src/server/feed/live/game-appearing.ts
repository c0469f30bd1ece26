import { isSport } from '#machines/site/tables/sports.ts'
import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { FeedGameChange, FeedRefusal } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { storableJson, storableText } from '#server/db/storable.ts'
import { takeNames } from '../names/name-taking.ts'
import { championshipOf, participantOf, type RowOrigin } from '../row-import.ts'

/** A number of the country table that no country has. */
const NO_COUNTRY = 100

/** Brings a game into the book, or moves the start of one that is there. @returns why it is refused */
export async function takeGame(
  tx: FeedTransaction,
  change: FeedGameChange,
  { producer, now }: RowOrigin,
): Promise<Omit<FeedRefusal, 'index'> | null> {
  const { sportId, countryId } = change.competition
  if (!isSport(sportId)) return { code: 'sport', reason: `There is no sport ${sportId}.` }
  if (countryId === NO_COUNTRY) return { code: 'sport', reason: `There is no country ${countryId}.` }
  const [home, away] = [storableText(change.home).trim(), change.away && storableText(change.away).trim()]
  if (home === '' || away === '' || home === away)
    return {
      code: 'side',
      reason: `The game ${change.game} needs two sides of different names, or one that is an event of many.`,
    }
  const code = storableText(change.game)
  await takeNames(tx, change.competition.name, change.competition.names, now)
  await takeNames(tx, home, change.homeNames, now)
  if (away !== undefined) await takeNames(tx, away, change.awayNames, now)
  const champId = await championshipOf(tx, change.competition)
  const homeId = await participantOf(tx, sportId, home)
  const awayId = away === undefined ? null : await participantOf(tx, sportId, away)
  const known = await tx
    .selectFrom('feed.game')
    .select(['game_id', 'champ_id', 'home_id', 'away_id', 'status'])
    .where('producer', '=', producer)
    .where('source_code', '=', code)
    .executeTakeFirst()
  const start = {
    starts_at: new Date(change.startsAt),
    has_start_time: change.hasStartTime ?? true,
    changed_at: now,
    ...(change.season !== undefined && { season: change.season }),
  }
  if (!known) {
    const key = { champ_id: champId, match_date: change.startsAt.slice(0, 'yyyy-MM-dd'.length), home_id: homeId }
    const rest = {
      away_id: awayId,
      main_game_id: null,
      kind: FEED_KIND.line,
      row_mark: '',
      producer,
      source_code: code,
    }
    const status = MARKET_STATUS.BETS_ARE_BEING_ACCEPTED
    const made = await tx
      .insertInto('feed.game')
      .values({ ...key, ...rest, ...start, status })
      .returning('game_id')
      .executeTakeFirstOrThrow()
    await takeStadium(tx, made.game_id, change)
    return null
  }
  const isSame = known.champ_id === champId && known.home_id === homeId && known.away_id === awayId
  if (!isSame)
    return { code: 'game_differs', reason: `The game ${code} is known with another competition or other sides.` }
  if (known.status === MARKET_STATUS.SETTLED || known.status === MARKET_STATUS.CANCELED)
    return { code: 'game_settled', reason: `The result of the game ${code} is known: its start does not move.` }
  await tx.updateTable('feed.game').set(start).where('game_id', '=', known.game_id).execute()
  await takeStadium(tx, known.game_id, change)
  return null
}

/** Where it is played; left out, it stays as it was. */
async function takeStadium(tx: FeedTransaction, gameId: number, { stadium }: FeedGameChange): Promise<void> {
  if (!stadium) return
  const sheet = { stadium: storableJson(stadium) }
  await tx
    .insertInto('feed.match_sheet')
    .values({ game_id: gameId, ...sheet })
    .onConflict((conflict) => conflict.column('game_id').doUpdateSet(sheet))
    .execute()
}

import { placeOf } from '#machines/feed/simulator/game-end.rules.ts'
import { MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { Entrant, FieldEnding, HorseRaceAnswer, HorsesRaceAnswer, MeetingRace, RaceMeeting } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import type { StoredField } from '#server/db/tables/feed-tables.ts'
import { fieldsOf, finishOf } from './field.queries.ts'
import { type GameRow, gameFacts, selectGames } from './game-reading.ts'
import type { StatisticsWish } from './offer-ports.ts'
import { horsesOf } from './statistics/horse.queries.ts'
import { gameOf } from './statistics.queries.ts'

const HOUR_MS = 3_600_000
/** Races that were run are returned for this long. */
const PAST_HOURS = 12
const AHEAD_HOURS = 36
const MOST_RACES = 300

/** The card of an event of many, with the places of its result (FEED-16). */
export async function readRaceCard(tx: FeedTransaction, wish: StatisticsWish): Promise<HorseRaceAnswer> {
  const row = await gameOf(tx, wish)
  const { game_id: gameId, result_kind: kind, result_ending: ending } = row
  const field = (await fieldsOf(tx, [gameId])).get(gameId)
  if (!field) return { gameId, isOver: kind !== null, entrants: [] }
  const order = ending?.kind === 'field' ? ending : null
  const horses = await horsesOf(tx, gameId)
  const entrants = field.entrants
    .map((entrant) => ({ ...withPlace(entrant, order), ...horseOf(horses, entrant) }))
    .toSorted((one, other) => one.number - other.number)
  return { gameId, isOver: kind !== null, ...(field.race && { race: field.race }), entrants }
}

function horseOf(horses: ReadonlyMap<number, number>, { number }: Entrant): { readonly horseId?: number } {
  const horseId = horses.get(number)
  return horseId === undefined ? {} : { horseId }
}

function withPlace(entrant: Entrant, ending: FieldEnding | null): HorseRaceAnswer['entrants'][number] {
  if (!ending) return entrant
  const place = placeOf(ending.order, entrant.number)?.place
  const isOut = entrant.isWithdrawn === true || ending.withdrawn?.includes(entrant.number) === true
  return { ...entrant, ...(isOut && { isWithdrawn: true }), ...(place !== undefined && { place }) }
}

/** Meetings with their races, that with the next race first and those that are over last (FEED-16). */
export async function readMeetings(
  tx: FeedTransaction,
  sports: readonly number[],
  now: Date,
): Promise<HorsesRaceAnswer> {
  if (sports.length === 0) return { items: [] }
  const rows = await selectGames(tx)
    .where('championship.sport_id', 'in', sports)
    .where('game.away_id', 'is', null)
    .where('game.starts_at', '>', new Date(now.getTime() - PAST_HOURS * HOUR_MS))
    .where('game.starts_at', '<', new Date(now.getTime() + AHEAD_HOURS * HOUR_MS))
    .orderBy('game.starts_at')
    .orderBy('game.game_id')
    .limit(MOST_RACES)
    .execute()
  const fields = await fieldsOf(
    tx,
    rows.map(({ game_id }) => game_id),
  )
  const meetings = Map.groupBy(rows, (row) => `${row.champ_id} ${row.match_date}`)
  const items = [...meetings.values()].flatMap((races) => meetingOf(races, fields, now))
  return { items: items.toSorted((one, other) => nextOf(one) - nextOf(other)) }
}

function meetingOf(rows: readonly GameRow[], fields: ReadonlyMap<number, StoredField>, now: Date): RaceMeeting[] {
  const [first] = rows
  if (!first) return []
  const going = rows.map(({ game_id }) => fields.get(game_id)?.race?.going).find((one) => one !== undefined)
  const meeting = {
    champId: first.champ_id,
    sportId: first.sport_id,
    course: first.champ_name,
    ...(first.country_id !== null && { countryId: first.country_id }),
    ...(going && { going }),
    races: rows.map((row) => raceOf(row, fields.get(row.game_id), now)),
  }
  return [meeting]
}

function raceOf(row: GameRow, field: StoredField | undefined, now: Date): MeetingRace {
  const { gameId, kind, status, startsAt } = gameFacts(row, now)
  const finish = field && row.result_ending?.kind === 'field' ? finishOf(field, row.result_ending) : null
  return {
    gameId,
    name: row.home_name,
    startsAt,
    kind,
    status,
    ...(field?.race && { race: field.race }),
    runnerCount: field?.entrants.filter(({ isWithdrawn }) => !isWithdrawn).length ?? 0,
    ...(finish && { finish }),
  }
}

/** When the next race of a meeting starts; of one that is over never, the latest first. */
function nextOf({ races }: RaceMeeting): number {
  const next = races.find(({ status }) => status !== MARKET_STATUS.SETTLED && status !== MARKET_STATUS.CANCELED)
  const last = Date.parse(races.at(-1)?.startsAt ?? '')
  return next ? Date.parse(next.startsAt) : Number.MAX_SAFE_INTEGER - last
}

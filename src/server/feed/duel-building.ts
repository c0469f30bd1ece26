import { AppError } from '#calls/app-error.ts'
import { type DuelMeans, duelPrices } from '#machines/feed/duels/duel-price.rules.ts'
import { MARKET_TYPE } from '#machines/feed/markets/market-types.ts'
import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { DuelAnswer, DuelBody, RowOutcome } from '#schemas'
import type { FeedDoor, FeedTransaction } from '#server/db/for-feed.ts'
import { readWhole } from './board.ts'
import { type DuelRow, duelChampCode, firstOnly, selectDuelPlayers } from './duel-offer.ts'
import { takePrices } from './price-import.ts'
import { championshipOf, participantOf } from './row-import.ts'

/** Most characters of the name of a team. */
const NAME_MOST = 200

/** Two teams, as they were found in the line. */
interface Teams {
  readonly home: readonly DuelRow[]
  readonly away: readonly DuelRow[]
}

/** Sets two teams of players against each other (FEED-13): a game of its own in the book, with one market, priced by the goals to be
 *  expected of the players. The same teams again are the same game, at the prices of now. It takes bets until the first of its
 *  players' games begins.
 *  @param except sports that are left out
 *  @throws AppError duel.impossible when a player cannot be chosen, is in both teams, the teams are of two sports or producers, or it
 *  is as good as decided */
export async function buildDuel(
  door: FeedDoor,
  body: DuelBody,
  { now, except }: { readonly now: Date; readonly except: readonly number[] },
): Promise<DuelAnswer> {
  const gameId = await door.write((tx) => takeDuel(tx, body, { now, except }))
  const [game] = await door.read((tx) => readWhole(tx, [gameId], () => true, now))
  if (!game) throw new Error(`the duel ${gameId} was stored and is not there`)
  return { game }
}

async function takeDuel(
  tx: FeedTransaction,
  { team1Ids, team2Ids }: DuelBody,
  { now, except }: { readonly now: Date; readonly except: readonly number[] },
): Promise<number> {
  const rows = firstOnly(await selectDuelPlayers(tx, now).execute())
  const byId = new Map(rows.map((row) => [row.player_id, row]))
  const teamOf = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []).sort(byPlayer)
  const teams = { home: teamOf(team1Ids), away: teamOf(team2Ids) }
  const all = [...teams.home, ...teams.away]
  const [first] = all.toSorted((one, other) => one.starts_at.getTime() - other.starts_at.getTime())
  const ids = new Set(all.map(({ player_id }) => player_id))
  const isSound =
    ids.size === team1Ids.length + team2Ids.length &&
    all.every(({ sport_id, producer }) => sport_id === first?.sport_id && producer === first.producer)
  const prices = duelPrices(meansOf(teams))
  if (!first || !isSound || !prices || except.includes(first.sport_id) || nameOf(teams.home) === nameOf(teams.away))
    throw new AppError('duel.impossible')
  const gameId = await duelGame(tx, { teams, first, now })
  await priceDuel(tx, { gameId, prices, now })
  return gameId
}

const byPlayer = (one: DuelRow, other: DuelRow) => one.player_id - other.player_id

/** "A. Marsh, K. Webb" */
function nameOf(team: readonly DuelRow[]): string {
  return team
    .map(({ name }) => name)
    .join(', ')
    .slice(0, NAME_MOST)
}

function meansOf({ home, away }: Teams): DuelMeans {
  const sum = (team: readonly DuelRow[]) => team.reduce((total, { expected_goals }) => total + expected_goals, 0)
  return { home: sum(home), away: sum(away) }
}

/** The game of a duel, which is made when there is none: its name tells the players and their games. */
async function duelGame(
  tx: FeedTransaction,
  { teams, first, now }: { readonly teams: Teams; readonly first: DuelRow; readonly now: Date },
): Promise<number> {
  const partOf = (team: readonly DuelRow[]) => team.map(({ game_id, player_id }) => `${game_id}.${player_id}`).join(',')
  const code = `duel/${partOf(teams.home)}/${partOf(teams.away)}`
  const known = await tx
    .selectFrom('feed.game')
    .select('game_id')
    .where('producer', '=', first.producer)
    .where('source_code', '=', code)
    .executeTakeFirst()
  if (known) return known.game_id
  const sportId = first.sport_id
  const made = await tx
    .insertInto('feed.game')
    .values({
      main_game_id: first.game_id,
      champ_id: await championshipOf(tx, { code: duelChampCode(sportId), name: 'Duels', sportId }),
      match_date: first.starts_at.toISOString().slice(0, 'yyyy-MM-dd'.length),
      home_id: await participantOf(tx, sportId, nameOf(teams.home)),
      away_id: await participantOf(tx, sportId, nameOf(teams.away)),
      kind: FEED_KIND.line,
      starts_at: first.starts_at,
      has_start_time: true,
      status: MARKET_STATUS.BETS_ARE_BEING_ACCEPTED,
      producer: first.producer,
      row_mark: '',
      source_code: code,
      changed_at: now,
    })
    .returning('game_id')
    .executeTakeFirstOrThrow()
  const members = (['home', 'away'] as const).flatMap((side) =>
    teams[side].map(({ player_id, game_id }) => ({ game_id: made.game_id, player_id, side, of_game_id: game_id })),
  )
  await tx.insertInto('feed.duel_player').values(members).execute()
  return made.game_id
}

/** Gives the market of a duel its prices, which go into the history when they are new. */
export async function priceDuel(
  tx: FeedTransaction,
  { gameId, prices, now }: { readonly gameId: number; readonly prices: readonly RowOutcome[]; readonly now: Date },
): Promise<void> {
  const market = { typeId: MARKET_TYPE.duel.typeId, outcomes: [...prices] }
  await takePrices(tx, {
    gameId,
    status: MARKET_STATUS.BETS_ARE_BEING_ACCEPTED,
    prices: { opening: [market], closing: [] },
    now,
  })
}

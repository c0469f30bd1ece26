import { isFound, searchWords } from '#machines/feed/board/search.rules.ts'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { SearchAnswer, TeamEntry } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { readBoard } from './board.ts'
import { champEntry } from './champ-entry.ts'
import { countChamps, namesInFeed } from './offer.queries.ts'
import type { OfferFilter } from './offer-ports.ts'

/** Championships and teams that a search names at most. */
const MOST_NAMES = 20

/** What is called so in a feed: championships, teams and players, and games. Names are compared here, because neither engine takes
 *  accents off without an extension. */
export async function searchOffer(
  tx: FeedTransaction,
  { text, names }: { readonly text: string; readonly names: ReadonlyMap<string, string> },
  filter: OfferFilter,
  now: Date,
): Promise<SearchAnswer> {
  const wanted = searchWords(text)
  const rows = await namesInFeed(tx, filter, now)
  const words = memoisedWords(names)
  const own = rows.filter(({ kind }) => kind === FEED_KIND[filter.feed])
  const champIds = [...new Set(own.filter((row) => isFound(wanted, words(row.champ_name))).map((row) => row.champ_id))]
  const games = own.filter((row) =>
    isFound(wanted, [...words(row.champ_name), ...words(row.home_name), ...words(row.away_name ?? '')]),
  )
  const gameIds = games.slice(0, filter.count).map(({ game_id }) => game_id)
  const few = { ...filter, champs: champIds, count: MOST_NAMES }
  const champs = champIds.length > 0 ? await countChamps(tx, few, now) : []
  return {
    champs: champs.map((row) => champEntry(row, filter)),
    teams: teamsOf(rows, filter)
      .filter(({ name }) => isFound(wanted, words(name)))
      .slice(0, MOST_NAMES),
    games: await readBoard(tx, gameIds, { ...filter, now }),
    total: games.length,
  }
}

/** The words of names as their source and the visitor's language write them, each taken apart once. */
function memoisedWords(written: ReadonlyMap<string, string>): (name: string) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (name) => {
    const words = known.get(name) ?? searchWords(`${name} ${written.get(name) ?? ''}`)
    known.set(name, words)
    return words
  }
}

type NameRow = Awaited<ReturnType<typeof namesInFeed>>[number]

/** Who plays, with how many games in either feed; those who play in the feed that was asked for. */
function teamsOf(rows: readonly NameRow[], { feed }: OfferFilter): TeamEntry[] {
  const sides = rows.flatMap((row) => {
    const { away_id: awayId, away_name: away } = row
    // An event of many has no team: its one side is the event.
    if (awayId === null || away === null) return []
    return [
      { participantId: row.home_id, name: row.home_name, row },
      { participantId: awayId, name: away, row },
    ]
  })
  const teams = [...Map.groupBy(sides, ({ participantId }) => participantId).values()].flatMap((games) => {
    const [first] = games
    if (!first) return []
    const count = (kind: number) => games.filter(({ row }) => row.kind === kind).length
    const { participantId, name, row } = first
    const counts = { lineGames: count(FEED_KIND.line), liveGames: count(FEED_KIND.live) }
    return { participantId, name, sportId: row.sport_id, ...counts }
  })
  return teams.filter(({ lineGames, liveGames }) => (feed === 'line' ? lineGames : liveGames) > 0)
}

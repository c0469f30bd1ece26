import type { Participant, RatingChange, RatingRow, RatingRules, Score, StatisticsForecast } from '#schemas'

/** A game of two sides that was played to its end. */
export interface RatedGame {
  readonly gameId: number
  /** ISO 8601, UTC. */
  readonly startsAt: string
  readonly home: Participant
  readonly away: Participant
  readonly score: Pick<Score, 'home' | 'away'>
}

/** A side with all that its results did to its rating. */
export interface RatedSide {
  readonly participant: Participant
  readonly rating: number
  /** The oldest first. */
  readonly changes: readonly RatingChange[]
}

/** The ratings of a sport. */
export interface Ratings {
  readonly rules: RatingRules
  readonly games: number
  readonly draws: number
  /** By participant. */
  readonly sides: ReadonlyMap<number, RatedSide>
}

/** Points by which one side must be ahead to be expected to win ten times as often as its opponent. */
const SPREAD = 400
const PERMILLE = 1000

/** Sports with home grounds: football, ice hockey, basketball, baseball, volleyball, rugby, handball, American football, futsal and
 *  cricket (TABLE-8). */
const HOME_SPORTS: ReadonlySet<number> = new Set([1, 2, 3, 5, 6, 7, 8, 13, 14, 66])
/** Sports of goals, in which a win by three says more than a win by one: football, ice hockey, futsal, cyber football, cyber hockey. */
const GOAL_SPORTS: ReadonlySet<number> = new Set([1, 2, 14, 85, 89])

/** The rules of a brand as they hold in a sport: `(4, …)` of tennis knows neither a home ground nor a margin. */
export function rulesOfSport(sportId: number, rules: RatingRules): RatingRules {
  return {
    ...rules,
    homeAdvantage: HOME_SPORTS.has(sportId) ? rules.homeAdvantage : 0,
    isMarginCounted: rules.isMarginCounted && GOAL_SPORTS.has(sportId),
  }
}

/** What is expected of the home side, in thousandths of a win: 1500 against 1500 with 65 at home → 592 (Elo, 1978; the curve of FIDE
 *  and of the World Football Elo Ratings). */
export function expectedPermille(home: number, away: number, homeAdvantage: number): number {
  return Math.round(PERMILLE / (1 + 10 ** ((away - home - homeAdvantage) / SPREAD)))
}

/** How much more a game counts for its margin: 1, by two goals 1.5, then an eighth more for each (World Football Elo Ratings). */
export function marginFactor(margin: number): number {
  if (margin <= 1) return 1
  return margin === 2 ? 1.5 : (11 + margin) / 8
}

/** Points that the home side wins, and the away side loses: a whole number, so that nothing is lost between them. */
export function pointsMoved(
  { home, away, score }: { readonly home: number; readonly away: number; readonly score: RatedGame['score'] },
  rules: RatingRules,
): number {
  const expected = expectedPermille(home, away, rules.homeAdvantage)
  const came = score.home > score.away ? PERMILLE : score.home === score.away ? PERMILLE / 2 : 0
  const factor = rules.isMarginCounted ? marginFactor(Math.abs(score.home - score.away)) : 1
  const moved = Math.round((rules.weight * factor * (came - expected)) / PERMILLE)
  return moved === 0 ? 0 : moved
}

/** Rates all sides by games, which count in the order in which they were played, whatever the order they are given in. */
export function rateGames(games: readonly RatedGame[], rules: RatingRules): Ratings {
  const sides = new Map<number, { participant: Participant; rating: number; changes: RatingChange[] }>()
  const sideOf = (participant: Participant) => {
    const known = sides.get(participant.participantId)
    if (known) return known
    const made = { participant, rating: rules.start, changes: [] }
    sides.set(participant.participantId, made)
    return made
  }
  const played = games.toSorted(
    (one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt) || one.gameId - other.gameId,
  )
  for (const game of played) {
    const [home, away] = [sideOf(game.home), sideOf(game.away)]
    const expected = expectedPermille(home.rating, away.rating, rules.homeAdvantage)
    const moved = pointsMoved({ home: home.rating, away: away.rating, score: game.score }, rules)
    const { gameId, startsAt, score } = game
    const of = (side: typeof home, opponent: Participant, isHome: boolean): RatingChange => ({
      ...{ gameId, startsAt, opponent, isHome },
      own: isHome ? score.home : score.away,
      others: isHome ? score.away : score.home,
      expectedPermille: isHome ? expected : PERMILLE - expected,
      before: side.rating,
      change: isHome ? moved : -moved || 0,
      after: side.rating + (isHome ? moved : -moved),
    })
    home.changes.push(of(home, game.away, true))
    away.changes.push(of(away, game.home, false))
    home.rating += moved
    away.rating -= moved
  }
  const draws = played.filter(({ score }) => score.home === score.away).length
  return { rules, games: played.length, draws, sides }
}

/** Sides by their ratings, best first; those with as many points share a place and stand by name. */
export function rankedSides(sides: Iterable<RatedSide>): RatingRow[] {
  const sorted = [...sides].sort(
    (one, other) => other.rating - one.rating || one.participant.name.localeCompare(other.participant.name, 'en'),
  )
  let place = 0
  return sorted.flatMap(({ participant, rating, changes }, at) => {
    const last = changes.at(-1)
    if (rating !== sorted[at - 1]?.rating) place = at + 1
    return last ? { place, participant, rating, games: changes.length, last } : []
  })
}

/** How a game between two rated sides may end: what Elo expects of the home side, with as many draws as the sport has. Null while
 *  there are too few results to say anything. */
export function forecastOf(ratings: Ratings, homeId: number, awayId: number): StatisticsForecast | null {
  const [home, away] = [ratings.sides.get(homeId), ratings.sides.get(awayId)]
  if (!home || !away || Math.min(home.changes.length, away.changes.length) < FEWEST_GAMES) return null
  const expected = expectedPermille(home.rating, away.rating, ratings.rules.homeAdvantage)
  const usual = Math.round((PERMILLE * ratings.draws) / ratings.games)
  // Half of the draws is taken from either side, and no side can have less than nothing.
  const drawn = Math.min(usual, 2 * expected, 2 * (PERMILLE - expected))
  const homePermille = Math.round(expected - drawn / 2)
  return {
    homePermille,
    drawPermille: drawn,
    awayPermille: PERMILLE - drawn - homePermille,
    games: ratings.games,
  }
}

/** Results of each side without which nothing is forecast. */
const FEWEST_GAMES = 3

import type { HeadToHeadAnswer, Participant, ResultGame, TeamLastGamesAnswer } from '#schemas'

/** What an insight says about a side. */
export type InsightKind = 'won_run' | 'lost_run' | 'unbeaten_run' | 'winless_run' | 'meetings'

/** Something about a side of a game that its results say, worth a line of its own. */
export interface Insight {
  readonly kind: InsightKind
  readonly sideId: number
  readonly name: string
  readonly number: number
  /** Of how many games, where not all of them count. */
  readonly of?: number
}

type Outcome = 'won' | 'drawn' | 'lost'

/** Games after which a run is shown. */
const RUN = 3
const LONG_RUN = 4
/** Meetings from which on a balance says something, and the share of them that a side has to have won. */
const MEETINGS = 3
const MEETINGS_SHARE = 2 / 3

/** What the last games of both sides say: at most one run a side, and who has had the better of their meetings (CFG-31). */
export function gameInsights(
  sides: readonly Pick<Participant, 'participantId' | 'name'>[],
  last: Pick<TeamLastGamesAnswer, 'home' | 'away'>,
  { homeWins, awayWins, games }: Pick<HeadToHeadAnswer, 'homeWins' | 'awayWins' | 'games'>,
): readonly Insight[] {
  const [home, away] = sides
  if (!home || !away) return []
  const runs = [runOf(home, last.home), runOf(away, last.away)]
  const better = [
    { ...named(home), number: homeWins },
    { ...named(away), number: awayWins },
  ].find(({ number }) => games.length >= MEETINGS && number >= games.length * MEETINGS_SHARE)
  return [
    ...runs.flatMap((run) => run ?? []),
    ...(better ? [{ ...better, kind: 'meetings' as const, of: games.length }] : []),
  ]
}

function named({ participantId, name }: Pick<Participant, 'participantId' | 'name'>) {
  return { sideId: participantId, name }
}

/** The run that a side is in: wins or defeats first, then games without a defeat or a win. */
function runOf(side: Pick<Participant, 'participantId' | 'name'>, games: readonly ResultGame[]): Insight | null {
  const outcomes = games.flatMap((game) => outcomeFor(side.participantId, game) ?? [])
  const run = (isPart: (outcome: Outcome) => boolean) => {
    const end = outcomes.findIndex((outcome) => !isPart(outcome))
    return end < 0 ? outcomes.length : end
  }
  const runs = [
    { kind: 'won_run', number: run((outcome) => outcome === 'won'), least: RUN },
    { kind: 'lost_run', number: run((outcome) => outcome === 'lost'), least: RUN },
    { kind: 'unbeaten_run', number: run((outcome) => outcome !== 'lost'), least: LONG_RUN },
    { kind: 'winless_run', number: run((outcome) => outcome !== 'won'), least: LONG_RUN },
  ] as const
  const found = runs.find(({ number, least }) => number >= least)
  return found ? { ...named(side), kind: found.kind, number: found.number } : null
}

/** How a side came out of a game; null without a score, or when it did not take part. */
function outcomeFor(
  sideId: number,
  { score, participants }: Pick<ResultGame, 'score' | 'participants'>,
): Outcome | null {
  const place = participants.findIndex(({ participantId }) => participantId === sideId)
  if (!score || place < 0) return null
  const ahead = (score.home - score.away) * (place === 0 ? 1 : -1)
  return ahead > 0 ? 'won' : ahead < 0 ? 'lost' : 'drawn'
}

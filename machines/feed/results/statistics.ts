/** Statistics of games that there are names for; a provider may count others, which nobody could read. */
const NAMED = [
  'aces',
  'corners',
  'double_faults',
  'field_goals',
  'fouls',
  'fours',
  'hits',
  'offsides',
  'penalty_minutes',
  'rebounds',
  'shots',
  'shots_on_target',
  'sixes',
  'strikeouts',
  'touchdowns',
  'wickets',
  'yellow_cards',
  'red_cards',
] as const

/** The dictionary keys of the names of statistics, such as `feed.statistic_corners`. */
export const STATISTIC_TEXTS: ReadonlyMap<string, string> = new Map(
  NAMED.map((code) => [code, `feed.statistic_${code}`]),
)

import type { ColumnType, Generated } from 'kysely'
import type {
  Ball,
  Clock,
  DeadHeat,
  Ending,
  Entrant,
  FeedKind,
  FeedStatus,
  GameResult,
  GameStatistic,
  PlayerAction,
  RaceFacts,
  RowPlayer,
  Score,
  Stadium,
} from '#schemas'

export interface ChampionshipTable {
  champ_id: Generated<number>
  sport_id: number
  /** Of the country table; null for an international one. */
  country_id: number | null
  /** By which its source knows it. */
  code: string
  name: string
}

export interface ParticipantTable {
  participant_id: Generated<number>
  sport_id: number
  name: string
}

export interface GameTable {
  game_id: Generated<number>
  main_game_id: number | null
  champ_id: number
  /** yyyy-MM-dd, of the source's calendar. */
  match_date: string
  home_id: number
  /** Null of an event of many, of which home is the event itself. */
  away_id: number | null
  kind: FeedKind
  starts_at: Date
  has_start_time: boolean
  status: FeedStatus
  producer: string
  /** SHA-256 of the row that it was last taken from. */
  row_mark: string
  changed_at: Date
  /** As its source names it; null where it does not tell. */
  season: ColumnType<string | null, string | null | undefined, string | null>
  /** By which its producer knows it; null for a match from a file. */
  source_code: ColumnType<string | null, string | null | undefined, never>
  is_suspended: ColumnType<boolean, boolean | undefined, boolean>
  /** While it is played; a result is kept in its own table. */
  score: ColumnType<Score | null, string | null | undefined, string | null>
  /** How often the score has changed, corrections among them. */
  score_changes: ColumnType<number, never, never>
  clock: ColumnType<Clock | null, string | null | undefined, string | null>
  /** When the clock showed that time. */
  clock_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  ball: ColumnType<Ball | null, string | null | undefined, string | null>
  statistics: ColumnType<GameStatistic[] | null, string | null | undefined, string | null>
  revision: ColumnType<number, never, never>
}

export interface MarketTable {
  market_id: Generated<number>
  game_id: number
  type_id: number
  /** A decimal. */
  parameter: string | null
  status: FeedStatus
  is_suspended: ColumnType<boolean, boolean | undefined, boolean>
  revision: ColumnType<number, never, never>
}

export interface OutcomeTable {
  outcome_id: Generated<number>
  market_id: number
  type_id: number
  /** A decimal of at most four places. */
  odds: string
  is_suspended: ColumnType<boolean, boolean | undefined, boolean>
  revision: ColumnType<number, never, never>
}

export interface PriceTable {
  outcome_id: number
  /** From 1, in the order in which the prices came to be known. */
  sequence: number
  phase: 'opening' | 'closing' | 'line' | 'live'
  /** A decimal of at most four places. */
  odds: string
  known_at: Date
}

export interface ResultTable {
  game_id: number
  /** From 1; the latest is in force. */
  version: number
  kind: GameResult['kind']
  score: ColumnType<Score | null, string | null, never>
  /** Where no score tells how it ended. */
  ending: ColumnType<Ending | null, string | null | undefined, never>
  dead_heats: ColumnType<DeadHeat[] | null, string | null, never>
  /** What players did. */
  events: ColumnType<PlayerAction[] | null, string | null, never>
  source: GameResult['source']
  reason: string | null
  at: Date
  /** Among the versions of all results, in the order in which they are seen. */
  revision: ColumnType<number, never, never>
}

export interface ProducerTable {
  producer: string
  is_up: boolean
  heard_at: Date
  /** Of the last batch that was taken from it. */
  last_sequence: Generated<number>
}

export interface PlayerTable {
  player_id: Generated<number>
  /** The team. */
  participant_id: number
  producer: string
  /** By which the producer knows the player. */
  source_code: string
  name: string
}

export interface LineUpTable {
  game_id: number
  player_id: number
  side: 'home' | 'away'
  /** In which order they are told, from 0. */
  place: number
  number: number | null
  position: NonNullable<RowPlayer['position']> | null
  is_starting: boolean
  /** A decimal; null where the source does not tell. */
  expected_goals: string | null
}

/** Who takes part in an event of many. */
export interface StoredField {
  readonly entrants: readonly Entrant[]
  readonly race?: RaceFacts
}

export interface MatchSheetTable {
  game_id: number
  /** Of an event of many. */
  field: ColumnType<StoredField | null, string | null | undefined, string | null>
  stadium: ColumnType<Stadium | null, string | null | undefined, string | null>
  is_confirmed: ColumnType<boolean, boolean | undefined, boolean>
  /** What players did so far. */
  events: ColumnType<PlayerAction[] | null, string | null | undefined, string | null>
}

export interface DuelPlayerTable {
  /** The duel. */
  game_id: number
  player_id: number
  side: 'home' | 'away'
  /** In which the player plays. */
  of_game_id: number
}

export interface BroadcastTable {
  game_id: number
  channel: string
  source: 'feed' | 'operator'
  /** In which order they are told, from 0. */
  place: number
  /** Null where the channel has none, both for a channel that an operator has taken away. */
  page_url: string | null
  frame_url: string | null
  starts_at: Date | null
  languages: ColumnType<string[], string, string>
}

export interface HorseTable {
  horse_id: Generated<number>
  sport_id: number
  name: string
}

export interface RunnerTable {
  /** The race. */
  game_id: number
  number: number
  horse_id: number
}

export interface SilenceTable {
  producer: string
  since: Date
  /** Null while it lasts. */
  until: Date | null
}

export interface NameTable {
  language: string
  /** As the source writes it. */
  name: string
  written: string
  changed_at: Date
}

/** The tables of the feed, which belong to no brand. */
export interface FeedDatabase {
  'feed.championship': ChampionshipTable
  'feed.participant': ParticipantTable
  'feed.game': GameTable
  'feed.market': MarketTable
  'feed.outcome': OutcomeTable
  'feed.price': PriceTable
  'feed.result': ResultTable
  'feed.producer': ProducerTable
  'feed.player': PlayerTable
  'feed.line_up': LineUpTable
  'feed.match_sheet': MatchSheetTable
  'feed.duel_player': DuelPlayerTable
  'feed.broadcast': BroadcastTable
  'feed.horse': HorseTable
  'feed.runner': RunnerTable
  'feed.silence': SilenceTable
  'feed.name': NameTable
}

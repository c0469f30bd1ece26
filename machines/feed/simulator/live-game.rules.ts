import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type {
  Ball,
  Clock,
  DeadHeat,
  Ending,
  FeedChange,
  FeedKind,
  FeedRefusal,
  FeedStatus,
  GameStatistic,
  PlayerAction,
  RowOutcome,
  RowPlayerAction,
  Score,
} from '#schemas'
import { readParameter } from '../markets/market-result.rules.ts'
import { type MarketType, marketTypeOf } from '../markets/market-types.ts'
import { deadHeatFault } from '../results/dead-heat.rules.ts'
import { fieldEndingFault } from './game-end.rules.ts'

/** An outcome as the book has it and a batch changes it. */
export interface LiveOutcome {
  /** Null before it is stored. */
  readonly id: number | null
  readonly typeId: number
  odds: string
  isSuspended: boolean
  hasMoved: boolean
  isChanged: boolean
}

/** A market as the book has it and a batch changes it. */
export interface LiveMarket {
  /** Null before it is stored. */
  readonly id: number | null
  readonly typeId: number
  readonly parameter: string | null
  isOffered: boolean
  isSuspended: boolean
  isChanged: boolean
  readonly outcomes: Map<number, LiveOutcome>
}

/** A game as the book has it and a batch changes it, with those of its markets that the batch is about. */
export interface LiveGame {
  readonly id: number
  /** By which its producer knows it. */
  readonly code: string
  status: FeedStatus
  kind: FeedKind
  isSuspended: boolean
  score: Score | null
  clock: Clock | null
  hasNewClock: boolean
  ball: Ball | null
  statistics: readonly GameStatistic[] | null
  isChanged: boolean
  /** Ids of the players of its line-up, by the names that its producer gives them. */
  readonly players: ReadonlyMap<string, number>
  /** Numbers of those who take part in an event of many, and of those among them who were withdrawn; left out where there is no
   *  field. */
  readonly field?: { readonly numbers: readonly number[]; readonly withdrawn: readonly number[] }
  /** What the batch says of what players did; null when it says nothing. */
  events: readonly PlayerAction[] | null
  /** What the batch says of its result; the last one counts. */
  result: {
    readonly score: Score | undefined
    readonly ending?: Ending
    readonly deadHeats: readonly DeadHeat[]
    /** When left out, the previous value holds. */
    readonly events?: readonly PlayerAction[]
  } | null
  /** By `marketKey`. */
  readonly markets: Map<string, LiveMarket>
}

/** A change of a game that is there already. */
export type GameChange = Exclude<
  FeedChange,
  { readonly kind: 'game' | 'line_up' | 'field' | 'broadcasts' | 'producer' | 'alive' }
>

/** A market within its game: `marketKey(4, '2.5')` → `'4 2.5'`. */
export function marketKey(typeId: number, parameter: string | null | undefined): string {
  return `${typeId} ${parameter ?? ''}`
}

/** Applies a change to a game. What is repeated changes nothing. @returns why it is refused, with nothing applied; null when it is
 *  taken */
export function applyGameChange(game: LiveGame, change: GameChange): Omit<FeedRefusal, 'index'> | null {
  if (change.kind === 'result') return end(game, change)
  const isOver = game.status === MARKET_STATUS.SETTLED || game.status === MARKET_STATUS.CANCELED || game.result !== null
  if (isOver)
    return refused('game_settled', `The result of the game ${game.code} is known: only a correction is taken.`)
  switch (change.kind) {
    case 'live':
      setGame(game, { kind: FEED_KIND.live })
      return null
    case 'play':
      return play(game, change)
    case 'suspension':
      return suspend(game, change)
    case 'market_end':
      return withMarket(game, change, (market) => setMarket(market, { isOffered: false }))
    case 'market':
      return open(game, change)
    case 'price':
      return move(game, change)
  }
}

function end(game: LiveGame, { score, ending: told, deadHeats = [], events }: Extract<GameChange, { kind: 'result' }>) {
  const fault = deadHeats.length > 0 && !score ? 'In a game that is void nobody ties.' : deadHeatFault(deadHeats)
  if (fault) return refused('dead_heat', fault)
  const misfit = endingFault({ score, ending: told }, game.field?.numbers ?? [])
  if (misfit) return refused('field', misfit)
  const known = readEvents(game, events)
  if (!Array.isArray(known)) return known
  const ending = told && completeEnding(told, game.field?.withdrawn ?? [])
  game.result = { score, ...(ending && { ending }), deadHeats, ...(score && events && { events: known }) }
  return null
}

/** Why score and ending do not fit the event, in words; null when they do. @param entrants numbers of its field; none of two sides */
export function endingFault(
  { score, ending }: { readonly score?: Score | undefined; readonly ending?: Ending | undefined },
  entrants: readonly number[],
): string | null {
  if (ending?.kind === 'fight') return score ? null : 'The end of a fight comes with the score that says who won.'
  if (score && entrants.length > 0) return 'An event of many has no score: tell its order as the ending.'
  if (ending === undefined) return null
  return score ? 'An order has no score beside it.' : fieldEndingFault(ending, entrants)
}

/** An order with those who were withdrawn: as it says, else as they were told before. */
export function completeEnding(ending: Ending, withdrawn: readonly number[]): Ending {
  if (ending.kind === 'fight') return ending
  const out = ending.withdrawn ?? withdrawn.filter((number) => !ending.order.flat().includes(number))
  return { ...ending, withdrawn: out }
}

/** Events with the ids of their players. @returns why they are refused when one is of nobody who was told */
function readEvents(
  { code, players }: LiveGame,
  events: readonly RowPlayerAction[] = [],
): PlayerAction[] | Omit<FeedRefusal, 'index'> {
  const stranger = events.find(({ player }) => !players.has(player))
  if (stranger) {
    const reason = `The line-up of the game ${code} has no player ${stranger.player}: send it as kind line_up first.`
    return refused('unknown_player', reason)
  }
  return events.map(({ kind, player, periodNumber, seconds }) => {
    return { kind, playerId: players.get(player) ?? 0, periodNumber, seconds }
  })
}

function play(game: LiveGame, { score, clock, ball, statistics, events }: Extract<GameChange, { kind: 'play' }>) {
  const known = readEvents(game, events)
  if (!Array.isArray(known)) return known
  if (events) game.events = known
  setGame(game, {
    ...(score && { score }),
    ...(clock && { clock }),
    ...(ball && { ball }),
    ...(statistics && { statistics }),
  })
  if (clock) game.hasNewClock = true
  return null
}

function suspend(game: LiveGame, change: Extract<GameChange, { kind: 'suspension' }>) {
  const { typeId, outcomeTypeId, isSuspended } = change
  if (typeId === undefined) {
    setGame(game, { isSuspended })
    return null
  }
  const found = findMarket(game, { ...change, typeId })
  if (!found) return unknownMarket(game, typeId, change.parameter)
  if (outcomeTypeId === undefined) {
    setMarket(found, { isSuspended })
    return null
  }
  const outcome = found.outcomes.get(outcomeTypeId)
  if (!outcome) return unknownOutcome(game, found, outcomeTypeId)
  setOutcome(outcome, { isSuspended })
  return null
}

function open(game: LiveGame, change: Extract<GameChange, { kind: 'market' }>) {
  const { typeId, parameter, outcomes } = change
  const type = marketTypeOf(typeId)
  if (!type) return refused('unknown_market', `There is no type of market ${typeId}.`)
  const fault = parameterFault(type, parameter) ?? oddsFault(outcomes)
  if (fault) return fault
  const stranger = outcomes.find((outcome) => !type.outcomes.includes(outcome.typeId))
  if (stranger) return refused('unknown_outcome', `Markets of type ${typeId} have no outcome ${stranger.typeId}.`)
  const market = findMarket(game, change) ?? newMarket(game, typeId, parameter ?? null)
  setMarket(market, { isOffered: true, isSuspended: false })
  for (const outcome of outcomes) price(market, outcome)
  return null
}

function move(game: LiveGame, change: Extract<GameChange, { kind: 'price' }>) {
  const market = findMarket(game, change)
  if (!market) return unknownMarket(game, change.typeId, change.parameter)
  const fault = oddsFault(change.outcomes)
  if (fault) return fault
  const stranger = change.outcomes.find(({ typeId }) => !market.outcomes.has(typeId))
  if (stranger) return unknownOutcome(game, market, stranger.typeId)
  for (const outcome of change.outcomes) price(market, outcome)
  return null
}

function price(market: LiveMarket, { typeId, odds }: RowOutcome): void {
  const known = market.outcomes.get(typeId)
  const exact = plainOdds(odds)
  if (!known) {
    const fresh = { id: null, typeId, odds: exact, isSuspended: false, hasMoved: true, isChanged: true }
    market.outcomes.set(typeId, fresh)
  } else if (known.odds !== exact) {
    setOutcome(known, { odds: exact })
    known.hasMoved = true
  }
}

/** The shortest way to write odds: `'1.50'` → `'1.5'`. */
function plainOdds(odds: string): string {
  return odds.includes('.') ? odds.replace(/\.?0+$/, '') : odds
}

function oddsFault(outcomes: readonly RowOutcome[]) {
  const bad = outcomes.find(({ odds }) => !(Number(odds) > 1))
  return bad ? refused('odds', `The price ${bad.odds} of outcome ${bad.typeId} is not above 1.`) : null
}

function parameterFault(type: MarketType, parameter: string | undefined) {
  if (type.parameter === undefined)
    return parameter === undefined ? null : refused('parameter', `Markets of type ${type.typeId} have no parameter.`)
  const isRight = readParameter(type, parameter) !== null
  if (isRight) return null
  const wanted = type.parameter === 'period' ? 'the number of a period' : 'a line in quarters'
  return refused('parameter', `Markets of type ${type.typeId} need ${wanted}, not ${parameter ?? 'nothing'}.`)
}

function withMarket(
  game: LiveGame,
  { typeId, parameter }: { readonly typeId: number; readonly parameter?: string },
  work: (market: LiveMarket) => void,
) {
  const market = findMarket(game, { typeId, ...(parameter !== undefined && { parameter }) })
  if (!market) return unknownMarket(game, typeId, parameter)
  work(market)
  return null
}

function findMarket(game: LiveGame, { typeId, parameter }: { readonly typeId: number; readonly parameter?: string }) {
  return game.markets.get(marketKey(typeId, plainParameter(parameter)))
}

/** A line as it is stored: `'-0'` → `'0'`. */
export function plainParameter(parameter: string | undefined): string | undefined {
  return parameter === undefined ? undefined : String(Number(parameter) + 0)
}

function newMarket(game: LiveGame, typeId: number, parameter: string | null): LiveMarket {
  const plain = plainParameter(parameter ?? undefined) ?? null
  const outcomes = new Map<number, LiveOutcome>()
  const market = { id: null, typeId, parameter: plain, isOffered: true, isSuspended: false, isChanged: true, outcomes }
  game.markets.set(marketKey(typeId, plain), market)
  return market
}

function setGame(
  game: LiveGame,
  facts: Partial<Pick<LiveGame, 'kind' | 'isSuspended' | 'score' | 'clock' | 'ball' | 'statistics'>>,
) {
  game.isChanged ||= isNews(game, facts)
  Object.assign(game, facts)
}

function setMarket(market: LiveMarket, facts: Partial<Pick<LiveMarket, 'isOffered' | 'isSuspended'>>): void {
  market.isChanged ||= isNews(market, facts)
  Object.assign(market, facts)
}

function setOutcome(outcome: LiveOutcome, facts: Partial<Pick<LiveOutcome, 'odds' | 'isSuspended'>>): void {
  outcome.isChanged ||= isNews(outcome, facts)
  Object.assign(outcome, facts)
}

/** Whether facts say anything new; lists and objects are taken to. */
function isNews<Of extends object>(of: Of, facts: Partial<Of>): boolean {
  return (Object.keys(facts) as (keyof Of)[]).some((name) => of[name] !== facts[name])
}

function unknownMarket({ code }: LiveGame, typeId: number, parameter: string | undefined) {
  const market = parameter === undefined ? `${typeId}` : `${typeId} (${parameter})`
  return refused('unknown_market', `The market ${market} of the game ${code} was never opened: send it as kind market.`)
}

function unknownOutcome({ code }: LiveGame, { typeId }: LiveMarket, outcomeTypeId: number) {
  const reason = `The market ${typeId} of the game ${code} has no outcome ${outcomeTypeId}: send it with kind market.`
  return refused('unknown_outcome', reason)
}

function refused(code: FeedRefusal['code'], reason: string): Omit<FeedRefusal, 'index'> {
  return { code, reason }
}

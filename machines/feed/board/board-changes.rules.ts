import type { FeedChange } from '#schemas'
import type { PricedMarket } from '../simulator/fair-price.rules.ts'
import type { GameBoard } from '../simulator/game-board.rules.ts'
import { marketKey } from '../simulator/live-game.rules.ts'

/** What a producer sends about a game whose board was one thing, or absent, and is now another. */
export function boardChanges(game: string, before: GameBoard | null, after: GameBoard): FeedChange[] {
  if (before?.result) return resultChanges(game, before, after)
  return [
    ...(after.phase !== 'line' && (before === null || before.phase === 'line')
      ? [{ kind: 'live', game } as const]
      : []),
    ...lineUp(game, before, after),
    ...field(game, before, after),
    ...suspension(game, before, after),
    ...play(game, before, after),
    ...marketChanges(game, before?.markets ?? [], after.phase === 'over' ? (before?.markets ?? []) : after.markets),
    ...resultChanges(game, before, after),
  ]
}

function suspension(game: string, before: GameBoard | null, { isSuspended }: GameBoard): FeedChange[] {
  return (before?.isSuspended ?? false) === isSuspended ? [] : [{ kind: 'suspension', game, isSuspended }]
}

function lineUp(game: string, before: GameBoard | null, { lineUp: told }: GameBoard): FeedChange[] {
  return told && told !== before?.lineUp ? [{ kind: 'line_up', game, ...told }] : []
}

function field(game: string, before: GameBoard | null, { field: told }: GameBoard): FeedChange[] {
  return told && JSON.stringify(told) !== JSON.stringify(before?.field) ? [{ kind: 'field', game, ...told }] : []
}

function play(
  game: string,
  before: GameBoard | null,
  { score, clock, ball, statistics, events }: GameBoard,
): FeedChange[] {
  const isNew = (of: 'score' | 'clock' | 'ball' | 'statistics' | 'events', value: unknown) =>
    JSON.stringify(before?.[of] ?? null) !== JSON.stringify(value)
  const told = {
    ...(score && isNew('score', score) && { score }),
    ...(clock && isNew('clock', clock) && { clock }),
    ...(ball && isNew('ball', ball) && { ball }),
    ...(statistics.length > 0 && isNew('statistics', statistics) && { statistics: [...statistics] }),
    ...(events.length > 0 && isNew('events', events) && { events: [...events] }),
  }
  return Object.keys(told).length > 0 ? [{ kind: 'play', game, ...told }] : []
}

function resultChanges(game: string, before: GameBoard | null, { result }: GameBoard): FeedChange[] {
  if (!result || JSON.stringify(before?.result ?? null) === JSON.stringify(result)) return []
  return [{ kind: 'result', game, ...result }]
}

const keyOf = ({ typeId, parameter }: PricedMarket) => marketKey(typeId, parameter)
const nameOf = ({ typeId, parameter }: PricedMarket) => ({ typeId, ...(parameter !== undefined && { parameter }) })

function marketChanges(game: string, before: readonly PricedMarket[], after: readonly PricedMarket[]): FeedChange[] {
  const known = new Map(before.map((market) => [keyOf(market), market]))
  const kept = new Set(after.map(keyOf))
  const ended = before.filter((market) => !kept.has(keyOf(market)))
  return [
    ...ended.map((market) => ({ kind: 'market_end', game, ...nameOf(market) }) as const),
    ...after.flatMap((market) => ofMarket(game, known.get(keyOf(market)), market)),
  ]
}

function ofMarket(game: string, before: PricedMarket | undefined, market: PricedMarket): FeedChange[] {
  const known = new Map(before?.outcomes.map((outcome) => [outcome.typeId, outcome]))
  const moved = market.outcomes.filter(({ typeId, odds }) => known.get(typeId)?.odds !== odds)
  const outcomes = moved.map(({ typeId, odds }) => ({ typeId, odds }))
  const turned = market.outcomes.filter(
    ({ typeId, isSuspended }) => (known.get(typeId)?.isSuspended ?? false) !== isSuspended,
  )
  return [
    ...(!before || outcomes.length > 0
      ? [{ kind: before ? ('price' as const) : ('market' as const), game, ...nameOf(market), outcomes }]
      : []),
    ...turned.map(({ typeId, isSuspended }) => {
      return { kind: 'suspension' as const, game, ...nameOf(market), outcomeTypeId: typeId, isSuspended }
    }),
  ]
}

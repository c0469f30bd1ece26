import { AppError } from '#calls/app-error.ts'
import { buildDuel, getAvailablePlayersForDuel } from '#calls/feed.calls.ts'
import type { FeedDoor } from '#server/db/for-feed.ts'
import { buildDuel as buildInBook } from '#server/feed/duel-building.ts'
import type { Guard } from '#server/guard/guard.service.ts'
import { budgetKeys } from '#server/guard/visitor.ts'
import { type AnyHandler, answer } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'
import { answerFeed, type FeedWiringPorts } from './feed.handlers.ts'
import { exceptOf } from './feed-filter.ts'

export interface DuelCallsPorts extends FeedWiringPorts {
  readonly door: FeedDoor
  readonly guard: Pick<Guard, 'take'>
}

/** The calls of duels (FEED-13, FEED-14). Each duel is a game in the book, so there is a budget for building them. */
export function duelHandlers(ports: DuelCallsPorts): AnyHandler[] {
  const { offer, door, guard, clock } = ports
  return [
    answerFeed(ports, getAvailablePlayersForDuel, ({ sportId }, visitor) =>
      offer.duelPlayers({ sportId, except: exceptOf({}, visitor).line }),
    ),
    answer(buildDuel, async ({ body }, scope) => {
      const { brandId, config } = scope.site
      if (!config.boolean.isDuelsShown) throw new AppError('duel.impossible')
      await guard.take('duel_building', brandId, budgetKeys(visitorOf(scope)))
      return buildInBook(door, body, { now: clock(), except: config.betting.disallowedLineSports })
    }),
  ]
}

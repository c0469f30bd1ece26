import type { Logger } from 'pino'
import { gameEnd } from '#machines/feed/simulator/game-end.rules.ts'
import { type BettingService, createBetting } from '#server/betting/betting.service.ts'
import type { BettingPorts } from '#server/betting/betting-ports.ts'
import { forFeed } from '#server/db/for-feed.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { autoBetScores } from '#server/feed/auto-bet-scores.ts'
import { readBetGames } from '#server/feed/bet-games.ts'
import { correctedSince, endedGames, resultsAfter, resultsInForce } from '#server/feed/game-results.ts'
import { readOutcomeFacts } from '#server/feed/outcome-reading.ts'
import type { Guard } from '#server/guard/guard.service.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import type { AnyHandler } from '../http/call-scope.ts'
import { siteOfBrand } from '../pages/site-of-brand.ts'
import { followBonus, isBonusOver } from '../promo/ended-bonuses.ts'
import { freebetFunding, freebetOf, isFreebetBack } from '../promo/freebet-funding.ts'
import { bonusFunding } from '../promo/sport-funding.ts'
import { tokenFunding } from '../promo/token-funding.ts'
import { betHistoryHandlers, type StatementPorts } from './bet-history.handlers.ts'
import { betHandlers } from './bets.handlers.ts'
import { cashOutHandlers } from './cash-out.handlers.ts'
import { cashFunding } from './player-money.ts'

export interface BettingWiringPorts {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly brands: BrandStore
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error'>
  readonly guard: Pick<Guard, 'take'>
  /** Says why a player may not stake. */
  readonly moneyGuard: MoneyGuard
}

/** Betting joined with the book of the feed, the brands and the players. */
export interface BettingWiring {
  readonly betting: BettingService
  readonly handlers: readonly AnyHandler[]
}

/** Joins betting: prices and results come from the book of the feed, terms from the brand. */
export function createBettingWiring(given: BettingWiringPorts & StatementPorts): BettingWiring {
  const { database, brands, clock, log } = given
  const book = forFeed(database.db)
  const ports: BettingPorts = {
    db: database.db,
    clock,
    sections: async (brandId) => (await siteOfBrand(brands, brandId)).config,
    outcomes: (ids) => readOutcomeFacts(book, ids, clock()),
    results: (gameIds) => book.read((tx) => resultsInForce(tx, gameIds)),
    resultsAfter: (revision) => book.read((tx) => resultsAfter(tx, revision)),
    correctedSince: (since) => book.read((tx) => correctedSince(tx, since)),
    endedGames,
    scoresOf: autoBetScores,
    games: (gameIds) => book.read((tx) => readBetGames(tx, gameIds)),
    outcomeResult: ({ marketTypeId, outcomeTypeId, parameter }, result) =>
      gameEnd({ typeId: marketTypeId, outcomeTypeId, parameter: parameter ?? undefined }, result),
    mayStake: given.moneyGuard,
    fundingOf: tokenFunding({
      ...{ cash: cashFunding, clock, otherwise: freebetFunding(bonusFunding(cashFunding), clock) },
      sections: async (brandId) => (await siteOfBrand(brands, brandId)).config,
    }),
    freebetOf,
    isFreebetBack,
    followBonus,
    isBonusOver,
    log,
  }
  const betting = createBetting(ports)
  return {
    betting,
    handlers: [
      ...betHandlers(betting, { ...ports, guard: given.guard }),
      ...betHistoryHandlers(betting, given),
      ...cashOutHandlers(betting),
    ],
  }
}

import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { FeedChange } from '#schemas'
import { proveBets } from '#server/betting/bet-proof.ts'
import { type BettingScene, betOn, createScene } from '#server/betting/betting.test-support.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'
import { createLiveBook } from '#server/feed/live/live-book.ts'
import { readOutcomeFacts } from '#server/feed/outcome-reading.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { seenOf } from './random-bets.ts'
import { readFromBook } from './season-scene.ts'

/** The producer of the games, and the brand whose players bet on them. */
export const LEAGUE = 'league'
export const GAMES = 24
export const FUNDS_MINOR = 1_000_000
/** What is staked on each home side, whose price is 2. */
export const STAKE_MINOR = 1000

/** A league in a database of its own. */
export interface League {
  readonly url: string
  readonly db: Kysely<Database>
  readonly scene: BettingScene
  /** In the order of their names, `g0` first. */
  readonly gameIds: readonly number[]
}

/** Puts games of tomorrow into the book of a fresh PostgreSQL database, which is dropped in the end. */
export async function withLeague(work: (league: League) => Promise<void>): Promise<void> {
  const made = await throwAwayDatabase()
  if (!made?.url) throw new Error('the PostgreSQL server no longer answers')
  await made.create()
  const { db, close } = await openDatabase({ dataDir: null, databaseUrl: made.url, log: silentLog })
  try {
    const scene = createScene(db, LEAGUE)
    const door = forFeed(db)
    readFromBook(scene, door)
    const changes = Array.from({ length: GAMES }, (_, at) => gameOf(`g${at}`)).flat()
    const live = createLiveBook({ door, now: scene.now })
    expect((await live.take({ producer: LEAGUE, changes })).refused).toEqual([])
    const games = await door.read((tx) => tx.selectFrom('feed.game').select('game_id').orderBy('game_id').execute())
    await work({ url: made.url, db, scene, gameIds: games.map(({ game_id }) => game_id) })
  } finally {
    await close()
    await made.drop()
  }
}

function gameOf(game: string): FeedChange[] {
  const competition = { code: LEAGUE, name: 'League', sportId: 1 }
  const startsAt = '2026-03-02T15:00:00.000Z'
  const outcomes = ['2', '3.6', '4.5'].map((odds, index) => ({ typeId: index + 1, odds }))
  return [
    { kind: 'game', game, competition, home: `${game} one`, away: `${game} two`, startsAt },
    { kind: 'market', game, typeId: 1, outcomes },
  ]
}

/** Has a player bet on the home side of each game. @returns the number of the player's account */
export async function placeOnEach(db: Kysely<Database>, scene: BettingScene): Promise<number> {
  const accountId = await scene.newPlayer(FUNDS_MINOR)
  const door = forFeed(db)
  const outcomes = await door.read((tx) =>
    tx.selectFrom('feed.outcome').select('outcome_id as id').where('type_id', '=', 1).orderBy('id').execute(),
  )
  const facts = await readOutcomeFacts(
    door,
    outcomes.map(({ id }) => id),
    scene.now(),
  )
  for (const fact of facts) {
    const payload = betOn([seenOf(fact)], { summ: STAKE_MINOR, groupsSumms: [STAKE_MINOR] })
    const request = { betGuid: scene.newGuid(), payload, currency: 'EUR' }
    expect((await scene.betting.placeBet({ brandId: LEAGUE, accountId }, request)).kind).toBe('accepted')
  }
  return accountId
}

/** How many bets are open, how often any was settled, and what `livery ledger verify` finds. */
export function stateOfBets(scene: Pick<BettingScene, 'door'>) {
  return scene.door.transaction(async (tx) => ({
    open: (await tx.select('bet').select('bet_id').where('state', '=', 'open').execute()).length,
    settled: (await tx.select('bet_event').select('bet_id').where('kind', '=', 'settled').execute()).length,
    breaks: [...(await proveLedger(tx)).breaks, ...(await proveBets(tx)).breaks],
  }))
}

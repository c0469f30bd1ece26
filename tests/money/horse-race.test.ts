import { expect, test } from 'vitest'
import { entrantOutcome, MARKET_TYPE } from '#machines/feed/markets/market-types.ts'
import type { Entrant, FeedChange } from '#schemas'
import { isFeedChange as isChange } from '#schemas/generated/validators/feed.js'
import { proveBets } from '#server/betting/bet-proof.ts'
import { betOn, createScene } from '#server/betting/betting.test-support.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { createFeedBook } from '#server/feed/feed-book.ts'
import { createLiveBook } from '#server/feed/live/live-book.ts'
import { createFeedOffer } from '#server/feed/offer.service.ts'
import { readOutcomeFacts } from '#server/feed/outcome-reading.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { seenOf } from './random-bets.ts'
import { readFromBook } from './season-scene.ts'

const HORSES = 130
const competition = { code: 'downs', name: 'Harbour Downs', sportId: HORSES, countryId: 76 }
const { fieldWinner, fieldPlace } = MARKET_TYPE
const NAMES = ['Silver Lantern', 'Quiet Comet', 'Copper Arrow', 'Hidden Ember', 'Royal Signal', 'Gentle Canyon']
const WITHDRAWN = 6
const NOBODY = { line: [], live: [] }

const entrants = (withdrawn: readonly number[] = []): Entrant[] =>
  NAMES.map((name, at) => ({ number: at + 1, name, ...(withdrawn.includes(at + 1) && { isWithdrawn: true }) }))
const win = (number: number) => entrantOutcome(fieldWinner, number)
const place = (number: number) => entrantOutcome(fieldPlace, number)

await describeOnQuickestEngine('horse races', (database) => {
  test('MATH-3, LEDGER-4: bets on a race are placed, and settled by its order, ties and non-runners too', async () => {
    const brandId = 'horse-race'
    const scene = createScene(database().db, brandId)
    const door = forFeed(database().db)
    readFromBook(scene, door)
    const live = createLiveBook({ door, now: scene.now })
    const send = async (changes: readonly FeedChange[]) => {
      for (const change of changes) expect(isChange(change), JSON.stringify(isChange.errors)).toBe(true)
      return (await live.take({ producer: 'downs', changes })).refused
    }
    const game = 'r1'
    const startsAt = '2026-03-02T15:00:00.000Z'
    const race = { raceNumber: 3, distanceM: 1600, going: 'good_to_soft' } as const
    expect(
      await send([
        { kind: 'game', game, competition, home: 'Fairwater Stakes', startsAt },
        { kind: 'field', game, entrants: entrants(), race },
        {
          kind: 'market',
          game,
          typeId: fieldWinner.typeId,
          outcomes: NAMES.map((_, at) => ({ typeId: win(at + 1), odds: String(4 + at) })),
        },
        {
          kind: 'market',
          game,
          typeId: fieldPlace.typeId,
          parameter: '2',
          outcomes: NAMES.map((_, at) => ({ typeId: place(at + 1), odds: String(2 + at) })),
        },
      ]),
    ).toEqual([])
    const facts = async () => {
      const ids = await door.read((tx) => tx.selectFrom('feed.outcome').select('outcome_id as id').execute())
      return readOutcomeFacts(
        door,
        ids.map(({ id }) => id),
        scene.now(),
      )
    }
    const known = await facts()
    expect(known.find(({ outcomeTypeId }) => outcomeTypeId === win(2))?.gameName).toBe('Fairwater Stakes: Quiet Comet')
    const gameId = known[0]?.gameId ?? 0
    const accountId = await scene.newPlayer(20_000)
    const bet = (outcomeTypeId: number) =>
      scene.betting.placeBet(
        { brandId, accountId },
        {
          betGuid: scene.newGuid(),
          currency: 'EUR',
          payload: betOn([seenOf(known.find((fact) => fact.outcomeTypeId === outcomeTypeId))], {
            summ: 1000,
            groupsSumms: [1000],
          }),
        },
      )
    // Number 2 to win at 5, number 1 to win at 4; for two places 3 at 4, 4 at 5; and 6, which will not run.
    for (const outcome of [win(2), win(1), place(3), place(4), win(WITHDRAWN)])
      expect(await bet(outcome)).toMatchObject({ kind: 'accepted' })

    expect(await send([{ kind: 'field', game, entrants: entrants([WITHDRAWN]), race }])).toEqual([])
    expect(await bet(win(WITHDRAWN))).not.toMatchObject({ kind: 'accepted' })
    await send([{ kind: 'live', game }])
    const order = [[2], [3, 4], [5], [1]]
    expect(await send([{ kind: 'result', game, ending: { kind: 'field', order: [[2], [9]] } }])).toMatchObject([
      { code: 'field' },
    ])
    expect(await send([{ kind: 'result', game, score: { home: 1, away: 0 } }])).toMatchObject([{ code: 'field' }])
    expect(await send([{ kind: 'result', game, ending: { kind: 'field', order } }])).toEqual([])
    expect(await scene.betting.settleBets(brandId)).toMatchObject({ settled: 5, leftAsIs: 0 })
    // 20,000 - 5 bets, + 10 × 5; half of 10 × 4 and of 10 × 5 for a place that two tie for; the stake on the non-runner.
    const paid = 15_000 + 5000 + 2000 + 2500 + 1000
    expect(await scene.balanceOf(accountId)).toMatchObject({ balance: paid, reserved: 0 })

    const offer = createFeedOffer({ door, now: scene.now, shareMs: 0, nowMs: () => performance.now() })
    const card = await offer.horseRace({ gameId, count: 1, except: NOBODY })
    expect(card).toMatchObject({ isOver: true, race })
    expect(card.entrants.map(({ place: at, isWithdrawn }) => at ?? isWithdrawn)).toEqual([5, 1, 2, 2, 4, true])
    const { items } = await offer.horsesRace([HORSES])
    expect(items).toMatchObject([{ course: 'Harbour Downs', going: 'good_to_soft', races: [{ runnerCount: 5 }] }])
    expect(items[0]?.races[0]?.finish?.map(({ place: at, name }) => `${at} ${name}`)).toEqual([
      '1 Quiet Comet',
      '2 Copper Arrow',
      '2 Hidden Ember',
    ])
    const results = await offer.results({ except: [], count: 10, sports: [HORSES] })
    expect(results.items[0]).toMatchObject({
      participants: [{ name: 'Fairwater Stakes' }],
      finish: [{ place: 1 }, {}, {}],
    })

    // The stewards put number 1 first: what was paid is taken back, and what is due is paid.
    const book = createFeedBook({ door, now: scene.now })
    const corrected = { kind: 'field', order: [[1], [2], [3], [4], [5]] } as const
    const entered = { gameId, ending: { ...corrected, order: corrected.order.map((same) => [...same]) } }
    expect(await book.resultFault({ gameId, score: { home: 1, away: 0 } })).toContain('order')
    expect(await book.resultFault(entered)).toBeNull()
    const versions = await book.enterResult({ ...entered, reason: 'an inquiry of the stewards' })
    expect(versions?.at(-1)).toMatchObject({ version: 2, ending: { withdrawn: [WITHDRAWN] } })
    await scene.betting.settleBets(brandId)
    expect(await scene.balanceOf(accountId)).toMatchObject({ balance: 15_000 + 4000 + 1000, reserved: 0 })
    await scene.door.transaction(async (tx) => {
      expect((await proveLedger(tx)).breaks).toEqual([])
      expect((await proveBets(tx)).breaks).toEqual([])
    })
  })
})

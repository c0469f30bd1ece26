import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { PlaceBetPayload, PlaceBetSelection } from '#schemas'
import { autoBetEnd, hasScoreChanged, judgeAutoBet } from './auto-bet.rules.ts'
import type { OutcomeFacts } from './bet-judgement.rules.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const GUARD = { maximumLegOdds: '1000', maximumRisePercent: 50, antiExpressMarginPercent: 6, nowMs: NOW.getTime() }
const MINUTE_MS = 60_000
const LIVE = { kind: FEED_KIND.live, startsAt: new Date(NOW.getTime() - MINUTE_MS) }
const STARTED = { startsAt: NOW, gameStatus: 3, marketStatus: 3, isSuspended: true } as const

const OPEN = { gameStatus: 1, marketStatus: 1, isProducerUp: true, isSuspended: false, isClosed: false } as const

function fact(id: number, odds: string, changes: Partial<OutcomeFacts> = {}): OutcomeFacts {
  return {
    ...{ outcomeId: id, outcomeTypeId: 1, marketId: id, marketTypeId: 1, gameId: id, gameName: 'A – B', sportId: 1 },
    ...{ odds, epoch: 'book', seq: 7, kind: FEED_KIND.line, startsAt: new Date(NOW.getTime() + 5 * MINUTE_MS) },
    ...OPEN,
    ...changes,
  }
}

function bid(autoBetCf: string, kinds: readonly PlaceBetSelection['kind'][]): PlaceBetPayload {
  const events = kinds.map((kind, place) => {
    const id = place + 1
    return { gameId: id, marketId: id, typeId: 1, outcomeId: id, kind, odds: '2.00', epoch: 'book', seq: 7 }
  })
  const betType = events.length > 1 ? 'express' : 'single'
  return {
    betType,
    events,
    summ: 1000,
    groupsSumms: [1000],
    checkCf: 0,
    approvedBet: false,
    isAutoBet: true,
    autoBetCf,
  }
}

const [line, live] = [FEED_KIND.line, FEED_KIND.live]
const judge = (payload: PlaceBetPayload, found: readonly OutcomeFacts[], isContinuedLive?: boolean) => {
  const kept = isContinuedLive === undefined ? null : { isContinuedLive }
  const judged = judgeAutoBet(payload, found, { ...GUARD, kept })
  return judged.kind === 'refused' ? judged.reason : judged.kind
}

test('BET-20: a suspension is waited out, an end is not, whatever else is reported with it', () => {
  const suspended = fact(1, '3.00', { ...LIVE, gameStatus: 3, marketStatus: 3, isSuspended: true })
  const closed = fact(2, '3.00', { ...LIVE, gameStatus: 2, marketStatus: 2, isSuspended: true, isClosed: true })
  const payload = bid('6.00', [live, live])
  expect(judge(payload, [suspended, fact(2, '3.00', LIVE)], false)).toBe('waits')
  expect(judge(payload, [fact(1, '3.00', { ...LIVE, isProducerUp: false }), fact(2, '3.00', LIVE)])).toBe('waits')
  // The end of the second outcome is reported although the first one comes before it.
  expect(judge(payload, [suspended, closed], false)).toBe('bet.bid_over')
  expect(judgeAutoBet(payload, [suspended, closed], { ...GUARD, kept: null })).toEqual({
    ...{ kind: 'refused', reason: 'bet.market_closed', params: { event: 2 } },
  })
  expect(judge(payload, [fact(1, '3.00', LIVE)], false)).toBe('bet.bid_over')
})

test('BET-20: a game that begins ends an auto-bet that does not wait on, and one that has just come', () => {
  const payload = bid('2.50', [line])
  const begun = [fact(1, '2.60', STARTED)]
  expect([judge(payload, begun), judge(payload, begun, false), judge(payload, begun, true)]).toEqual([
    'bet.game_started',
    'bet.bid_expired',
    'waits',
  ])
  const played = [fact(1, '2.60', LIVE)]
  expect([judge(payload, played), judge(payload, played, false), judge(payload, played, true)]).toEqual([
    'bet.game_started',
    'bet.bid_expired',
    'fits',
  ])
  expect(judge(bid('2.50', [line]), [fact(1, '2.60', { ...LIVE, isClosed: true })], true)).toBe('bet.bid_over')
})

test('BET-20: outcomes of one game cannot be combined in an auto-bet', () => {
  const found = [fact(1, '2.00', { ...LIVE, mainGameId: 9 }), fact(2, '2.00', { ...LIVE, mainGameId: 9 })]
  expect(judge(bid('3.00', [live, live]), found)).toBe('bet.related')
})

test('BET-20: an auto-bet that says of an outcome what the book does not is refused, and over where it waits', () => {
  const other = [fact(1, '2.00', { ...LIVE, gameId: 9 })]
  expect([judge(bid('3.00', [live]), other), judge(bid('3.00', [live]), other, false)]).toEqual([
    'bet.selection_mismatch',
    'bet.bid_over',
  ])
})

test('BET-20: an auto-bet is placed at no price below that for which it waits, nor at one that is far too good', () => {
  const cents = fc.integer({ min: 101, max: 900 }).map((value) => (value / 100).toFixed(2))
  fc.assert(
    fc.property(cents, cents, cents, fc.boolean(), (wished, one, other, isLive) => {
      const kind = isLive ? live : line
      const changes = isLive ? LIVE : {}
      const verdict = judge(bid(wished, [kind, kind]), [fact(1, one, changes), fact(2, other, changes)], isLive)
      const price = Math.round(Number(one) * 100) * Math.round(Number(other) * 100)
      const least = Math.round(Number(wished) * 100) * 100
      expect(verdict).toBe(price >= least && price * 2 <= least * 3 ? 'fits' : 'waits')
    }),
  )
})

test('BET-20: an auto-bet waits until the first of its games ends it', () => {
  const bids = (isContinuedLive: boolean) => ({ isContinuedLive, maximumLiveMinutes: 90 })
  const minutes = (legs: readonly OutcomeFacts[], isContinuedLive: boolean) =>
    (autoBetEnd(legs, bids(isContinuedLive), NOW.getTime()).getTime() - NOW.getTime()) / MINUTE_MS
  const [early, played] = [fact(1, '2.00'), fact(2, '2.00', LIVE)]
  expect([minutes([early], false), minutes([early], true)]).toEqual([5, 95])
  expect([minutes([played], false), minutes([played], true)]).toEqual([90, 90])
  expect([minutes([early, played], false), minutes([early, played], true)]).toEqual([5, 90])
})

test('BET-20: a score has changed when it was counted on, though it is the same again', () => {
  const score = { home: 0, away: 0 }
  expect(hasScoreChanged([{ gameId: 1, changes: 2, score }], [{ gameId: 1, changes: 2, score }])).toBe(false)
  expect(hasScoreChanged([{ gameId: 1, changes: 2, score }], [{ gameId: 1, changes: 4, score }])).toBe(true)
  expect(hasScoreChanged([{ gameId: 1, changes: 2 }], [{ gameId: 2, changes: 5 }])).toBe(false)
  expect(hasScoreChanged([], [{ gameId: 1, changes: 5 }])).toBe(false)
})

import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { openOddsStream } from '#client/feed/stream/odds-stream.ts'
import type { FeedChange, FeedPushAnswer } from '#schemas'
import { forFeed } from '#server/db/for-feed.ts'
import { signatureOf } from '#server/guard/webhook-signature.ts'
import { BENCH_HOST } from '#tools/bench/loads/bench-brand.ts'
import { type openBeside, send } from '#tools/bench/loads/bettors.ts'
import type { Recorder } from './act-recorder.ts'
import type { Prices } from './history-checker.ts'

const PROVIDER = 'north'
const SECRET = 'a-secret-of-the-provider'
const GAME = 'cluster'
const PUSH_EVERY_MS = 150
const PATIENCE_MS = 2500
const FRAME_MS = 16
/** Odds of two decimals in the units of the stream. */
const UNITS = 100

/** The environment of a server that takes what the provider pushes. */
export const PROVIDER_ENV = { LIVERY_FEED_SECRETS: `${PROVIDER}=${SECRET}` }

/** A provider that pushes the price of one outcome again and again, each above the one before, and insists on an answer. Odds are counted
 *  in hundredths. */
export function createProvider(port: number, { answered, isOver, now }: Pick<Recorder, 'answered' | 'isOver' | 'now'>) {
  const acknowledged: number[] = []
  let sequence = 0
  const push = async (changes: readonly FeedChange[]): Promise<void> => {
    const body = { sequence: ++sequence, changes }
    for (;;) {
      const atS = Math.floor(Date.now() / 1000)
      const signature = `v1,${signatureOf(SECRET, `batch.${atS}.${JSON.stringify(body)}`)}`
      const headers = { 'webhook-id': 'batch', 'webhook-timestamp': String(atS), 'webhook-signature': signature }
      const path = `/web-api/feed/push/${PROVIDER}`
      const answer = await send(port, path, { method: 'POST', headers, body, timeoutMs: PATIENCE_MS }).catch(() => null)
      if (answer?.status === 200) {
        const { refused } = JSON.parse(answer.body) as FeedPushAnswer
        if (refused.length > 0) throw new Error(`the server refused a change: ${answer.body}`)
        return
      }
      if (answer && answer.status < 500 && answer.status !== 429)
        throw new Error(`the push was answered with ${answer.status}: ${answer.body}`)
      await delay(100)
    }
  }
  const odds = (hundredths: number) => (hundredths / 100).toFixed(2)
  const competition = { code: GAME, name: 'League of four', sportId: 1 }
  const startsAt = new Date(Date.now() + 86_400_000).toISOString()
  let price = 150
  return {
    acknowledged,
    /** Offers the game. */
    async open() {
      const outcomes = [price, 360, 450].map((each, at) => ({ typeId: at + 1, odds: odds(each) }))
      await push([
        { kind: 'game', game: GAME, competition, home: 'Northgate', away: 'Harbour', startsAt },
        { kind: 'market', game: GAME, typeId: 1, outcomes },
      ])
      acknowledged.push(price)
    },
    async run() {
      while (!isOver()) {
        price += 1
        const askedAt = now()
        await push([{ kind: 'price', game: GAME, typeId: 1, outcomes: [{ typeId: 1, odds: odds(price) }] }])
        acknowledged.push(price)
        answered.push({ kind: 'price', askedAt, answeredAt: now() })
        await delay(PUSH_EVERY_MS)
      }
    },
  }
}

/** Finds the outcome whose price the provider pushes, which is of the game that came last, and the channel of it. */
export async function findPushed({ db }: Pick<Awaited<ReturnType<typeof openBeside>>, 'db'>) {
  const row = await forFeed(db).read((tx) =>
    tx
      .selectFrom('feed.outcome as outcome')
      .innerJoin('feed.market as market', 'market.market_id', 'outcome.market_id')
      .select(['outcome.outcome_id as outcomeId', 'market.game_id as gameId'])
      .where('outcome.type_id', '=', 1)
      .orderBy('market.game_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  )
  return { outcomeId: row.outcomeId, channel: `game/${row.gameId}` }
}

/** Somebody who watches a price through the proxy with the stream of the page. */
export function watchPrice(port: number, { outcomeId, channel }: Awaited<ReturnType<typeof findPushed>>) {
  const seen: number[] = []
  const headers = { host: BENCH_HOST }
  const stream = openOddsStream({
    openSocket(events) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/odds`, { headers, origin: `http://${BENCH_HOST}` })
      const late = setTimeout(() => socket.terminate(), PATIENCE_MS)
      socket.on('error', () => undefined)
      socket.on('open', () => {
        clearTimeout(late)
        events.opened()
      })
      socket.on('message', (data) => events.received(String(data)))
      socket.on('close', () => {
        clearTimeout(late)
        events.closed()
      })
      return { send: (text) => socket.send(text), close: () => socket.terminate() }
    },
    nowMs: () => performance.now(),
    random: () => Math.random(),
    later(ms, work) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    nextFrame: (work) => void setTimeout(work, FRAME_MS),
    onWake: () => () => undefined,
    // Who cannot open a socket asks for images; a test waits for the socket.
    poll: () => () => undefined,
  })
  stream.prices.listen(outcomeId, () => {
    const shown = stream.prices.read(outcomeId)
    if (shown?.isLive && shown.oddsUnits / UNITS !== seen.at(-1)) seen.push(shown.oddsUnits / UNITS)
  })
  stream.watch(channel)
  const last = () => {
    const shown = stream.prices.read(outcomeId)
    return shown?.isLive ? shown.oddsUnits / UNITS : undefined
  }
  return { seen, last, close: stream.close }
}

/** What was sent and what was seen. */
export function pricesOf(
  acknowledged: readonly number[],
  watchers: readonly Pick<ReturnType<typeof watchPrice>, 'seen' | 'last'>[],
): Prices {
  return {
    acknowledged,
    unknown: [],
    seen: watchers.map(({ seen }) => seen),
    last: watchers.map(({ last }) => last()),
  }
}

import { request } from 'node:http'
import type { MakeBetBody, PlaceBetAnswer, PlaceBetSelection } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { createFeedBook } from '#server/feed/feed-book.ts'
import { listCurrencyAccounts } from '#server/money/currency-accounts.ts'
import { correctBalance } from '#server/money/ledger-correction.ts'
import { BENCH_BRAND, BENCH_HOST, registerPlayer } from './bench-brand.ts'

/** Where the data of a server are. */
export interface ServerData {
  readonly dataDir: string
  /** Undefined for the embedded database in the folder. */
  readonly databaseUrl: string | undefined
}

/** A player of a running server who may bet. */
export interface Bettor {
  readonly accountId: number
  /** Header of the player's session, which gets a service token. */
  readonly cookie: string
  /** The service token, which is good for some minutes. */
  readonly bearer: string
}

const MAKE_BET = '/web-api/LiveBet/Secure/MakeBetWeb'
const DAY_MS = 86_400_000

/** Opens the database of a server beside it; the embedded one is asked through the server that owns it. */
export const openBeside = ({ dataDir, databaseUrl }: ServerData) =>
  openDatabase({ dataDir: dataDir, databaseUrl, log: silentLog })

/** Puts a game of tomorrow into the book. @returns its first outcome as a page has seen it */
export async function seedGame(data: ServerData): Promise<PlaceBetSelection> {
  const [first] = await seedGames(data, 1)
  if (!first) throw new Error('there is no game')
  return first
}

/** Puts so many games of tomorrow into the book. @returns the outcomes of all, three of each, as a page has seen them */
export async function seedGames(data: ServerData, games: number): Promise<readonly PlaceBetSelection[]> {
  const { db, close } = await openBeside(data)
  try {
    const startsAt = new Date(Date.now() + DAY_MS).toISOString()
    const opening = [{ typeId: 1, outcomes: ['2', '3.6', '4.5'].map((odds, at) => ({ typeId: at + 1, odds })) }]
    const rows = Array.from({ length: games }, (_, game) => ({
      competition: { code: 'storm', name: 'League', sportId: 1 },
      date: startsAt.slice(0, 10),
      ...{ home: `Northgate ${game}`, away: `Harbour ${game}`, startsAt, hasStartTime: true },
      condition: 'scheduled' as const,
      prices: { opening, closing: [] },
    }))
    await createFeedBook({ door: forFeed(db), now: () => new Date() }).importRows(rows, 'storm')
    const found = await forFeed(db).read((tx) =>
      tx
        .selectFrom('feed.outcome as outcome')
        .innerJoin('feed.market as market', 'market.market_id', 'outcome.market_id')
        .select(['market.game_id as gameId', 'market.market_id as marketId', 'outcome.outcome_id as outcomeId'])
        .select(['outcome.type_id as typeId', 'outcome.odds'])
        .orderBy('outcome.outcome_id')
        .execute(),
    )
    return found.map((outcome) => ({ ...outcome, kind: 3, epoch: 'book', seq: 1 }))
  } finally {
    await close()
  }
}

/** Registers a player at the running server, with money and a service token. */
export async function newBettor(port: number, data: ServerData, fundsMinor: number): Promise<Bettor> {
  const address = `10.3.0.${1 + Math.floor(Math.random() * 250)}`
  const { userId: accountId, cookie } = await registerPlayer(port, address)
  const { db, close } = await openBeside(data)
  const gift = { accountId, amountMinor: fundsMinor, reference: `funds-${accountId}`, reason: 'to bet with' }
  await forBrand(db, BENCH_BRAND)
    .transaction(async (tx) => {
      const [account] = await listCurrencyAccounts(tx, accountId)
      if (!account) throw new Error(`player ${accountId} has no account`)
      await correctBalance(tx, { ...gift, currency: account.currency, now: new Date() })
    })
    .finally(close)
  return { accountId, cookie, bearer: await newBearer(port, cookie) }
}

/** Asks for a service token by a session. */
export async function newBearer(port: number, cookie: string): Promise<string> {
  const answer = await send(port, '/web-api/api/mobile/v1/token/', { headers: { cookie } })
  if (answer.status !== 200) throw new Error(`no service token: ${answer.status} ${answer.body}`)
  const { data: token } = JSON.parse(answer.body) as { data: { attributes: { userToken: string } } }
  return token.attributes.userToken
}

/** A single bet of five on an outcome, under a name. */
export function stormBet(betGuid: string, selection: PlaceBetSelection): MakeBetBody {
  return { betGuid, betType: 'single', events: [selection], summ: 5, checkCf: 0, approvedBet: false }
}

/** Asks for a bet. Null when no answer has come, or the server could not say whether it was placed. */
export async function placeOnce(
  port: number,
  { bearer }: Bettor,
  body: MakeBetBody,
  path: string = MAKE_BET,
): Promise<PlaceBetAnswer | null> {
  const headers = { authorization: `Bearer ${bearer}` }
  const answer = await send(port, path, { method: 'POST', headers, body }).catch(() => null)
  if (!answer || answer.status >= 500) return null
  if (answer.status !== 200) throw new Error(`the bet was answered with ${answer.status}: ${answer.body}`)
  return JSON.parse(answer.body) as PlaceBetAnswer
}

/** A request to the brand. */
export interface Sending {
  readonly method?: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: object
  /** Sent as it is, in place of a body. */
  readonly form?: string
  /** How long an answer is waited for, in ms; without an end when left out. */
  readonly timeoutMs?: number
}

/** Sends a request to the brand as its own page does; an answer that was cut off or is late fails. */
export function send(port: number, path: string, { method = 'GET', headers: own, body, form, timeoutMs }: Sending) {
  const headers = {
    host: BENCH_HOST,
    'user-agent': 'Storm/1.0',
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...(method === 'POST' ? { origin: `http://${BENCH_HOST}`, 'sec-fetch-site': 'same-origin' } : {}),
    ...own,
  }
  return new Promise<{ readonly status: number; readonly body: string }>((done, fail) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('error', fail)
      answer.on('close', () => (answer.complete ? undefined : fail(new Error('the answer was cut off'))))
      answer.on('end', () => done({ status: answer.statusCode ?? 0, body: text }))
    })
    if (timeoutMs !== undefined) {
      const late = setTimeout(() => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
      sent.on('close', () => clearTimeout(late))
    }
    sent.on('error', fail).end(form ?? (body ? JSON.stringify(body) : undefined))
  })
}

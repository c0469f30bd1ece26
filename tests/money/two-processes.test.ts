import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { editStudioDraft } from '#calls/studio/studio-draft.calls.ts'
import { publishDraft } from '#calls/studio/studio-life.calls.ts'
import type { BalanceAnswer, FeedChange, PlaceBetSelection } from '#schemas'
import { throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'
import { signatureOf } from '#server/guard/webhook-signature.ts'
import { BRANDS } from '#tools/bench/loads/bench-brand.ts'
import { type Bettor, newBettor, placeOnce, seedGame, send, stormBet } from '#tools/bench/loads/bettors.ts'
import { claimedOwner, STUDIO_ENV, type StudioCaller } from '#tools/bench/loads/studio-caller.ts'
import { type EngineProcess, startEngine } from '#tools/bench/server-process.ts'

const BRAND = 'nour'
/** A database of Redis that no other test counts in. */
const REDIS_URL = new URL('/11', process.env.REDIS_URL ?? 'redis://127.0.0.1:6379').href
const isRequired = process.env.LIVERY_REQUIRE_SERVICES === '1'
const SECRET = 'a-secret-of-the-provider'
const FUNDS_MINOR = 100_000
const STAKE_MINOR = 500
/** Wrong passwords for one login within a quarter of an hour, by the defaults of the engine. */
const ATTEMPTS = 5
/** What a wrong password is answered with, and what everybody is once the attempts of a login are spent. */
const [WRONG, SPENT] = ['sign_in.wrong_credentials', 'captcha.work_required']
const SEEN_WITHIN = { timeout: 15_000, interval: 50 }

const place = await throwAwayDatabase()

/** Empties the database of Redis. @returns whether there is one */
async function emptyRedis(): Promise<boolean> {
  const client = createClient({ url: REDIS_URL, socket: { connectTimeout: 2000, reconnectStrategy: false } })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.flushDb()
    await client.close()
    return true
  } catch {
    return false
  }
}

const hasServices = place !== null && (await emptyRedis())

describe.skipIf(!isRequired && !hasServices)('two processes on one PostgreSQL and one Redis', () => {
  const brands = mkdtempSync(join(tmpdir(), 'livery-two-'))
  const dataDirs = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'livery-two-data-')))
  const processes: EngineProcess[] = []
  let selection: PlaceBetSelection
  let bettor: Bettor
  let owner: StudioCaller | undefined
  const data = { dataDir: dataDirs[0] ?? '', databaseUrl: place?.url }

  beforeAll(async () => {
    cpSync(BRANDS, brands, { recursive: true })
    await place?.create()
    selection = await seedGame(data)
    for (const dataDir of dataDirs) {
      const env = {
        ...STUDIO_ENV,
        DATABASE_URL: place?.url ?? '',
        REDIS_URL,
        LIVERY_DATA: dataDir,
        LIVERY_SECRET_KEY: 'A'.repeat(43),
        LIVERY_TRUSTED_PROXIES: '127.0.0.1',
        LIVERY_FEED_SECRETS: `north=${SECRET}`,
      }
      const engine = await startEngine({ brands, env })
      processes.push(engine)
      // A later start would make the first owner's link void.
      owner ??= await claimedOwner(engine)
    }
    bettor = await newBettor(ports()[0], data, FUNDS_MINOR)
  }, 180_000)
  afterAll(async () => {
    for (const each of processes) await each.stop()
    for (const folder of [brands, ...dataDirs]) rmSync(folder, { recursive: true, force: true })
    await emptyRedis()
    await place?.leave()
  })

  function ports(): readonly [number, number] {
    const [one, other] = processes.map(({ port }) => port)
    if (one === undefined || other === undefined) throw new Error('the processes are not started')
    return [one, other]
  }

  const balance = async (port: number) => {
    const asked = { method: 'POST', headers: { cookie: bettor.cookie } } as const
    const { status, body } = await send(port, '/web-api/user/balance', asked)
    return { status, accounts: status === 200 ? (JSON.parse(body) as BalanceAnswer).accounts : [] }
  }
  const wrongPassword = async (port: number, login: string) => {
    const body = { login, password: 'not the password' }
    const answer = await send(port, '/web-api/account/login', { method: 'POST', headers: {}, body })
    return (JSON.parse(answer.body) as { readonly code?: string }).code
  }
  const page = async (port: number) => (await send(port, '/en', { headers: {} })).body
  const board = async (port: number) => (await send(port, '/web-api/LineFeed/Get1x2_VZip', { headers: {} })).body

  /** Sends a batch of a provider, as one that knows nothing of processes does. */
  async function push(port: number, sequence: number, changes: readonly FeedChange[]): Promise<void> {
    const body = { sequence, changes }
    const atS = Math.floor(Date.now() / 1000)
    const signature = `v1,${signatureOf(SECRET, `batch.${atS}.${JSON.stringify(body)}`)}`
    const headers = { 'webhook-id': 'batch', 'webhook-timestamp': String(atS), 'webhook-signature': signature }
    const answer = await send(port, '/web-api/feed/push/north', { method: 'POST', headers, body })
    expect(answer.body).toContain('"refused":[]')
  }

  const price = (odds: string): FeedChange => ({
    ...{ kind: 'price', game: 'two', typeId: 1, outcomes: [{ typeId: 1, odds }] },
  })
  const priceOn = async (port: number, odds: string) =>
    expect.poll(() => board(port), SEEN_WITHIN).toContain(`"${odds}"`)

  test('OPS-23: a session, a limit, a price, a publish and a bet are the same on both, and stay so when one is killed', {
    timeout: 240_000,
  }, async () => {
    const [here, there] = ports()
    // A session: made at the one, known at the other.
    expect(await balance(there)).toEqual(await balance(here))
    expect((await balance(there)).status).toBe(200)

    // A limit: attempts at both are counted together.
    const login = `${randomUUID()}@mail.example`
    const codes: unknown[] = []
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
      codes.push(await wrongPassword(ports()[attempt % 2] as number, login))
    expect(new Set(codes)).toEqual(new Set([WRONG]))
    expect([await wrongPassword(here, login), await wrongPassword(there, login)]).toEqual([SPENT, SPENT])

    // A price: pushed to the one, offered by both.
    const competition = { code: 'two', name: 'League of two', sportId: 1 }
    const startsAt = new Date(Date.now() + 86_400_000).toISOString()
    const outcomes = ['1.83', '3.6', '4.5'].map((odds, at) => ({ typeId: at + 1, odds }))
    await push(here, 1, [
      { kind: 'game', game: 'two', competition, home: 'Northgate', away: 'Harbour', startsAt },
      { kind: 'market', game: 'two', typeId: 1, outcomes },
    ])
    for (const port of ports()) await priceOn(port, '1.83')
    await push(there, 2, [price('1.97')])
    for (const port of ports()) await priceOn(port, '1.97')

    // A publish: made at the one, live at both.
    const edit = { path: 'locales/en/site.json', pointer: '/site.menu_live', value: 'On both of them' }
    await owner?.send(editStudioDraft, BRAND, { body: { edits: [edit], editor: 'two000' } })
    await owner?.send(publishDraft, BRAND, { body: { message: 'Seen on both' } })
    for (const port of ports()) await expect.poll(() => page(port), SEEN_WITHIN).toContain('On both of them')

    // A bet: one name is one bet, whichever process is asked.
    const body = stormBet(randomUUID(), selection)
    const answers = await Promise.all([placeOnce(here, bettor, body), placeOnce(there, bettor, body)])
    const betId = await betOf(there, body)
    for (const answer of answers) if (answer?.kind === 'accepted') expect(answer.betId).toBe(betId)
    expect(await betOf(here, body)).toBe(betId)

    // A bet that the killed process was asked for is there once, or is made at the other.
    const asked = stormBet(randomUUID(), selection)
    const cut = placeOnce(here, bettor, asked).catch(() => null)
    await processes[0]?.kill()
    const answered = await cut
    const placed = await betOf(there, asked)
    if (answered?.kind === 'accepted') expect(placed).toBe(answered.betId)
    expect((await balance(there)).accounts[0]?.balanceMinor).toBe(FUNDS_MINOR - 2 * STAKE_MINOR)
    expect(await wrongPassword(there, login)).toBe(SPENT)
    await push(there, 3, [price('2.04')])
    await priceOn(there, '2.04')
    expect(await page(there)).toContain('On both of them')
  })

  /** Asks for a bet by its name until it is accepted. @returns its number */
  async function betOf(port: number, body: ReturnType<typeof stormBet>): Promise<number> {
    let betId: number | undefined
    await expect
      .poll(async () => {
        const answer = await placeOnce(port, bettor, body)
        if (answer?.kind === 'accepted') betId = answer.betId
        return betId
      }, SEEN_WITHIN)
      .toBeDefined()
    return betId as number
  }
})

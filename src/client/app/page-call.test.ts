import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type CallPort, callUntil, defineCall } from '#calls/call.ts'
import { HttpError } from '#calls/http/http-error.ts'
import { getBearerBalance } from '#calls/money.calls.ts'
import { createPageCall } from './page-call.ts'

const READ = { id: 'read', summary: '', path: '/web-api/read', answer: 'defs/done-answer' } as const
const read = defineCall(READ)
const bet = defineCall({ ...READ, id: 'bet', method: 'POST', body: 'account/token-refresh-body', retryCount: 2 })
const betBody = { body: { data: { type: 'token' } } } as const

/** One sending that the page has made: its answer is given by hand. */
interface Sent {
  readonly address: string
  readonly init: RequestInit & { readonly headers: Record<string, string> }
  readonly answer: (status: number, body?: unknown, headers?: Record<string, string>) => void
  readonly fail: () => void
}

let sent: Sent[]
let told: { readonly name: string; readonly details: object }[]
let answers: ((request: Sent) => void) | undefined

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  told = []
  answers = undefined
  const storage = new Map<string, string>()
  vi.stubGlobal('document', { cookie: '', visibilityState: 'visible', addEventListener: () => undefined })
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => storage.delete(key),
    },
    addEventListener: () => undefined,
    dispatchEvent: ({ detail }: CustomEvent<(typeof told)[number]>) => told.push(detail),
  })
  vi.stubGlobal('navigator', { locks: undefined })
  vi.stubGlobal('fetch', (address: string, init: Sent['init']) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    init.signal?.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')))
    const request: Sent = {
      address,
      init,
      answer: (status, body = { success: true }, headers = {}) =>
        resolve(new Response(JSON.stringify(body), { status, headers })),
      fail: () => reject(new TypeError('Failed to fetch')),
    }
    sent.push(request)
    answers?.(request)
    return promise
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pageOf = (userId: number | null): CallPort => createPageCall({ language: 'en', brandId: 'red', userId })
const settle = () => vi.advanceTimersByTimeAsync(0)
const failure = (asked: Promise<unknown>) =>
  asked.then(
    () => expect.unreachable('it was answered'),
    (error: unknown) => error as HttpError,
  )

describe('requests side by side', () => {
  test('NET-8: identical ones are all sent', async () => {
    const call = pageOf(null)
    const both = Promise.all([call(read, {}), call(read, {})])
    expect(sent.length).toBe(2)
    for (const request of sent) request.answer(200)
    expect(await both).toEqual([{ success: true }, { success: true }])
  })

  test('NET-7: one that blocks is not sent a second time until the first has ended', async () => {
    const call = pageOf(null)
    const blocking = defineCall({ ...READ, whenParallel: 'block' })
    const first = call(blocking, {})
    expect(await failure(call(blocking, {}))).toMatchObject({ code: 'request.cancelled' })
    expect(sent.length).toBe(1)
    sent[0]?.answer(200)
    await first
    const next = call(blocking, {})
    expect(sent.length).toBe(2)
    sent[1]?.answer(200)
    await next
  })

  test('TOKEN-T11, NET-6: those who join are sent once; who leaves leaves alone, and the last one aborts it', async () => {
    const call = pageOf(null)
    const joining = defineCall({ ...READ, whenParallel: 'join' })
    const [one, two] = [new AbortController(), new AbortController()]
    const asked = [one, two].map(({ signal }) => failure(callUntil(call, signal)(joining, {})))
    expect(sent.length).toBe(1)
    one.abort()
    expect(await asked[0]).toMatchObject({ code: 'request.cancelled' })
    expect(sent[0]?.init.signal?.aborted).toBe(false)
    two.abort()
    expect(await asked[1]).toMatchObject({ code: 'request.cancelled' })
    expect(sent[0]?.init.signal?.aborted).toBe(true)
    const late = call(joining, {})
    expect(sent.length).toBe(2)
    sent[1]?.answer(200)
    await late
  })

  test('none joins another page language, another body or a request that has ended', async () => {
    const joining = defineCall({ ...READ, whenParallel: 'join', query: 'registration/bonus-query' as never })
    const call = pageOf(null)
    const queries = [{ bonus: 'a' }, { bonus: 'b' }, { bonus: 'a' }]
    const asked = Promise.all(queries.map((query) => call(joining as never, { query } as never)))
    expect(sent.map(({ address }) => address)).toEqual(['/web-api/read?bonus=a', '/web-api/read?bonus=b'])
    for (const request of sent) request.answer(200)
    await asked
  })
})

describe('a request that is given up', () => {
  test('NET-13, NET-6, ERR-10: ends as closed, its sending is aborted and nobody is told', async () => {
    const { signal, abort } = controlled()
    const asked = failure(pageOf(null)(read, {}, { signal }))
    abort()
    expect(await asked).toMatchObject({ code: 'request.cancelled' })
    expect(sent[0]?.init.signal?.aborted).toBe(true)
    expect(told).toEqual([])
  })

  test('while its answer is downloaded is aborted too, and one that was given up before is not sent', async () => {
    const { signal, abort } = controlled()
    const body = new ReadableStream({ start: () => undefined })
    let network: AbortSignal | null | undefined
    vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
      network = init.signal
      return new Response(body, { status: 200 })
    })
    const asked = failure(pageOf(null)(read, {}, { signal }))
    await settle()
    abort()
    expect(await asked).toMatchObject({ code: 'request.cancelled' })
    expect(network?.aborted).toBe(true)
    expect(await failure(pageOf(null)(read, {}, { signal }))).toMatchObject({ code: 'request.cancelled' })
  })
})

describe('a request that takes too long', () => {
  test('NET-14, ERR-20: ends with 1488 after 30 s without an answer', async () => {
    const asked = failure(pageOf(null)(read, {}))
    await vi.advanceTimersByTimeAsync(29_999)
    expect(sent[0]?.init.signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await asked).toMatchObject({ code: 'request.timeout', statusCode: 1488, resultStatus: 2 })
    expect(sent[0]?.init.signal?.aborted).toBe(true)
    expect(told).toMatchObject([{ name: 'request.failed', details: { httpStatus: 1488 } }])
  })

  test('NET-14: waits as long as the brand says', async () => {
    const call = createPageCall({ language: 'en', brandId: 'red', userId: null, timeoutMs: 5000 })
    const asked = failure(call(read, {}))
    await vi.advanceTimersByTimeAsync(4999)
    expect(sent[0]?.init.signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await asked).toMatchObject({ code: 'request.timeout' })
  })

  test('ERR-21: ends with 1489 while its answer is downloaded, at the time that its call says', async () => {
    vi.stubGlobal('fetch', async () => new Response(new ReadableStream({ start: () => undefined }), { status: 200 }))
    const asked = failure(pageOf(null)(defineCall({ ...READ, timeoutMs: 100 }), {}))
    await vi.advanceTimersByTimeAsync(100)
    expect(await asked).toMatchObject({ code: 'request.timeout', statusCode: 1489 })
  })
})

describe('a request that fails', () => {
  test('NET-12, NET-15: is not sent again by default; without a connection the result is a network error', async () => {
    const call = pageOf(null)
    const [refused, offline] = [failure(call(read, {})), failure(call(read, {}))]
    sent[0]?.answer(503, {})
    sent[1]?.fail()
    expect(await refused).toMatchObject({ statusCode: 503, resultStatus: 2 })
    expect(await offline).toMatchObject({ code: 'request.offline', resultStatus: 3 })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(sent.length).toBe(2)
  })

  test('NET-16, ERR-11: is retried only so many times, and says so when no retry succeeded', async () => {
    answers = ({ answer }) => answer(503, { message: 'Busy' })
    const asked = failure(pageOf(null)(defineCall({ ...READ, retryCount: 2 }), {}))
    await vi.advanceTimersByTimeAsync(120_000)
    const error = await asked
    expect(sent.length).toBe(3)
    expect(error).toMatchObject({ message: 'retry: Attempts ended', statusCode: 503, resultStatus: 2 })
    expect(error.cause).toBeInstanceOf(HttpError)
  })

  test.each([
    [403, {}],
    [422, {}],
    [400, { message: 'failed-with-params' }],
  ])('ERR-9: with %i %j it is neither retried nor reported', async (status, body) => {
    answers = ({ answer }) => answer(status, body)
    const asked = failure(pageOf(null)(defineCall({ ...READ, retryCount: 2 }), {}))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await asked).toMatchObject({ statusCode: status })
    expect([sent.length, told]).toEqual([1, []])
  })

  test('TOKEN-T13: a POST is never sent again without an idempotency key, whatever its retry count', async () => {
    answers = ({ fail }) => fail()
    const asked = failure(pageOf(null)(bet, betBody))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await asked).toMatchObject({ code: 'request.offline' })
    expect(sent.length).toBe(1)
    const keyed = failure(pageOf(null)(bet, betBody, { idempotencyKey: 'bet-7' }))
    await vi.advanceTimersByTimeAsync(120_000)
    await keyed
    expect(sent.length).toBe(4)
    expect(sent.slice(1).map(({ init }) => init.headers['idempotency-key'])).toEqual(['bet-7', 'bet-7', 'bet-7'])
  })

  test.each([
    ['7', 7000],
    ['7200', 60_000],
  ])('TOKEN-T16: Retry-After of %s s is waited for, at most a minute', async (value, waitMs) => {
    const asked = pageOf(null)(defineCall({ ...READ, retryCount: 1 }), {})
    sent[0]?.answer(429, {}, { 'retry-after': value })
    await vi.advanceTimersByTimeAsync(waitMs - 1)
    expect(sent.length).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(sent.length).toBe(2)
    sent[1]?.answer(200)
    await asked
  })
})

describe('a call for bearers', () => {
  const TOKEN = '/web-api/api/mobile/v1/token/'
  const REFRESH = `${TOKEN}refresh`
  let issued: number
  let refuses: (authorization: string | undefined) => boolean

  /** A server that issues `token-1`, `token-2`, … and refuses the bearers that a test wants to be refused. */
  beforeEach(() => {
    issued = 0
    refuses = () => false
    answers = ({ address, init, answer }) => {
      if (address !== TOKEN && address !== REFRESH) {
        if (refuses(init.headers.authorization)) answer(401, { message: 'Who are you?' })
        else answer(200, { accounts: [] })
        return
      }
      issued += 1
      const attributes = { userToken: `token-${issued}`, expireDate: new Date(Date.now() + 900_000).toISOString() }
      answer(200, { data: { attributes } }, { date: new Date().toUTCString() })
    }
  })
  const asked = () => sent.map(({ address }) => address)
  const bearers = () => sent.flatMap(({ init }) => init.headers.authorization ?? [])
  /** Gives pending work some time; service tokens are loaded late. */
  const goOn = async () => {
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(1000)
  }

  test('NET-18, TOK-1, TOK-2: carries a token that is fetched before; others carry none', async () => {
    const call = pageOf(7)
    const balance = call(getBearerBalance, {})
    await goOn()
    await balance
    expect(asked()).toEqual([TOKEN, getBearerBalance.path])
    expect(bearers()).toEqual(['Bearer token-1'])
    const again = Promise.all([call(getBearerBalance, {}), call(read, {})])
    await goOn()
    await again
    expect(bearers()).toEqual(['Bearer token-1', 'Bearer token-1'])
    expect(issued).toBe(1)
  })

  test('TOK-3: of a guest goes without, and asks for none', async () => {
    const balance = pageOf(null)(getBearerBalance, {})
    await goOn()
    await balance
    expect([asked(), bearers()]).toEqual([[getBearerBalance.path], []])
  })

  test('TOK-8, TOK-16: after a 401 is sent again with a refreshed token', async () => {
    refuses = (authorization) => authorization === 'Bearer token-1'
    const balance = pageOf(7)(getBearerBalance, {})
    await goOn()
    expect(await balance).toEqual({ accounts: [] })
    expect(asked()).toEqual([TOKEN, getBearerBalance.path, REFRESH, getBearerBalance.path])
    expect(bearers()).toEqual(['Bearer token-1', 'Bearer token-2'])
  })

  test('TOK-9: gives up at the third 401 with TOKEN_NOT_AUTHENTICATED', async () => {
    refuses = () => true
    const balance = failure(pageOf(7)(getBearerBalance, {}))
    await goOn()
    expect(await balance).toMatchObject({ message: 'TOKEN_NOT_AUTHENTICATED', statusCode: 401, code: 'access.denied' })
    expect(bearers()).toEqual(['Bearer token-1', 'Bearer token-2', 'Bearer token-3'])
  })

  test('TOKEN-T1, TOK-9: a hundred calls to one URL whose token is refused make one refresh, and all are answered', async () => {
    const call = pageOf(7)
    const first = call(getBearerBalance, {})
    await goOn()
    await first
    refuses = (authorization) => authorization === 'Bearer token-1'
    const hundred = Promise.all(Array.from({ length: 100 }, () => call(getBearerBalance, {})))
    await goOn()
    expect((await hundred).length).toBe(100)
    expect(issued).toBe(2)
  })

  test('TOKEN-T4: a token that comes after the sign-out is dropped, and the request with it', async () => {
    const { endEpoch } = await import('../page/auth-epoch.ts')
    const issue = answers
    const held: Sent[] = []
    answers = (request) => void held.push(request)
    const balance = failure(pageOf(7)(getBearerBalance, {}))
    await goOn()
    expect(held.map(({ address }) => address)).toEqual([TOKEN])
    endEpoch()
    for (const request of held) issue?.(request)
    await goOn()
    expect(await balance).toMatchObject({ code: 'request.cancelled' })
    expect(bearers()).toEqual([])
  })

  test('TOKEN-T2, TOK-11: a 403 of the token call fails with USER_NOT_AUTHENTICATED, without a loop', async () => {
    answers = ({ answer }) => answer(403, {})
    const balance = failure(pageOf(7)(getBearerBalance, {}))
    await goOn()
    expect(await balance).toMatchObject({ message: 'USER_NOT_AUTHENTICATED', statusCode: 401 })
    expect(asked()).toEqual([TOKEN])
  })

  test('TOKEN-T9, TOK-6: an answer without a Date fails with its words', async () => {
    answers = ({ answer }) => answer(200, { data: { attributes: { userToken: 't', expireDate: '2026-03-01' } } })
    const balance = failure(pageOf(7)(getBearerBalance, {}))
    await goOn()
    expect(await balance).toMatchObject({ message: 'headers.date is undefined', statusCode: 500 })
  })

  test('TOKEN-T10, TOK-13: a token that cannot be fetched is reported, and the request goes without', async () => {
    const issue = answers
    answers = (request) => (request.address === TOKEN ? request.fail() : issue?.(request))
    const balance = pageOf(7)(getBearerBalance, {})
    await goOn()
    await balance
    expect(bearers()).toEqual([])
    expect(told.map(({ name }) => name)).toEqual(['request.failed', 'service_token.not_fetched'])
  })
})

function controlled() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { type ChallengeStore, createMemoryChallengeStore } from './challenge-store.ts'
import { openRedis } from './redis-connection.ts'

export interface RedisChallengeOptions {
  /** `redis://` or `rediss://` address of the server. */
  readonly url: string
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly timeoutMs?: number
}

/** A challenge store with a connection. */
export interface OpenChallengeStore {
  readonly store: ChallengeStore
  readonly close: () => Promise<void>
}

const PREFIX = 'livery:challenge:'
const SPENT = 'spent'
/** Hands a record out and replaces it at once, so that of several askers one alone gets it. KEYS: the record. ARGV: what
 *  stands for a spent one. */
const SPEND = `
local record = redis.call('GET', KEYS[1])
if record then redis.call('SET', KEYS[1], ARGV[1], 'KEEPTTL') end
return record
`
const WORDS = {
  lost: 'Redis does not answer: this process keeps captcha challenges by itself',
  back: 'Redis answers again: captcha challenges are kept together',
}

/** Keeps challenges on Redis, so that any process takes an answer to a challenge of another. While Redis does not answer, this
 *  process keeps its own: a challenge that was made before is then unknown, and the visitor solves another one. */
export async function openRedisChallengeStore(options: RedisChallengeOptions): Promise<OpenChallengeStore> {
  const { client, prefer, close } = await openRedis({ ...options, words: WORDS })
  const memory = createMemoryChallengeStore()
  const keyOf = (name: string) => PREFIX + createHash('sha256').update(name).digest('base64url')
  const store: ChallengeStore = {
    put: (name, record, lifetimeMs, nowMs) =>
      prefer(
        async () => void (await client.set(keyOf(name), record, { expiration: { type: 'PX', value: lifetimeMs } })),
        () => memory.put(name, record, lifetimeMs, nowMs),
      ),
    spend: (name, nowMs) =>
      prefer(
        async () => {
          const record = await client.eval(SPEND, { keys: [keyOf(name)], arguments: [SPENT] })
          if (record === null) return { kind: 'unknown' }
          return record === SPENT ? { kind: 'spent' } : { kind: 'fresh', record: String(record) }
        },
        () => memory.spend(name, nowMs),
      ),
    claim: (name, lifetimeMs, nowMs) =>
      prefer(
        async () => {
          const expiration = { type: 'PX', value: lifetimeMs } as const
          return (await client.set(keyOf(name), SPENT, { condition: 'NX', expiration })) !== null
        },
        () => memory.claim(name, lifetimeMs, nowMs),
      ),
  }
  return { store, close }
}

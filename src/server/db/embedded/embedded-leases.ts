import type { EmbeddedEngine, QueryAnswer } from './embedded-engine.ts'
import { EmbeddedError } from './embedded-error.ts'

/** A transaction that holds the engine: nobody else's statement comes between its own. */
export interface Lease {
  query(sql: string, params: readonly unknown[]): Promise<QueryAnswer>
  exec(sql: string): Promise<void>
  /** Ends the transaction and hands the engine on. @throws EmbeddedError 25P02 when a failed one is to be committed */
  end(how: 'commit' | 'rollback'): Promise<void>
}

/** What statements are sent to, in this process or over the socket to the owner. */
export interface EmbeddedBackend {
  query(sql: string, params: readonly unknown[]): Promise<QueryAnswer>
  exec(sql: string): Promise<void>
  /** Waits for its turn and begins a transaction. */
  lease(): Promise<Lease>
  close(): Promise<void>
  /** Settles when the backend has ended; another one must be found. */
  readonly ended: Promise<void>
}

const IDLE_IN_TRANSACTION_MS = 30_000

/** Shares the engine's one session: statements and transactions take turns in the order in which they came. A transaction
 *  that sends nothing for `idleMs` is rolled back, as PostgreSQL's idle_in_transaction_session_timeout does. */
export function createLeases(engine: EmbeddedEngine, idleMs = IDLE_IN_TRANSACTION_MS) {
  let tail: Promise<void> = Promise.resolve()

  function takeTurn(): Promise<() => void> {
    const turn = Promise.withResolvers<void>()
    const before = tail
    tail = turn.promise
    return before.then(() => turn.resolve)
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const release = await takeTurn()
    try {
      return await work()
    } finally {
      release()
    }
  }

  return {
    query: (sql: string, params: readonly unknown[]) => inTurn(() => engine.query(sql, params)),
    exec: (sql: string) => inTurn(() => engine.exec(sql)),
    async lease(): Promise<Lease> {
      const release = await takeTurn()
      try {
        await engine.exec('begin')
      } catch (error) {
        release()
        throw error
      }
      return createLease(engine, release, idleMs)
    },
    /** Waits for everything that has asked for a turn before. */
    drain: () => inTurn(async () => undefined),
  }
}

function createLease(engine: EmbeddedEngine, release: () => void, idleMs: number): Lease {
  let isOpen = true
  let isFailed = false
  let pending: Promise<unknown> = Promise.resolve()
  let timer = setTimeout(expire, idleMs)

  function expire(): void {
    if (!isOpen) return
    isOpen = false
    // A thread that has ended has no transaction left to roll back: the turn ends either way.
    engine.exec('rollback').then(release, release)
  }
  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (!isOpen) throw new EmbeddedError({ message: 'the transaction is over', code: '25P01' })
    clearTimeout(timer)
    const result = work()
    pending = Promise.allSettled([pending, result])
    try {
      return await result
    } catch (error) {
      isFailed = true
      throw error
    } finally {
      clearTimeout(timer)
      if (isOpen) timer = setTimeout(expire, idleMs)
    }
  }
  async function end(how: 'commit' | 'rollback'): Promise<void> {
    if (!isOpen) {
      if (how === 'rollback') return
      throw new EmbeddedError({ message: 'the transaction is over', code: '25P01' })
    }
    isOpen = false
    clearTimeout(timer)
    try {
      await pending
      await engine.exec(isFailed ? 'rollback' : how)
    } finally {
      release()
    }
    // PostgreSQL would quietly roll back instead: a caller that asked for a commit must learn that nothing was kept.
    if (isFailed && how === 'commit') throw new EmbeddedError({ message: 'the transaction had failed', code: '25P02' })
  }
  return {
    async query(sql, params) {
      const answer = await run(() => engine.query(sql, params))
      if (isFailed && /^rollback to /i.test(sql)) isFailed = false
      return answer
    },
    exec: (sql) => run(() => engine.exec(sql)),
    end,
  }
}

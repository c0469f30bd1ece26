import { setTimeout as delay } from 'node:timers/promises'
import { StorageOutage } from '#server/db/storage-outage.ts'
import { type Bettor, type Sending, send } from '#tools/bench/loads/bettors.ts'

/** Somebody who has no answer for so long asks again, ms. */
export const PATIENCE_MS = 2500
export const AGAIN_MS = 60

/** Asks a site that may be dying, and insists on an answer. */
export function createCaller(port: number) {
  /** Asks once. Null when there was no answer, or one that says nothing of what happened. */
  const ask = async (path: string, sending: Sending) => {
    const answer = await send(port, path, { ...sending, timeoutMs: PATIENCE_MS }).catch(() => null)
    return answer && answer.status < 500 && answer.status !== 429 ? answer : null
  }
  const insist = async (path: string, sending: Sending) => {
    for (;;) {
      const answer = await ask(path, sending)
      if (answer) return answer
      await delay(AGAIN_MS)
    }
  }
  const told = <Told>(path: string, { status, body }: { readonly status: number; readonly body: string }): Told => {
    if (status !== 200) throw new Error(`${path} was answered with ${status}: ${body}`)
    return JSON.parse(body) as Told
  }
  return {
    ask,
    insist,
    /** Reads as a player. @throws Error with an answer that refuses */
    read: async <Told>({ cookie }: Bettor, path: string): Promise<Told> =>
      told(path, await insist(path, { headers: { cookie } })),
    /** Posts as a player. @throws Error with an answer that refuses */
    post: async <Told>({ cookie }: Bettor, path: string, body: object): Promise<Told> =>
      told(path, await insist(path, { method: 'POST', headers: { cookie }, body })),
  }
}

/** For what is asked again anyway: nothing where the database is away. @throws Error for any other reason */
export function unlessAway(error: unknown): null {
  if (error instanceof StorageOutage) return null
  throw error
}

export type Caller = ReturnType<typeof createCaller>

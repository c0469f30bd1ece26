import type { Call, CallPort } from '#calls/call.ts'
import type { CallValues } from '#calls/http/http-call.ts'

/** The calls of a page, as its own code makes them. */
export interface PageCalls {
  readonly send: CallPort
  /** Begins the client of the service token before a call has need of it. */
  readonly startTokens: () => Promise<unknown>
}

/** What a driver does with the calls of a page: each goes by a name, so that it can be called off. */
export interface TestedCalls {
  startTokens(): Promise<void>
  /** Makes a call as the page does. What comes of it is for the page alone. */
  begin(name: string, call: Call, values: CallValues): void
  /** The caller has aborted the call. @throws Error when there is none of that name */
  callOff(name: string): void
}

export function createTestedCalls({ send, startTokens }: PageCalls): TestedCalls {
  const begun = new Map<string, AbortController>()
  return {
    startTokens: async () => void (await startTokens()),
    begin(name, call, values) {
      const leaving = new AbortController()
      begun.set(name, leaving)
      // How it fares is seen at the network's edge and in the machines; a failure is no fault of the page.
      send(call, values as never, { signal: leaving.signal }).catch(() => undefined)
    },
    callOff(name) {
      const leaving = begun.get(name)
      if (!leaving) throw new Error(`no call ${name} was begun`)
      leaving.abort()
    },
  }
}

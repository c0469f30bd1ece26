import type { LightMyRequestResponse } from 'fastify'
import type { ErrorCode } from '#schemas'
import type { TestServer } from './test-server.ts'

export type Send = (server: TestServer, path: string) => Promise<LightMyRequestResponse>

/** How a call is proved: a request that it answers and one that it refuses, both sent to a path of the call. */
export interface CallContract {
  readonly succeed: Send
  readonly refuse: Send
  readonly refusal: ErrorCode
  /** Of an answer that is no failure; 200 when left out. */
  readonly status?: number
}

import type { Call, CallPort } from '#calls/call.ts'
import { bodyOf, type CallValues, type HttpTransport, requestOf } from '#calls/http/http-call.ts'
import type { StudioErrorAnswer, StudioErrorCode } from '#schemas'

/** Why a call of the studio failed: what the server says, that it did not answer, or that the browser gave no passkey. */
export type StudioFailureCode = StudioErrorCode | 'request.offline' | 'passkey.dismissed'

/** A call of the studio that failed. */
export class StudioCallFailure extends Error {
  readonly code: StudioFailureCode
  readonly params: Readonly<Record<string, string | number>>
  readonly requestId: string

  constructor(code: StudioFailureCode, params: Readonly<Record<string, string | number>> = {}, requestId = '') {
    super(code)
    this.code = code
    this.params = params
    this.requestId = requestId
  }
}

/** Sends the studio's calls, each once.
 *  @param transport `fetch`, or anything like it
 *  @throws StudioCallFailure: `request.offline` when the server cannot be reached, else the code of its answer */
export function createStudioCall(transport: HttpTransport): CallPort {
  const send = async (call: Call, values: CallValues): Promise<unknown> => {
    const { address, request } = requestOf(call, values, { language: 'en' })
    const answer = await transport(address, request).catch(() => {
      throw new StudioCallFailure('request.offline')
    })
    const body = await bodyOf(answer)
    if (answer.ok && body !== null) return body
    throw failureOf(body)
  }
  return send as CallPort
}

/** What the server says went wrong; `server.failed` when it is not said in the studio's own shape. */
function failureOf(body: unknown): StudioCallFailure {
  const { code, params = {}, requestId = '' } = (body ?? {}) as Partial<StudioErrorAnswer>
  return typeof code === 'string'
    ? new StudioCallFailure(code, params, requestId)
    : new StudioCallFailure('server.failed')
}

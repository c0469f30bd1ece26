import type { TokenAnswer } from '#machines/account/sessions/service-token.rules.ts'
import type { CallExtras, CallPort, StopSignal } from '../call.ts'
import { HttpError } from '../http/http-error.ts'
import { getServiceToken, refreshServiceToken } from '../token.calls.ts'

/** The call of the machine account/service-token. */
export const serviceTokenActors = {
  /** The first token of a page, or another one, with the clocks of both sides (TOK-4 to TOK-6).
   *  @param nowMs the clock of this computer   @throws what was refused, with the status by which the machine tells why (TOK-11) */
  fetchToken: async (
    call: CallPort,
    {
      isRenewal,
      nowMs,
      signal,
    }: { readonly isRenewal: boolean; readonly nowMs: () => number; readonly signal?: StopSignal },
  ): Promise<TokenAnswer> => {
    let date: string | null = null
    const onHead: CallExtras['onHead'] = (headers) => {
      date = headers.get('date')
    }
    const extras = { onHead, ...(signal ? { signal } : {}) }
    const sentAtMs = nowMs()
    const answered = isRenewal
      ? call(refreshServiceToken, { body: { data: { type: 'token' } } }, extras)
      : call(getServiceToken, {}, extras)
    const { attributes } = (await answered.catch(withStatus)).data
    const serverDateMs = date === null ? Number.NaN : Date.parse(date)
    return {
      userToken: attributes.userToken || null,
      expiresAtMs: Date.parse(attributes.expireDate),
      serverDateMs: Number.isFinite(serverDateMs) ? serverDateMs : null,
      sentAtMs,
      receivedAtMs: nowMs(),
    }
  },
} as const

function withStatus(error: unknown): never {
  if (error instanceof HttpError) throw Object.assign(error, { httpStatus: error.statusCode })
  throw error
}

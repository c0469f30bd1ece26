import type { PasskeyAnswer, PasskeyQuestion, PasskeyTaken } from '#machines/account/sign-in/passkey.machine.ts'
import type { PasskeyBody, PasskeyCreationAnswer, PasskeyRequestAnswer, PasskeySigned } from '#schemas'
import type { CallPort } from '../call.ts'
import {
  addPasskey,
  finishPasskeySignIn,
  finishPasskeyStep,
  startPasskey,
  startPasskeySignIn,
  startPasskeyStep,
} from '../passkeys.calls.ts'

/** The calls of the machine account/passkey: what its actors send, and what they give it of the answer. */
export const passkeyActors = {
  /** What the browser is asked in order to make a passkey. */
  startMaking: (call: CallPort, { secret }: PasskeyQuestion): Promise<PasskeyCreationAnswer> =>
    call(startPasskey, { body: { secret } }),
  /** What the browser is asked in order to use one. */
  startUse: (call: CallPort, { purpose, authId }: PasskeyQuestion): Promise<PasskeyRequestAnswer> =>
    purpose === 'sign_in' ? call(startPasskeySignIn, {}) : call(startPasskeyStep, { body: stepBody(authId) }),
  send: async (call: CallPort, { purpose, authId, name, signed }: PasskeyAnswer): Promise<PasskeyTaken> => {
    if (purpose === 'making') {
      await call(addPasskey, { body: madeBody(name, signed) })
      return { userId: null }
    }
    const body = usedBody(signed)
    return purpose === 'sign_in'
      ? call(finishPasskeySignIn, { body: { ...body, user: signed.user ?? '' } })
      : call(finishPasskeyStep, { body: { ...body, ...stepBody(authId) } })
  },
} as const

/** After a social provider the browser's cookie takes the place of the `authId`. */
function stepBody(authId: string | null) {
  return authId === null ? {} : { auth_id: authId }
}

function madeBody(name: string, { id, client_data, attestation = '', transports = [] }: PasskeySigned): PasskeyBody {
  return { name, id, client_data, attestation, transports: transports as PasskeyBody['transports'] }
}

function usedBody({ id, client_data, authenticator_data = '', signature = '' }: PasskeySigned) {
  return { id, client_data, authenticator_data, signature }
}

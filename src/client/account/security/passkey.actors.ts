import { fromPromise } from 'xstate'
import { passkeyActors } from '#calls/actors/passkey.actors.ts'
import { AppError } from '#calls/app-error.ts'
import type { CallPort } from '#calls/call.ts'
import { type PasskeyQuestion, passkeyMachine } from '#machines/account/sign-in/passkey.machine.ts'
import type { PasskeySigned } from '#schemas'
import type { App } from '../../page/app-context.ts'

/** Loaded when a browser is asked for a passkey, and no sooner. */
const library = () => import('@simplewebauthn/browser')

const SIGN_IN: PasskeyQuestion = { purpose: 'sign_in', authId: null, secret: '' }
/** How a browser names that its authenticator holds a passkey of the account already (WebAuthn §5.1.3). */
const EXISTS = 'InvalidStateError'

/** The use of passkeys, with this browser's authenticators and the server at its ends. */
export function passkeyOf({ call }: App) {
  return passkeyMachine.provide({
    actors: {
      readSupport: fromPromise(async () => {
        const isSupported = 'PublicKeyCredential' in window
        const canOffer = isSupported && PublicKeyCredential.isConditionalMediationAvailable?.()
        return { isSupported, hasAutofill: (await canOffer) === true }
      }),
      offer: fromPromise(({ signal }) => askForPasskey(call, SIGN_IN, { signal, isQuiet: true })),
      ask: fromPromise(({ input, signal }) =>
        input.purpose === 'making' ? makePasskey(call, input, signal) : askForPasskey(call, input, { signal }),
      ),
      send: fromPromise(({ input }) => passkeyActors.send(call, input)),
    },
  })
}

async function makePasskey(call: CallPort, question: PasskeyQuestion, signal: AbortSignal): Promise<PasskeySigned> {
  const [{ startRegistration }, optionsJSON] = await Promise.all([library(), passkeyActors.startMaking(call, question)])
  const { id, response } = await asked(signal, () => startRegistration({ optionsJSON }))
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, client_data: clientDataJSON, attestation: attestationObject, transports: [...transports] }
}

/** @param how `isQuiet`: the browser offers passkeys where a login is typed, and waits */
async function askForPasskey(
  call: CallPort,
  question: PasskeyQuestion,
  { signal, isQuiet = false }: { readonly signal: AbortSignal; readonly isQuiet?: boolean },
): Promise<PasskeySigned> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([library(), passkeyActors.startUse(call, question)])
  const { id, response } = await asked(signal, () => startAuthentication({ optionsJSON, useBrowserAutofill: isQuiet }))
  const { clientDataJSON: client_data, authenticatorData, signature, userHandle: user } = response
  return { id, client_data, authenticator_data: authenticatorData, signature, ...(user ? { user } : {}) }
}

/** Asks the browser until it answers or nobody waits any more.
 *  @throws AppError passkey.exists, passkey.dismissed for all that a browser does not tell apart (WebAuthn §14.5) */
async function asked<Answer>(signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
  signal.throwIfAborted()
  const { WebAuthnAbortService } = await library()
  const stop = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', stop)
  try {
    return await ask()
  } catch (cause) {
    const isThere = cause instanceof Error && cause.name === EXISTS
    throw new AppError(isThere ? 'passkey.exists' : 'passkey.dismissed', {}, { cause })
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

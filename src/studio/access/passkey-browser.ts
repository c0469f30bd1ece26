import type { PasskeyBody, PasskeyCreationAnswer, PasskeyRequestAnswer, PasskeyUseBody } from '#schemas'
import { StudioCallFailure } from '../app/studio-call.ts'

/** How a browser says that its authenticator holds a passkey of the account already (WebAuthn §5.1.3). */
const EXISTS = 'InvalidStateError'

/** Loaded when a browser is asked for a passkey, and no sooner. */
const library = () => import('@simplewebauthn/browser')

/** Whether this browser can make and use passkeys. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window
}

/** Makes a passkey. @throws StudioCallFailure passkey.exists, passkey.dismissed */
export async function makePasskey(optionsJSON: PasskeyCreationAnswer): Promise<Omit<PasskeyBody, 'name'>> {
  const { startRegistration } = await library()
  const { id, response } = await asked(() => startRegistration({ optionsJSON }))
  const { clientDataJSON, attestationObject, transports = [] } = response
  return {
    id,
    client_data: clientDataJSON,
    attestation: attestationObject,
    transports: transports as PasskeyBody['transports'],
  }
}

/** Uses a passkey of this studio. @throws StudioCallFailure passkey.dismissed */
export async function takePasskey(optionsJSON: PasskeyRequestAnswer): Promise<PasskeyUseBody> {
  const { startAuthentication } = await library()
  const { id, response } = await asked(() => startAuthentication({ optionsJSON }))
  const { clientDataJSON: client_data, authenticatorData, signature, userHandle: user = '' } = response
  return { id, client_data, authenticator_data: authenticatorData, signature, user }
}

/** Browsers do not tell apart why nothing was made or used (WebAuthn §14.5). */
async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (cause) {
    const isThere = cause instanceof Error && cause.name === EXISTS
    throw new StudioCallFailure(isThere ? 'passkey.exists' : 'passkey.dismissed')
  }
}

import type { PasskeyBody, PasskeyUseBody } from '#schemas'

/** Where a passkey is made or used: scheme and host of the page. The host is the relying party of WebAuthn. */
export interface PasskeyPlace {
  readonly origin: string
  readonly host: string
}

/** What a new passkey is. */
export interface NewPasskey {
  readonly credentialId: string
  /** COSE (RFC 9053), base64url. */
  readonly publicKey: string
  readonly signCount: number
  readonly isBackedUp: boolean
}

/** What is known of a passkey that is used. */
export interface KnownPasskey {
  readonly credentialId: string
  readonly publicKey: string
  readonly signCount: number
}

/** What a use shows about a passkey. */
export type PasskeyUse = Pick<NewPasskey, 'signCount' | 'isBackedUp'>

type Signed = Pick<PasskeyUseBody, 'id' | 'client_data' | 'authenticator_data' | 'signature'>

/** Signatures that are taken: EdDSA, ES256, RS256 as COSE numbers them (RFC 9053), the dearest first. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257]

const TYPE = 'public-key'

/** The library is loaded when the first passkey is made or used: to load it takes longer than to check a hundred. */
const library = () => import('@simplewebauthn/server')

/** The challenge that the browser says it was given; empty when it says none, or was asked in a frame of another site. */
export function challengeIn(clientData: string): string {
  try {
    const { challenge, crossOrigin } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'))
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : ''
  } catch {
    return ''
  }
}

/** Checks a passkey that was made: its challenge, its page, its host, that the player was made sure of (WebAuthn §7.1).
 *  @returns undefined when anything is wrong with it */
export async function checkNewPasskey(
  { id, client_data, attestation, transports }: PasskeyBody,
  { challenge, place }: { readonly challenge: string; readonly place: PasskeyPlace },
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await library()
  const response = { clientDataJSON: client_data, attestationObject: attestation, transports: [...transports] }
  const checked = await verifyRegistrationResponse({
    response: { id, rawId: id, type: TYPE, clientExtensionResults: {}, response },
    expectedChallenge: challenge,
    expectedOrigin: place.origin,
    expectedRPID: place.host,
    requireUserVerification: true,
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
  }).catch(() => undefined)
  if (!checked?.verified) return undefined
  const { credential, credentialBackedUp } = checked.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    signCount: credential.counter,
    isBackedUp: credentialBackedUp,
  }
}

/** Checks what a passkey has signed: the challenge, the page, the host, the signature, that the player was made sure of, and
 *  that the count has gone on (WebAuthn §7.2). @returns undefined when anything is wrong with it */
export async function checkPasskeyUse(
  { id, client_data, authenticator_data, signature }: Signed,
  known: KnownPasskey & { readonly challenge: string; readonly place: PasskeyPlace },
): Promise<PasskeyUse | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const response = { clientDataJSON: client_data, authenticatorData: authenticator_data, signature }
  const checked = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: TYPE, clientExtensionResults: {}, response },
    expectedChallenge: known.challenge,
    expectedOrigin: known.place.origin,
    expectedRPID: known.place.host,
    requireUserVerification: true,
    credential: {
      id: known.credentialId,
      publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
      counter: known.signCount,
    },
  }).catch(() => undefined)
  if (!checked?.verified) return undefined
  const { newCounter, credentialBackedUp } = checked.authenticationInfo
  return { signCount: newCounter, isBackedUp: credentialBackedUp }
}

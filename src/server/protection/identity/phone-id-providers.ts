import { createHash } from 'node:crypto'
import {
  askProvider,
  type IdentityFailure,
  type IdentityReach,
  IdentitySilent,
  type IdentityVerdict,
  objectIn,
  textIn,
} from './identity-provider.ts'
import { mobileIdCode, signerOf, smartIdCode } from './signed-challenge.ts'

/** Who a player says that they are. */
export interface PhoneIdClaim {
  /** National identity number. */
  readonly personalCode: string
  /** ISO 3166-1 alpha-2 in lower case. */
  readonly country: string
  /** E.164; of Mobile-ID alone. */
  readonly phone?: string | undefined
}

/** A provider that has the player sign a challenge on their phone. */
export interface PhoneIdProvider {
  readonly codeOf: (challenge: Uint8Array) => string
  /** Has the phone ask. @returns the provider's name of the session; null when there is no such account   @throws IdentitySilent */
  readonly begin: (claim: PhoneIdClaim, challenge: Uint8Array) => Promise<string | null>
  /** Asks once what has come of it. @throws IdentitySilent */
  readonly poll: (reference: string, challenge: Uint8Array) => Promise<IdentityVerdict>
}

/** What both are joined with. */
export interface PhoneIdPorts extends IdentityReach {
  readonly partyName: string
  readonly partyId: string
  /** Certificates of the authorities that are trusted, PEM. */
  readonly trusted: readonly string[]
}

/** How long the provider may wait for news before it answers, and its answer may be on its way beyond that. */
const POLL_MS = 1000
const ON_ITS_WAY_MS = 1500
const TEXT = 'Verify your identity'

const SMART_ID_FAILURES: Readonly<Record<string, IdentityFailure>> = {
  USER_REFUSED: 'refused',
  USER_REFUSED_CERT_CHOICE: 'refused',
  USER_REFUSED_DISPLAYTEXTANDPIN: 'refused',
  USER_REFUSED_VC_CHOICE: 'refused',
  USER_REFUSED_CONFIRMATIONMESSAGE: 'refused',
  USER_REFUSED_CONFIRMATIONMESSAGE_WITH_VC_CHOICE: 'refused',
  TIMEOUT: 'expired',
  DOCUMENT_UNUSABLE: 'unusable',
  WRONG_VC: 'wrong_code',
  REQUIRED_INTERACTION_NOT_SUPPORTED_BY_APP: 'unusable',
}

const MOBILE_ID_FAILURES: Readonly<Record<string, IdentityFailure>> = {
  TIMEOUT: 'expired',
  NOT_MID_CLIENT: 'no_account',
  USER_CANCELLED: 'refused',
  SIGNATURE_HASH_MISMATCH: 'unusable',
  PHONE_ABSENT: 'unreachable',
  DELIVERY_ERROR: 'unreachable',
  SIM_ERROR: 'unusable',
}

/** Smart-ID by the Relying Party API, version 2. */
export function createSmartId(ports: PhoneIdPorts): PhoneIdProvider {
  return {
    codeOf: smartIdCode,
    begin: ({ personalCode, country }, challenge) =>
      begin(ports, `/authentication/etsi/PNO${country.toUpperCase()}-${encodeURIComponent(personalCode)}`, {
        ...party(ports),
        certificateLevel: 'QUALIFIED',
        hash: digest('sha512', challenge),
        hashType: 'SHA512',
        allowedInteractionsOrder: [{ type: 'displayTextAndPIN', displayText60: TEXT }],
      }),
    async poll(reference, challenge) {
      const json = await ask(ports, `/session/${encodeURIComponent(reference)}`)
      if (json === 'gone') return { kind: 'failed', reason: 'expired' }
      const { state } = json
      if (state === 'RUNNING') return { kind: 'running' }
      const result = textIn(objectIn(json, 'result'), 'endResult')
      if (result !== 'OK') return { kind: 'failed', reason: SMART_ID_FAILURES[result] ?? 'unusable' }
      const cert = objectIn(json, 'cert')
      if (textIn(cert, 'certificateLevel') !== 'QUALIFIED') return { kind: 'failed', reason: 'untrusted' }
      const signature = textIn(objectIn(json, 'signature'), 'value')
      return judged(ports, { challenge, hash: 'sha512', signature, certificate: textIn(cert, 'value') })
    },
  }
}

/** Mobile-ID by its REST API. */
export function createMobileId(ports: PhoneIdPorts): PhoneIdProvider {
  return {
    codeOf: (challenge) => mobileIdCode(createHash('sha256').update(challenge).digest()),
    begin: ({ personalCode, phone }, challenge) =>
      begin(ports, '/authentication', {
        ...party(ports),
        phoneNumber: phone,
        nationalIdentityNumber: personalCode,
        hash: digest('sha256', challenge),
        hashType: 'SHA256',
        language: 'ENG',
        displayText: TEXT,
        displayTextFormat: 'GSM-7',
      }),
    async poll(reference, challenge) {
      const json = await ask(ports, `/authentication/session/${encodeURIComponent(reference)}`)
      if (json === 'gone') return { kind: 'failed', reason: 'expired' }
      if (json.state === 'RUNNING') return { kind: 'running' }
      const result = textIn(json, 'result')
      if (result !== 'OK') return { kind: 'failed', reason: MOBILE_ID_FAILURES[result] ?? 'unusable' }
      const signature = textIn(objectIn(json, 'signature'), 'value')
      return judged(ports, { challenge, hash: 'sha256', signature, certificate: textIn(json, 'cert') })
    },
  }
}

async function begin(ports: PhoneIdPorts, path: string, body: object): Promise<string | null> {
  const { status, json } = await askProvider(ports, path, { body: JSON.stringify(body) })
  if (status === 404) return null
  const reference = textIn(json, 'sessionID')
  if (status !== 200 || reference === '') throw new IdentitySilent(`it answered ${status} without a session`)
  return reference
}

async function ask(ports: PhoneIdPorts, path: string) {
  const timeoutMs = POLL_MS + ON_ITS_WAY_MS
  const { status, json } = await askProvider(ports, `${path}?timeoutMs=${POLL_MS}`, { method: 'GET', timeoutMs })
  if (status === 404) return 'gone' as const
  if (status !== 200) throw new IdentitySilent(`it answered ${status}`)
  return json
}

function judged({ trusted, now }: PhoneIdPorts, signed: Parameters<typeof signerOf>[0]): IdentityVerdict {
  const person = signerOf(signed, trusted, now())
  return person ? { kind: 'verified', person } : { kind: 'failed', reason: 'untrusted' }
}

function party({ partyName, partyId }: PhoneIdPorts) {
  return { relyingPartyName: partyName, relyingPartyUUID: partyId }
}

function digest(hash: 'sha256' | 'sha512', challenge: Uint8Array): string {
  return createHash(hash).update(challenge).digest('base64')
}

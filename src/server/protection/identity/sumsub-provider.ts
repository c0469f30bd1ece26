import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  askProvider,
  type IdentityEvent,
  type IdentityReach,
  IdentitySilent,
  type IdentityVerdict,
  type Json,
  objectIn,
  textIn,
} from './identity-provider.ts'

/** What Sumsub is joined with. */
export interface SumsubPorts extends IdentityReach {
  readonly levelName: string
  readonly appToken: string
  readonly secretKey: string
  readonly webhookSecret: string
}

/** A token by which the page lets an applicant in. */
export interface ApplicantToken {
  readonly token: string
  readonly lifetimeS: number
}

/** A webhook that is not taken: what is wrong with it. */
export type WebhookFault = 'unsigned' | 'wrong_signature' | 'malformed'

const LIFETIME_S = 600
const DIGESTS: Readonly<Record<string, string>> = {
  HMAC_SHA1_HEX: 'sha1',
  HMAC_SHA256_HEX: 'sha256',
  HMAC_SHA512_HEX: 'sha512',
}

/** Makes a token for an applicant, whom Sumsub knows by our reference. @throws IdentitySilent */
export async function sumsubToken(ports: SumsubPorts, reference: string): Promise<ApplicantToken> {
  const path = '/resources/accessTokens/sdk'
  const body = JSON.stringify({ userId: reference, levelName: ports.levelName, ttlInSecs: LIFETIME_S })
  const at = String(Math.floor(ports.now().getTime() / 1000))
  const signature = createHmac('sha256', ports.secretKey).update(`${at}POST${path}${body}`).digest('hex')
  const headers = { 'x-app-token': ports.appToken, 'x-app-access-ts': at, 'x-app-access-sig': signature }
  const { status, json } = await askProvider(ports, path, { headers, body })
  const token = textIn(json, 'token')
  if (status !== 200 || token === '') throw new IdentitySilent(`it answered ${status} without a token`)
  return { token, lifetimeS: LIFETIME_S }
}

/** Reads a webhook of Sumsub: its digest is over the raw bytes and is checked before anything is read.
 *  @returns null for an event that decides nothing */
export function readSumsubWebhook(
  secret: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: Uint8Array,
): IdentityEvent | WebhookFault | null {
  const digest = headers['x-payload-digest']
  const algorithm = DIGESTS[headers['x-payload-digest-alg'] ?? 'HMAC_SHA256_HEX']
  if (!digest || !algorithm) return 'unsigned'
  const expected = Buffer.from(createHmac(algorithm, secret).update(body).digest('hex'))
  const given = Buffer.from(digest.toLowerCase())
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'wrong_signature'
  const json = parsed(body)
  if (!json) return 'malformed'
  if (textIn(json, 'type') !== 'applicantReviewed') return null
  const at = timeIn(json)
  const verdict = verdictIn(objectIn(json, 'reviewResult'))
  const reference = textIn(json, 'externalUserId')
  return at && verdict && reference ? { reference, at, verdict } : 'malformed'
}

/** GREEN is verified; RED with RETRY asks for more, RED with FINAL is a refusal. What moderators say to each other is never shown. */
function verdictIn(result: Json): IdentityVerdict | null {
  const answer = textIn(result, 'reviewAnswer')
  if (answer === 'GREEN') return { kind: 'verified' }
  if (answer !== 'RED') return null
  const reason = textIn(result, 'moderationComment').slice(0, 1000)
  return { kind: textIn(result, 'reviewRejectType') === 'RETRY' ? 'again' : 'rejected', reason }
}

function timeIn(json: Json): Date | null {
  const at = textIn(json, 'createdAtMs') || textIn(json, 'createdAt')
  // "2026-03-01 12:00:00.123" and "2026-03-01 12:00:00+0000" are UTC.
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}(?:\.\d+)?)(?:Z|\+00:?00)?$/.exec(at)
  if (!match) return null
  const time = new Date(`${match[1]}T${match[2]}Z`)
  return Number.isNaN(time.getTime()) ? null : time
}

function parsed(body: Uint8Array): Json | null {
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return typeof json === 'object' && json !== null ? (json as Json) : null
  } catch {
    return null
  }
}

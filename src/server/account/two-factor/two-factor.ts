import { randomBytes } from 'node:crypto'
import { renderSVG } from 'uqr'
import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from '../account-ports.ts'
import { countMessage } from '../message-budget.ts'
import { issueCode, tryCode } from '../one-time-codes.ts'
import { provenAddress, tellPlayer } from '../secrets/password-change.ts'
import { hashToken, newToken } from '../secrets/secrets.ts'
import { recordSecurityEvent, type SecurityEventKind } from '../security-events.ts'
import type { SentPhoneCode } from '../sign-in/browser-codes.ts'
import { endSessions, type FoundSession, findSession, renewSession, type StartedSession } from '../sign-in/sessions.ts'
import { countRecoveryCodes, dropRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts'
import { tellOfRecoveryCode } from './recovery-letter.ts'
import { isTwoFactorOn, lockTwoFactor, readAppCode, secretUse, takeFactor } from './second-factor.ts'
import { base32, matchingStep, otpauthLink, TOTP_SECRET_BYTES } from './totp.ts'

/** Life of what a right code has proved. */
export const PROOF_LIVES_MS = 5 * 60_000
/** Quiet zone of a QR code in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** The signed-in player: the account and the token of the session. */
export interface Player {
  readonly accountId: number
  readonly token: string
}

/** What a player may know about their second factor. */
export interface TwoFactorState {
  readonly isOn: boolean
  readonly recoveryCodesLeft: number
  readonly hasPhone: boolean
}

/** A secret that waits to be scanned, in the three forms in which an app takes it (TFA-1). */
export interface OfferedSecret {
  /** A picture in a data address: nobody else is asked to draw a secret. */
  readonly qrCodeUrl: string
  readonly qrLink: string
  readonly code: string
}

/** A session that was renewed, and codes that are shown once. */
export interface RenewedCodes {
  readonly session: StartedSession
  readonly recoveryCodes: readonly string[]
}

export interface EnableRequest {
  readonly appCode: string
  readonly smsCode?: string | undefined
  /** Whether the brand asks players whose phone is proved for a code by SMS as well. */
  readonly isSmsRequired: boolean
}

/** Switching the second factor on and off (TFA-1 to TFA-8). */
export function createTwoFactor(ports: AccountPorts) {
  const { db, clock } = ports

  return {
    /** What the player's second factor is like. */
    readTwoFactor(brandId: string, accountId: number): Promise<TwoFactorState> {
      return forBrand(db, brandId).transaction(async (tx) => ({
        isOn: await isTwoFactorOn(tx, accountId),
        recoveryCodesLeft: await countRecoveryCodes(tx, accountId),
        hasPhone: (await provenPhone(tx, accountId)) !== undefined,
      }))
    },

    /** Makes a secret that waits to be scanned; the one before it is forgotten.
     *  @param brand the name that the app shows   @throws AppError two_factor.already_on */
    offerSecret: (visitor: Visitor, player: Player, brand: string) => offerSecret(ports, visitor, player, brand),

    /** Sends a code to the player's proved phone (TFA-6). @throws AppError two_factor.no_phone, rate.limited */
    sendTwoFactorSms: (visitor: Visitor, player: Player) => sendTwoFactorSms(ports, visitor, player),

    /** Switches the second factor on: the player proves the app by a code from it, and the phone where required. Other
     *  sessions end, and this one gets a new id (SEC-2).
     *  @returns the recovery codes, which are shown once
     *  @throws AppError two_factor.wrong, two_factor.sms_wrong, two_factor.already_on, two_factor.expired,
     *  rate.limited */
    enableTwoFactor: (visitor: Visitor, player: Player, request: EnableRequest) =>
      enableTwoFactor(ports, visitor, player, request),

    /** Accepts a code of the app, or a recovery code, as proof: with it this session may switch the second factor off
     *  or replace the recovery codes, once and within five minutes.
     *  @throws AppError two_factor.wrong, two_factor.off, rate.limited */
    proveTwoFactor: (visitor: Visitor, player: Player, code: string) => proveTwoFactor(ports, visitor, player, code),

    /** Switches the second factor off with a proof (TFA-5). The session gets a new id.
     *  @throws AppError two_factor.proof_expired */
    disableTwoFactor: (visitor: Visitor, player: Player, hash: string) =>
      disableTwoFactor(ports, visitor, player, hash),

    /** Replaces the recovery codes, given a proof; the former ones are void.
     *  @throws AppError two_factor.proof_expired */
    renewCodes(visitor: Visitor, player: Player, hash: string): Promise<readonly string[]> {
      const { accountId } = player
      const now = clock()
      return forBrand(db, visitor.brandId).transaction(async (tx) => {
        await takeProof(tx, await sessionOf(ports, tx, player, now), hash, now)
        await recordSecurityEvent(tx, visitor, { kind: 'two_factor.codes_renewed', accountId, now })
        return renewRecoveryCodes(tx, accountId, now)
      })
    },
  }
}

/** Counts a code that is tried by a signed-in player; one that is right does not count. */
async function guarded<Result>(
  { guard }: AccountPorts,
  visitor: Visitor,
  accountId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const keys = budgetKeys(visitor, `#${accountId}`)
  await guard.take('second_factor', visitor.brandId, keys)
  const result = await work()
  await guard.giveBack('second_factor', visitor.brandId, keys)
  return result
}

async function sessionOf(
  ports: AccountPorts,
  tx: BrandTransaction,
  { token }: Player,
  now: Date,
): Promise<FoundSession> {
  const { sessionIdleMs: idleMs } = await ports.policy(tx.brandId)
  const session = await findSession(tx, { token, now, idleMs })
  if (!session) throw new AppError('access.denied')
  return session
}

async function told(
  ports: AccountPorts,
  tx: BrandTransaction,
  visitor: Visitor,
  of: { readonly accountId: number; readonly isOn: boolean; readonly now: Date },
): Promise<void> {
  const { accountId, isOn, now } = of
  const kind: SecurityEventKind = isOn ? 'two_factor.enabled' : 'two_factor.disabled'
  await recordSecurityEvent(tx, visitor, { kind, accountId, now })
  const template = isOn ? 'two_factor_on' : 'two_factor_off'
  await tellPlayer(ports, tx, visitor, { accountId, template, now })
}

async function takeProof(tx: BrandTransaction, session: FoundSession, hash: string, now: Date): Promise<void> {
  const { accountId, sessionId } = session
  const { numUpdatedRows } = await tx
    .update('two_factor', { proof_hash: null, proof_session_id: null, proof_expires_at: null })
    .where('account_id', '=', accountId)
    .where('enabled_at', 'is not', null)
    .where('proof_hash', '=', hashToken(hash))
    .where('proof_session_id', '=', sessionId)
    .where('proof_expires_at', '>', now)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('two_factor.proof_expired')
}

async function offerSecret(
  { clock, db, secretBox }: AccountPorts,
  visitor: Visitor,
  { accountId }: Player,
  brand: string,
): Promise<OfferedSecret> {
  const secret = randomBytes(TOTP_SECRET_BYTES)
  const now = clock()
  const account = await forBrand(db, visitor.brandId).transaction(async (tx) => {
    const row = await lockTwoFactor(tx, accountId)
    if (row?.enabled_at) throw new AppError('two_factor.already_on')
    const sealed = secretBox.seal(secretUse(visitor.brandId, accountId), secret)
    await tx.delete('two_factor').where('account_id', '=', accountId).execute()
    await tx
      .insert('two_factor', {
        account_id: accountId,
        secret: sealed,
        created_at: now,
        enabled_at: null,
        last_step: 0,
        proof_hash: null,
        proof_session_id: null,
        proof_expires_at: null,
      })
      .onConflict((conflict) => conflict.columns(['brand_id', 'account_id']).doUpdateSet({ secret: sealed }))
      .execute()
    return (await provenAddress(tx, accountId))?.value ?? String(accountId)
  })
  const qrLink = otpauthLink(secret, { brand, account })
  const svg = renderSVG(qrLink, { border: QUIET_ZONE, ecc: 'M' })
  return {
    qrLink,
    code: base32(secret),
    qrCodeUrl: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  }
}

async function sendTwoFactorSms(ports: AccountPorts, visitor: Visitor, { accountId }: Player): Promise<SentPhoneCode> {
  const { db, clock } = ports
  const door = forBrand(db, visitor.brandId)
  const recipient = await door.transaction((tx) => provenPhone(tx, accountId))
  if (recipient === undefined) throw new AppError('two_factor.no_phone')
  await countMessage(ports, visitor, { kind: 'phone', value: recipient })
  const policy = await ports.policy(visitor.brandId)
  const { codeLifetimeMs: lifetimeMs, codeMaxAttempts: maxAttempts, codeLength: length, codeResendMs } = policy
  const { language } = visitor
  const now = clock()
  await door.transaction(async (tx) => {
    const issue = { purpose: 'phone', owner: smsOwner(accountId), accountId, now } as const
    const { code } = await issueCode(tx, { ...issue, lifetimeMs, maxAttempts, length })
    const message = { kind: 'sms', recipient, template: 'two_factor_code', language, now } as const
    await ports.enqueue(tx, { ...message, params: {}, secrets: { code } })
  })
  const [retryAfterSeconds, lifetimeSeconds] = [codeResendMs, lifetimeMs].map((ms) => Math.ceil(ms / 1000))
  return { codeLength: length, retryAfterSeconds: retryAfterSeconds ?? 0, lifetimeSeconds: lifetimeSeconds ?? 0 }
}

function enableTwoFactor(
  ports: AccountPorts,
  visitor: Visitor,
  player: Player,
  request: EnableRequest,
): Promise<RenewedCodes> {
  const { clock, db, secretBox } = ports
  const { accountId } = player
  return guarded(ports, visitor, accountId, async () => {
    const now = clock()
    const outcome = await forBrand(db, visitor.brandId).transaction(async (tx) => {
      const session = await sessionOf(ports, tx, player, now)
      const row = await lockTwoFactor(tx, accountId)
      if (!row) throw new AppError('two_factor.expired')
      if (row.enabled_at) throw new AppError('two_factor.already_on')
      const secret = secretBox.open(secretUse(visitor.brandId, accountId), row.secret)
      const code = readAppCode(request.appCode) ?? ''
      const step = matchingStep(secret, code, { now, after: row.last_step })
      const failure = step === undefined ? 'wrong' : await smsFailure(tx, accountId, request, now)
      if (step === undefined || failure) {
        await recordSecurityEvent(tx, visitor, { kind: 'two_factor.refused', accountId, now })
        return new AppError(failure === 'sms' ? 'two_factor.sms_wrong' : 'two_factor.wrong')
      }
      const change = { enabled_at: now, last_step: step }
      await tx.update('two_factor', change).where('account_id', '=', accountId).execute()
      const recoveryCodes = await renewRecoveryCodes(tx, accountId, now)
      await endSessions(tx, { accountId, except: session.sessionId, now })
      await told(ports, tx, visitor, { accountId, isOn: true, now })
      return { session: await renewSession(tx, session), recoveryCodes }
    })
    if (outcome instanceof AppError) throw outcome
    return outcome
  })
}

function proveTwoFactor(ports: AccountPorts, visitor: Visitor, player: Player, code: string): Promise<string> {
  const { clock, db, secretBox } = ports
  const { accountId } = player
  return guarded(ports, visitor, accountId, async () => {
    const now = clock()
    const hash = newToken()
    const outcome = await forBrand(db, visitor.brandId).transaction(async (tx) => {
      const { sessionId } = await sessionOf(ports, tx, player, now)
      if (!(await isTwoFactorOn(tx, accountId))) return new AppError('two_factor.off')
      const by = await takeFactor(tx, secretBox, { accountId, code, now })
      if (!by) {
        await recordSecurityEvent(tx, visitor, { kind: 'two_factor.refused', accountId, now })
        return new AppError('two_factor.wrong')
      }
      if (by === 'recovery') await tellOfRecoveryCode(ports, tx, visitor, { accountId, now })
      const proof_expires_at = new Date(now.getTime() + PROOF_LIVES_MS)
      const proof = { proof_hash: hashToken(hash), proof_session_id: sessionId, proof_expires_at }
      await tx.update('two_factor', proof).where('account_id', '=', accountId).execute()
      return undefined
    })
    if (outcome) throw outcome
    return hash
  })
}

function disableTwoFactor(
  ports: AccountPorts,
  visitor: Visitor,
  player: Player,
  hash: string,
): Promise<StartedSession> {
  const { clock, db } = ports
  const { accountId } = player
  const now = clock()
  return forBrand(db, visitor.brandId).transaction(async (tx) => {
    const session = await sessionOf(ports, tx, player, now)
    await takeProof(tx, session, hash, now)
    await tx.delete('two_factor').where('account_id', '=', accountId).execute()
    await dropRecoveryCodes(tx, accountId)
    await told(ports, tx, visitor, { accountId, isOn: false, now })
    return renewSession(tx, session)
  })
}

/** A code by SMS that was entered must be right; where one is asked for, it must have been entered. */
async function smsFailure(
  tx: BrandTransaction,
  accountId: number,
  { smsCode, isSmsRequired }: EnableRequest,
  now: Date,
): Promise<'sms' | undefined> {
  if (smsCode === undefined) {
    return isSmsRequired && (await provenPhone(tx, accountId)) !== undefined ? 'sms' : undefined
  }
  const attempt = { purpose: 'phone', owner: smsOwner(accountId), code: smsCode, now } as const
  return (await tryCode(tx, attempt)).kind === 'right' ? undefined : 'sms'
}

function smsOwner(accountId: number) {
  return { subject: `two-factor ${accountId}` }
}

async function provenPhone(tx: BrandTransaction, accountId: number): Promise<string | undefined> {
  const row = await tx
    .select('identifier')
    .select('value')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'phone')
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return row?.value
}

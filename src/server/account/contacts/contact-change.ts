import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { IdentifierKind } from '#server/db/tables/player-tables.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from '../account-ports.ts'
import { candidateByNumber, type Identifier, normaliseIdentifier, verifiedOwner } from '../identifiers.ts'
import { countMessage } from '../message-budget.ts'
import { type CodeOutcome, issueCode, tryCode } from '../one-time-codes.ts'
import { ownKeys } from '../secrets/own-password.ts'
import { provenAddress } from '../secrets/password-change.ts'
import { createSecretQuestion } from '../secrets/secret-question.ts'
import { recordSecurityEvent } from '../security-events.ts'
import { throwUnlessRight } from '../sign-in/browser-codes.ts'
import { type FoundSession, renewSession, type StartedSession } from '../sign-in/sessions.ts'
import {
  allowChange,
  allowingCode,
  beginChange,
  type ContactChange,
  lockChange,
  provingCode,
} from './contact-changes.ts'
import {
  allowingMessage,
  MAIL_CODE_LIFETIME_MS,
  provingMessage,
  type Recipient,
  tellOfChange,
} from './contact-messages.ts'
import { asTaken, provedContact, settleContact } from './contact-settling.ts'

/** A code that is on its way; nothing in it tells whether the address has another account. */
export interface SentContactCode {
  /** The address, in part unless the player has just entered it. */
  readonly recipient: string
  readonly kind: IdentifierKind
  readonly codeLength: number
  readonly retryAfterSeconds: number
  readonly lifetimeSeconds: number
}

/** What is to be proved by a code. */
export interface ContactProof {
  readonly kind: IdentifierKind
  readonly code: string
  /** The address that the page takes it for; when it is another one by now, the code proves nothing. */
  readonly value?: string
  /** Whether codes for this phone may come by the player's messenger. */
  readonly takesAppMessages?: boolean
}

/** What the functions of `createContactChange` share. */
interface ContactChangeParts {
  readonly ports: AccountPorts
  readonly checkSecretAnswer: ReturnType<typeof createSecretQuestion>['checkSecretAnswer']
}

/** Adding and changing the phone or the e-mail address of a signed-in player (ACC-5 to ACC-12). The player enters
 *  the new address, shows that the account is theirs, by a code to the current address or a secret, and proves the
 *  new one by a code. A first phone needs only its own code. */
export function createContactChange(ports: AccountPorts) {
  const { db, clock } = ports
  const { checkSecretAnswer } = createSecretQuestion(ports)
  const parts: ContactChangeParts = { ports, checkSecretAnswer }

  return {
    /** Records which address the player wants.
     *  @returns whether the player has to show that the account is theirs
     *  @throws AppError contact.same when it is already their address */
    async beginContactChange(visitor: Visitor, session: FoundSession, wanted: Identifier): Promise<boolean> {
      const { kind, value } = normaliseIdentifier(wanted.kind, wanted.value)
      const now = clock()
      return forBrand(db, visitor.brandId).transaction(async (tx) => {
        const former = await provedContact(tx, session.accountId, kind)
        if (former === value) throw new AppError('contact.same')
        const isAllowed = kind === 'phone' && former === undefined
        await beginChange(tx, session, { kind, value, isAllowed, now })
        return !isAllowed
      })
    },

    /** Sends the next code: to the current address until the player has shown that the account is theirs, then to the
     *  new one.
     *  @throws AppError contact.none when there is no address to send to, rate.limited */
    sendContactCode: (visitor: Visitor, session: FoundSession, kind: IdentifierKind) =>
      sendContactCode(parts, visitor, session, kind),

    /** Takes the code of the address so far for a sign that the account is the player's (ACC-9).
     *  @throws AppError phone_code.wrong with the tries that are left, phone_code.expired, phone_code.locked, contact.expired,
     *  rate.limited */
    async allowByCode(visitor: Visitor, session: FoundSession, { kind, code }: ContactProof): Promise<void> {
      await checkCode(parts, visitor, async (tx, now) => {
        await changeOf(tx, session, kind, now)
        const outcome = await tryCode(tx, { purpose: 'contact', owner: allowingCode(session, kind), code, now })
        if (outcome.kind === 'right') await allowChange(tx, { accountId: session.accountId, kind }, now)
        return outcome
      })
    },

    /** Takes a secret for such a sign: the answer to the secret question for a phone (ACC-10), the password for an e-mail address.
     *  @throws AppError contact.answer_wrong or password.wrong, contact.expired, rate.limited */
    allowBySecret: (visitor: Visitor, session: FoundSession, kind: IdentifierKind, secret: string) =>
      allowBySecret(parts, visitor, session, kind, secret),

    /** Confirms the new address by its code: from now on it is the player's, their other addresses are notified, and
     *  the session gets a new id (SEC-2).
     *  @throws AppError phone_code.wrong, phone_code.expired, phone_code.locked, contact.expired,
     *  contact.not_allowed, contact.taken, rate.limited */
    confirmContact: (visitor: Visitor, session: FoundSession, proof: ContactProof) =>
      confirmContact(parts, visitor, session, proof),
  }
}

async function checkCode(
  { ports: { guard, clock, db } }: ContactChangeParts,
  visitor: Visitor,
  work: (tx: BrandTransaction, now: Date) => Promise<CodeOutcome>,
): Promise<void> {
  await guard.take('code_check', visitor.brandId, budgetKeys(visitor))
  const now = clock()
  const outcome = await forBrand(db, visitor.brandId).transaction((tx) => work(tx, now))
  throwUnlessRight(outcome)
}

async function isSecretRight(
  { checkSecretAnswer, ports: { db, passwords } }: ContactChangeParts,
  visitor: Visitor,
  { accountId }: FoundSession,
  kind: IdentifierKind,
  secret: string,
) {
  if (kind === 'phone') return (await checkSecretAnswer(visitor, accountId, secret)) === 'right'
  const [own] = await forBrand(db, visitor.brandId).transaction((tx) => candidateByNumber(tx, accountId))
  return passwords.verify(own?.passwordHash, secret)
}

async function sendContactCode(
  { ports }: ContactChangeParts,
  visitor: Visitor,
  session: FoundSession,
  kind: IdentifierKind,
): Promise<SentContactCode> {
  const { db, clock } = ports
  const door = forBrand(db, visitor.brandId)
  const next = await door.transaction((tx) => nextStep(tx, session, kind, clock()))
  if (next === undefined) throw new AppError('contact.none')
  await countMessage(ports, visitor, next.to)
  const policy = await ports.policy(visitor.brandId)
  const lifetimeMs = next.to.kind === 'email' ? MAIL_CODE_LIFETIME_MS : policy.codeLifetimeMs
  const now = clock()
  const { accountId } = session
  await door.transaction(async (tx) => {
    const owner = next.change ? provingCode(next.change) : allowingCode(session, kind)
    const length = policy.codeLength
    const maxAttempts = policy.codeMaxAttempts
    const issued = await issueCode(tx, {
      purpose: 'contact',
      owner,
      accountId,
      now,
      lifetimeMs,
      maxAttempts,
      length,
    })
    const taker = await verifiedOwner(tx, next.to)
    const message = next.change
      ? provingMessage(ports, visitor, { to: next.to, issued, isTaken: taker !== undefined, now })
      : allowingMessage(visitor, next.to, issued.code, now)
    await ports.enqueue(tx, message)
  })
  return {
    kind: next.to.kind,
    recipient: next.change ? next.to.value : maskedContact(next.to.value),
    codeLength: policy.codeLength,
    retryAfterSeconds: Math.ceil(policy.codeResendMs / 1000),
    lifetimeSeconds: Math.ceil(lifetimeMs / 1000),
  }
}

async function allowBySecret(
  parts: ContactChangeParts,
  visitor: Visitor,
  session: FoundSession,
  kind: IdentifierKind,
  secret: string,
): Promise<void> {
  const { db, clock, guard } = parts.ports
  const { accountId } = session
  const door = forBrand(db, visitor.brandId)
  const keys = ownKeys(visitor, accountId)
  await door.transaction((tx) => changeOf(tx, session, kind, clock()))
  await guard.take('sign_in', visitor.brandId, keys)
  const isRight = await isSecretRight(parts, visitor, session, kind, secret)
  const now = clock()
  await door.transaction(async (tx) => {
    if (isRight) return allowChange(tx, { accountId, kind }, now)
    await recordSecurityEvent(tx, visitor, { kind: 'contact.refused', accountId, now, details: { address: kind } })
  })
  if (!isRight) throw new AppError(kind === 'phone' ? 'contact.answer_wrong' : 'password.wrong')
  await guard.giveBack('sign_in', visitor.brandId, keys)
}

async function confirmContact(
  { ports }: ContactChangeParts,
  visitor: Visitor,
  session: FoundSession,
  proof: ContactProof,
): Promise<StartedSession> {
  const { guard, clock, db } = ports
  const { kind, code, takesAppMessages } = proof
  await guard.take('code_check', visitor.brandId, budgetKeys(visitor))
  const now = clock()
  const work = forBrand(db, visitor.brandId).transaction(async (tx) => {
    const change = await changeOf(tx, session, kind, now)
    if (proof.value !== undefined && normaliseIdentifier(kind, proof.value).value !== change.value)
      throw new AppError('contact.expired')
    if (!change.isAllowed) throw new AppError('contact.not_allowed')
    const outcome = await tryCode(tx, { purpose: 'contact', owner: provingCode(change), code, now })
    if (outcome.kind !== 'right') return outcome
    await takeEffect(ports, tx, visitor, { change, now, ...(takesAppMessages ? { takesAppMessages } : {}) })
    return { kind: 'renewed' as const, session: await renewSession(tx, session) }
  })
  const outcome = await work.catch(asTaken)
  if (outcome.kind === 'renewed') return outcome.session
  throwUnlessRight(outcome)
  throw new Error('a right code renews the session')
}

/** Lets a proved change take effect, and tells those who have to know. */
export async function takeEffect(
  ports: AccountPorts,
  tx: BrandTransaction,
  visitor: Visitor,
  of: { readonly change: ContactChange; readonly takesAppMessages?: boolean; readonly now: Date },
): Promise<void> {
  const { change, now } = of
  const { accountId, kind } = change
  const former = await settleContact(tx, { ...change, takesAppMessages: of.takesAppMessages ?? false, now })
  await recordSecurityEvent(tx, visitor, { kind: 'contact.changed', accountId, now, details: { address: kind } })
  await tellOfChange(ports, tx, visitor, { accountId, kind, former, now })
}

/** `anna@mail.example` → `a…@mail.example`, `+79161234567` → `+7…67`: enough to know one's own by. */
function maskedContact(value: string): string {
  const at = value.lastIndexOf('@')
  return at > 0 ? `${value.slice(0, 1)}…${value.slice(at)}` : `${value.slice(0, 2)}…${value.slice(-2)}`
}

/** Where the next code is sent: to the new address once the change is allowed, to the current one until then. */
async function nextStep(
  tx: BrandTransaction,
  session: FoundSession,
  kind: IdentifierKind,
  now: Date,
): Promise<{ readonly to: Recipient; readonly change?: ContactChange } | undefined> {
  const { accountId } = session
  const change = await lockChange(tx, session, { kind, now })
  if (change?.isAllowed) return { to: change, change }
  if (kind === 'email') {
    const to = await provenAddress(tx, accountId)
    return to && { to }
  }
  const phone = await provedContact(tx, accountId, 'phone')
  return phone === undefined ? undefined : { to: { kind: 'phone', value: phone } }
}

/** @throws AppError contact.expired when the session has no change of address under way */
async function changeOf(
  tx: BrandTransaction,
  session: FoundSession,
  kind: IdentifierKind,
  now: Date,
): Promise<ContactChange> {
  const change = await lockChange(tx, session, { kind, now })
  if (!change) throw new AppError('contact.expired')
  return change
}

import { AppError } from '#calls/app-error.ts'
import type { PlayerSettings } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import type { ConsentRecord, IdentifierKind } from '#server/db/tables/player-tables.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import { type CurrencyAccount, listCurrencyAccounts } from '#server/money/currency-accounts.ts'
import type { AccountPorts } from './account-ports.ts'
import { createBlockAppeal } from './block-appeal.ts'
import { createClosure } from './closure.ts'
import { createContactChange } from './contacts/contact-change.ts'
import { createContactReading } from './contacts/contact-reading.ts'
import { createEmailLinks } from './contacts/email-links.ts'
import { createLoginNames } from './login-name.ts'
import { createInbox } from './office/messages.ts'
import { createProfileChange } from './office/profile-change.ts'
import { createSettings, settingsOf } from './office/settings.ts'
import { createSupport } from './office/support.ts'
import { createSupportPins } from './office/support-pin.ts'
import { createOwnData } from './own-data.ts'
import { createPasskeySignIn } from './passkeys/passkey-sign-in.ts'
import { createPasskeys } from './passkeys/passkeys.ts'
import { createPhoneCodes } from './phone-codes.ts'
import { createPasswordChange } from './secrets/password-change.ts'
import { createSecretQuestion } from './secrets/secret-question.ts'
import { recordSecurityEvent } from './security-events.ts'
import { createSecurityState } from './security-state.ts'
import { createActivation } from './sign-in/activation.ts'
import { createRegister } from './sign-in/register.ts'
import {
  endSessions,
  type FoundSession,
  findSession,
  findSessionById,
  type ListedSession,
  listSessions,
} from './sign-in/sessions.ts'
import { createSignIn } from './sign-in/sign-in.ts'
import { createSmsSignIn } from './sign-in/sms-sign-in.ts'
import { createTerms } from './terms.ts'
import { createEmailFactor } from './two-factor/email-factor.ts'
import { createSecondStep } from './two-factor/second-step.ts'
import { createTwoFactor } from './two-factor/two-factor.ts'
import { createWallets } from './wallets.ts'

/** What an account says of its player. */
export interface AccountProfile {
  readonly userId: number
  readonly registeredBy: string
  readonly createdAt: Date
  readonly country: string | null
  readonly language: string
  /** yyyy-MM-dd */
  readonly birthday: string | null
  readonly fields: Readonly<Record<string, unknown>>
  /** Consents given at registration. */
  readonly consents: ConsentRecord
  readonly identifiers: readonly {
    readonly kind: IdentifierKind
    readonly value: string
    readonly isVerified: boolean
  }[]
}

export type AccountService = ReturnType<typeof createAccountService>

/** The players of all brands: becoming one, signing in, sessions, passwords and what is known of each. */
export function createAccountService(ports: AccountPorts) {
  // biome-ignore-start lint/nursery/noMisusedPromises: the rule takes an object with async methods for a promise
  return {
    ...createRegister(ports),
    ...createActivation(ports),
    ...createPhoneCodes(ports),
    ...createSignIn(ports),
    ...createSecondStep(ports),
    ...createTwoFactor(ports),
    ...createPasskeys(ports),
    ...createPasskeySignIn(ports),
    ...createEmailFactor(ports),
    ...createPasswordChange(ports),
    ...createSecretQuestion(ports),
    ...createBlockAppeal(ports),
    ...createOwnData(ports),
    ...createTerms(ports),
    ...createClosure(ports),
    ...createSessionCalls(ports),
    ...createAccountReading(ports),
    ...createWallets(ports),
    ...createSecurityState(ports),
    ...createSettings(ports),
    ...createLoginNames(ports),
    ...createInbox(ports),
    ...createSupport(ports),
    ...createSupportPins(ports),
    ...createProfileChange(ports),
    ...createContactChange(ports),
    ...createContactReading(ports),
    ...createEmailLinks(ports),
    ...createSmsSignIn(ports),
  }
  // biome-ignore-end lint/nursery/noMisusedPromises: see above
}

/** A player as every one of their requests needs them. */
export interface FoundPlayer {
  readonly session: FoundSession
  readonly accounts: readonly CurrencyAccount[]
  readonly settings: PlayerSettings
}

function createSessionCalls({ db, clock, policy }: AccountPorts) {
  return {
    /** The live session of a cookie's token; undefined when there is none, it has ended or it was idle too long. */
    async findSession(brandId: string, token: string): Promise<FoundSession | undefined> {
      const { sessionIdleMs: idleMs } = await policy(brandId)
      return forBrand(db, brandId).transaction((tx) => findSession(tx, { token, now: clock(), idleMs }))
    },

    /** The player whose session a cookie's token opens, or whom a bearer names, with their open currency accounts
     *  (the active one first) and their settings: everything that a player's request needs, in one transaction.
     *  Undefined when the session has ended or was idle too long. */
    async findPlayer(
      brandId: string,
      by: { readonly token: string } | { readonly accountId: number; readonly sessionId: string },
    ): Promise<FoundPlayer | undefined> {
      const { sessionIdleMs: idleMs } = await policy(brandId)
      const now = clock()
      return forBrand(db, brandId).transaction(async (tx) => {
        const session = await ('token' in by
          ? findSession(tx, { ...by, now, idleMs })
          : findSessionById(tx, { ...by, now, idleMs }))
        if (!session) return undefined
        const { accountId } = session
        return {
          session,
          accounts: await listCurrencyAccounts(tx, accountId),
          settings: await settingsOf(tx, accountId),
        }
      })
    },

    /** The live sessions of the player, the latest first. */
    async listSessions(brandId: string, session: FoundSession): Promise<ListedSession[]> {
      const { sessionIdleMs: idleMs } = await policy(brandId)
      const of = { accountId: session.accountId, currentSessionId: session.sessionId, now: clock(), idleMs }
      return forBrand(db, brandId).transaction((tx) => listSessions(tx, of))
    },

    /** Ends one of the player's sessions, the current one included.
     *  @throws AppError session.unknown */
    async closeSession(visitor: Visitor, session: FoundSession, sessionId: string): Promise<void> {
      const { accountId } = session
      const now = clock()
      await forBrand(db, visitor.brandId).transaction(async (tx) => {
        if ((await endSessions(tx, { accountId, only: storableText(sessionId), now })) === 0)
          throw new AppError('session.unknown')
        await recordSecurityEvent(tx, visitor, { kind: 'session.closed', accountId, now, details: { sessionId } })
      })
    },

    /** Ends every session of the player, or all but this one. */
    async closeSessions(visitor: Visitor, session: FoundSession, which: 'all' | 'others'): Promise<void> {
      const { accountId, sessionId } = session
      const now = clock()
      await forBrand(db, visitor.brandId).transaction(async (tx) => {
        await endSessions(tx, { accountId, now, ...(which === 'others' ? { except: sessionId } : {}) })
        await recordSecurityEvent(tx, visitor, { kind: 'session.closed', accountId, now, details: { which } })
      })
    },

    /** Signs out: the session of the token ends, if it was alive. */
    async signOut(visitor: Visitor, token: string): Promise<void> {
      const { sessionIdleMs: idleMs } = await policy(visitor.brandId)
      const now = clock()
      await forBrand(db, visitor.brandId).transaction(async (tx) => {
        const session = await findSession(tx, { token, now, idleMs })
        if (!session) return
        const { accountId, sessionId } = session
        await endSessions(tx, { accountId, only: sessionId, now, keepsBrowser: true })
        await recordSecurityEvent(tx, visitor, { kind: 'session.closed', accountId, now, details: { sessionId } })
      })
    },
  }
}

function createAccountReading({ db }: AccountPorts) {
  return {
    /** @throws AppError access.denied when there is no such account */
    readProfile(brandId: string, accountId: number): Promise<AccountProfile> {
      return forBrand(db, brandId).transaction(async (tx) => {
        const row = await tx
          .select('account')
          .innerJoin('profile', (join) =>
            join
              .onRef('profile.brand_id', '=', 'account.brand_id')
              .onRef('profile.account_id', '=', 'account.account_id'),
          )
          .select([
            'account.account_id as userId',
            'account.registered_by as registeredBy',
            'account.created_at as createdAt',
            'profile.country as country',
            'profile.language as language',
            'profile.birthday as birthday',
            'profile.fields as fields',
            'profile.consents as consents',
          ])
          .where('account.account_id', '=', accountId)
          .executeTakeFirst()
        if (!row) throw new AppError('access.denied')
        const identifiers = await tx
          .select('identifier')
          .select(['kind', 'value', 'verified_at'])
          .where('account_id', '=', accountId)
          .orderBy('kind')
          .execute()
        return {
          ...row,
          identifiers: identifiers.map(({ kind, value, verified_at }) => ({
            kind,
            value,
            isVerified: verified_at !== null,
          })),
        }
      })
    },
  }
}

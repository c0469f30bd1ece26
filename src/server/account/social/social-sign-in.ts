import { AppError } from '#calls/app-error.ts'
import type { ErrorCode, SocialProviderId } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { sqlState } from '#server/db/sql-state.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from '../account-ports.ts'
import { newToken } from '../secrets/secrets.ts'
import { recordSecurityEvent } from '../security-events.ts'
import type { StartedSession } from '../sign-in/sessions.ts'
import { endFirstStep, type FirstStep, type SecondStepAsked } from '../two-factor/second-step.ts'
import type { SocialClient, SocialProfile } from './social-client.ts'
import { addIdentity, joinedAccount } from './social-identities.ts'
import type { SocialSettings } from './social-settings.ts'
import {
  beginTransaction,
  bindingOf,
  type ClaimedTransaction,
  type ConfirmedIdentity,
  claimTransaction,
  dropTransaction,
  identifyTransaction,
  readIdentity,
  type SocialPurpose,
  takeIdentity,
} from './social-transactions.ts'

/** What signing in by social providers needs beside what accounts do. */
export interface SocialPorts extends AccountPorts {
  readonly client: SocialClient
  /** How the visitor's brand speaks to a provider; null when it does not offer it to the visitor. */
  readonly settings: (visitor: Visitor, provider: SocialProviderId) => Promise<SocialSettings | null>
  /** The exact address at which a provider brings the browser back. */
  readonly redirectUri: (visitor: Visitor, provider: SocialProviderId) => string
}

export interface SocialStart {
  readonly provider: SocialProviderId
  readonly purpose: SocialPurpose
  /** Page of this site to come back to. */
  readonly returnPath: string | null
}

/** How a way back from a provider ended: with a session, with the question for a second factor, with an identity that no
 *  account is joined to, or with a failure. */
export interface SocialReturn {
  /** What the sign-in was begun with; undefined when it is not known any more. */
  readonly begun?: ClaimedTransaction
  readonly session?: StartedSession
  /** What the account asks this browser for as a second factor (AUTH-16). */
  readonly asksSecondFactor?: Omit<SecondStepAsked, 'authId'>
  readonly failure?: AppError
}

export type SocialSignIn = ReturnType<typeof createSocialSignIn>

/** Signing in by social providers: to the provider, back, and joining an identity to the account of a signed-in player. The
 *  visitor of each must have a named browser. */
export function createSocialSignIn(ports: SocialPorts) {
  const { db, clock, guard, client } = ports

  // biome-ignore-start lint/nursery/noMisusedPromises: the rule takes an object with async methods for a promise
  return {
    /** Begins a sign-in. @returns where the browser is to go
     *  @throws AppError social.not_offered, social.unavailable, rate.limited */
    async startSocial(visitor: Visitor, start: SocialStart): Promise<string> {
      const settings = await ports.settings(visitor, start.provider)
      if (!settings) throw new AppError('social.not_offered')
      await guard.take('social', visitor.brandId, budgetKeys(visitor))
      const { browser = '', language } = visitor
      const state = newToken()
      const redirectUri = ports.redirectUri(visitor, start.provider)
      const location = await client.authorizationUrl(settings, redirectUri, bindingOf(state, browser))
      const begin = { ...start, state, browser, language, now: clock() }
      await forBrand(db, visitor.brandId).transaction((tx) => beginTransaction(tx, begin))
      return location
    },

    /** Takes a browser back from a provider.
     *  @param answer the query that it came back with, of which nothing is kept */
    async finishSocial(visitor: Visitor, provider: SocialProviderId, answer: URLSearchParams): Promise<SocialReturn> {
      const state = answer.get('state') ?? ''
      const claim = { state, browser: visitor.browser, provider, now: clock() }
      const begun = await forBrand(db, visitor.brandId).transaction((tx) => claimTransaction(tx, claim))
      if (typeof begun === 'string') return { failure: new AppError(`social.${begun}`) }
      try {
        const profile = await identify(ports, visitor, provider, answer)
        const step = await settle(ports, visitor, state, { provider, profile })
        if (!step) return { begun }
        return { begun, ...('session' in step ? step : { asksSecondFactor: step }) }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        await refuse(ports, visitor, provider, state, error.code)
        return { begun, failure: error }
      }
    },

    /** Whom a provider has confirmed in the visitor's browser, while nothing has been made of it. */
    readSocial(visitor: Visitor): Promise<ConfirmedIdentity | undefined> {
      const of = { browser: visitor.browser, now: clock() }
      return forBrand(db, visitor.brandId).transaction((tx) => readIdentity(tx, of))
    },

    /** Joins the confirmed identity to the account of the signed-in player: the session is the proof.
     *  @throws AppError social.expired when there is none, social.taken when it belongs to another account */
    async joinSocial(visitor: Visitor, accountId: number): Promise<void> {
      const now = clock()
      await forBrand(db, visitor.brandId)
        .transaction((tx) => joinTo(tx, visitor, accountId, now))
        .catch(toTaken)
    },
  }
  // biome-ignore-end lint/nursery/noMisusedPromises: see above
}

async function settle(
  ports: SocialPorts,
  visitor: Visitor,
  state: string,
  identity: ConfirmedIdentity,
): Promise<FirstStep | null> {
  const { clock } = ports
  const { sessionAbsoluteMs: absoluteMs } = await ports.policy(visitor.brandId)
  const now = clock()
  return ports.admitting(visitor.brandId, async (tx) => {
    const owner = await joinedAccount(tx, identity)
    if (!owner) {
      await identifyTransaction(tx, { state, profile: identity.profile, now })
      return null
    }
    if (owner.state === 'blocked') throw new AppError('sign_in.blocked')
    if (owner.state !== 'active') throw new AppError('sign_in.not_allowed')
    await dropTransaction(tx, state)
    const { accountId } = owner
    const details = { by: identity.provider }
    const step = { kind: 'social', isRemembered: false, token: visitor.browser ?? '' } as const
    return endFirstStep(ports, tx, visitor, { ...step, accountId, absoluteMs, now, details })
  })
}

async function refuse(
  { clock, db }: SocialPorts,
  visitor: Visitor,
  provider: string,
  state: string,
  code: ErrorCode,
): Promise<void> {
  const now = clock()
  await forBrand(db, visitor.brandId).transaction(async (tx) => {
    await dropTransaction(tx, state)
    const event = { kind: 'social.refused', accountId: null, now, details: { provider, code } } as const
    await recordSecurityEvent(tx, visitor, event)
  })
}

async function identify(
  ports: SocialPorts,
  visitor: Visitor,
  provider: SocialProviderId,
  answer: URLSearchParams,
): Promise<SocialProfile> {
  const { client } = ports
  const settings = await ports.settings(visitor, provider)
  if (!settings) throw new AppError('social.not_offered')
  const cameBackTo = new URL(ports.redirectUri(visitor, provider))
  cameBackTo.search = answer.toString()
  return client.identify(settings, cameBackTo, bindingOf(answer.get('state') ?? '', visitor.browser ?? ''))
}

async function joinTo(tx: BrandTransaction, visitor: Visitor, accountId: number, now: Date): Promise<void> {
  const identity = await takeIdentity(tx, { browser: visitor.browser, now })
  if (!identity) throw new AppError('social.expired')
  const owner = await joinedAccount(tx, identity)
  if (owner && owner.accountId !== accountId) throw new AppError('social.taken')
  if (!owner) await addIdentity(tx, visitor, { identity, accountId, now })
}

/** An identity that was joined elsewhere at the same moment breaks the index. */
export function toTaken(error: unknown): never {
  throw sqlState(error) === '23505' ? new AppError('social.taken', {}, { cause: error }) : error
}

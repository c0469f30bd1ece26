import { AppError } from '#calls/app-error.ts'
import { finishSocial, getSocialProviders, joinSocial, readSocial, startSocial } from '#calls/social.calls.ts'
import { parseReturnUrl } from '#machines/site/routes/return-url.rules.ts'
import { buildPath } from '#machines/site/routes/routes.ts'
import { deriveForVisitor } from '#machines/site/visitor.rules.ts'
import type { SocialProviderId } from '#schemas'
import type { AccountPorts } from '#server/account/account-ports.ts'
import { createSocialClient } from '#server/account/social/social-client.ts'
import { createSocialRegister } from '#server/account/social/social-register.ts'
import { createSocialSignIn, type SocialReturn, type SocialSignIn } from '#server/account/social/social-sign-in.ts'
import type { SecondStepAsked } from '#server/account/two-factor/second-step.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { type AnyHandler, answer, type CallScope } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'
import { offeredTypes, SOCIAL_TYPE } from './registration-form.ts'
import { offeredProviders, offeredSettings } from './social-offer.ts'

export interface SocialWiringPorts extends AccountPorts {
  readonly site: (brandId: string) => Promise<ResolvedSite>
  /** Whether a provider may be at plain HTTP on this machine. */
  readonly allowsLoopback: boolean
}

/** The parameter by which a page is told how a sign-in ended: `join`, `second_factor` with what else
 *  is asked for or taken, or the code of a failure. */
const OUTCOME = 'social'

/** Joins signing in by social providers with the calls and with registration. */
export function createSocialWiring(ports: SocialWiringPorts) {
  const { clock, allowsLoopback } = ports
  const socialPorts = {
    ...ports,
    client: createSocialClient({ clock, allowsLoopback }),
    settings: async (visitor: Visitor, id: SocialProviderId) =>
      offeredSettings(await ports.site(visitor.brandId), visitor, id),
    redirectUri: ({ origin }: Visitor, id: SocialProviderId) => `${origin}${finishSocial.alsoAt}/${id}`,
  }
  const social = createSocialSignIn(socialPorts)
  const handlers: readonly AnyHandler[] = [
    answer(getSocialProviders, async (_input, scope) => ({ providers: [...offeredProviders(scope.site, scope)] })),
    answer(startSocial, async ({ body }, scope) => {
      const visitor = visitorOf(scope)
      const returnPath = parseReturnUrl(body.returnUrl ?? null)
      return { location: await social.startSocial(visitor, { ...body, returnPath }) }
    }),
    answer(finishSocial, async ({ segments, query }, scope) => {
      const id = segments.provider as SocialProviderId
      const parameters = new URLSearchParams(query as Record<string, string>)
      scope.seeOther(wayOn(scope, id, await social.finishSocial(visitorOf(scope), id, parameters)))
      return { success: true as const }
    }),
    answer(readSocial, async (_input, scope) => outcome(social, visitorOf(scope), scope)),
    answer(joinSocial, async (_input, scope) => {
      if (!scope.player) throw new AppError('access.denied')
      await social.joinSocial(visitorOf(scope), scope.player.accountId)
      scope.log.info({ audit: 'social.joined', accountId: scope.player.accountId }, 'an identity was joined')
      return { success: true as const }
    }),
  ]
  const { registerBySocial } = createSocialRegister(socialPorts)
  return { handlers, registerBySocial }
}

/** The page that a returning browser is sent to: nothing of what the provider sent is in its address. */
function wayOn(
  scope: CallScope,
  provider: string,
  { begun, session, asksSecondFactor, failure }: SocialReturn,
): string {
  const { site, log } = scope
  const language = begun?.language ?? scope.language
  if (failure) {
    const { code, cause } = failure
    const reason = cause instanceof Error ? cause.message : undefined
    log.warn({ audit: 'social.refused', provider, code, reason }, 'a social sign-in was refused')
    const isForm = begun?.purpose === 'registration' && takesRegistrations(scope)
    return `${isForm ? formPath(language) : buildPath('login', {}, language)}?${OUTCOME}=${code}`
  }
  if (session) {
    scope.setSession(session)
    log.info({ audit: 'social.signed_in', provider, accountId: session.accountId }, 'a player signed in')
    return begun?.returnPath ?? buildPath('home', {}, language)
  }
  if (asksSecondFactor)
    return secondStepPath(scope, language, { ...asksSecondFactor, returnPath: begun?.returnPath ?? null })
  log.info({ audit: 'social.identified', provider, brandId: site.brandId }, 'a provider confirmed somebody new')
  return takesRegistrations(scope) ? formPath(language) : `${buildPath('login', {}, language)}?${OUTCOME}=join`
}

function secondStepPath(
  { site }: CallScope,
  language: string,
  step: Pick<SecondStepAsked, 'factor' | 'passkeys'> & { readonly returnPath: string | null },
): string {
  const { factor, passkeys, returnPath } = step
  const instead = factor === 'mail' ? '_mail' : passkeys > 0 ? '_passkey' : ''
  const query = new URLSearchParams({ [OUTCOME]: `second_factor${instead}` })
  if (returnPath !== null) query.set(site.config.other.returnUrlParameter, returnPath)
  return `${buildPath('login', {}, language)}?${query.toString()}`
}

function formPath(language: string): string {
  return buildPath('registration', { type: SOCIAL_TYPE }, language)
}

function takesRegistrations({ site, country, language }: CallScope): boolean {
  const { isRegistrationOffered } = deriveForVisitor(site, { country, language, signedIn: false })
  return isRegistrationOffered && offeredTypes(site, { country, language }).includes(SOCIAL_TYPE)
}

async function outcome(social: SocialSignIn, visitor: Visitor, { site }: CallScope) {
  const found = await social.readSocial(visitor)
  const offered = found && offeredProviders(site, visitor).find(({ id }) => id === found.provider)
  if (!found || !offered) return {}
  const { subject: _subject, ...profile } = found.profile
  return { identity: { provider: found.provider, providerName: offered.name, ...profile } }
}

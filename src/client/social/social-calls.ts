import { AppError } from '#calls/app-error.ts'
import { getSocialProviders, readSocial } from '#calls/social.calls.ts'
import type { SocialOutcomeAnswer, SocialProviderEntry } from '#schemas'
import type { App } from '../page/app-context.ts'
import { report } from '../page/report.ts'

/** Whom a provider has confirmed in this browser. */
export type ConfirmedPlayer = NonNullable<SocialOutcomeAnswer['identity']>

/** The parameter by which a page is told how a social sign-in ended: `join`, `second_factor` with what else
 *  is asked for or taken, or the code of a failure. */
const OUTCOME = 'social'
const OWN_WAYS = ['phone', 'email', 'account']

/** Reads how a social sign-in ended from the address of a page. */
export function socialOutcome(url: URL): {
  readonly isJoining: boolean
  readonly isSecondFactorAsked: boolean
  /** Which one is asked for then. */
  readonly factor: 'app' | 'mail'
  /** Whether a passkey may take the place of its code. */
  readonly hasPasskey: boolean
  readonly failureCode: string | null
} {
  const outcome = url.searchParams.get(OUTCOME) ?? ''
  return {
    isJoining: outcome === 'join',
    isSecondFactorAsked: ['second_factor', 'second_factor_mail', 'second_factor_passkey'].includes(outcome),
    factor: outcome === 'second_factor_mail' ? 'mail' : 'app',
    hasPasskey: outcome === 'second_factor_passkey',
    failureCode: /^(?:social|sign_in)\.[a-z_]+$/.test(outcome) ? outcome : null,
  }
}

/** The address of a page that joins the confirmed identity after a sign-in. */
export function joiningPath(loginPath: string): string {
  return `${loginPath}?${OUTCOME}=join`
}

/** The providers that this visitor may sign in with; none when the server cannot tell, which leaves the other ways. */
export async function loadProviders({
  call,
  visitor,
}: Pick<App, 'call' | 'visitor'>): Promise<readonly SocialProviderEntry[]> {
  if (visitor.authTypes.every((type) => OWN_WAYS.includes(type))) return []
  return call(getSocialProviders, {}).then(({ providers }) => providers, noted([]))
}

/** Whom a provider has confirmed in this browser, while nothing has been made of it. */
export async function loadConfirmed({ call }: Pick<App, 'call'>): Promise<ConfirmedPlayer | null> {
  return call(readSocial, {}).then(({ identity }) => identity ?? null, noted(null))
}

function noted<Value>(instead: Value): (error: unknown) => Value {
  return (error) => {
    report('social.load_failed', { code: error instanceof AppError ? error.code : String(error) })
    return instead
  }
}

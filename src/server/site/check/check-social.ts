import { canonicalProvider, isSocial, providerProtocol } from '#machines/site/tables/social-protocol.rules.ts'
import type { AuthConfig, BrandProblem } from '#schemas'
import { type BrandLevel, locateFault, sectionPath } from '../brands/brand-level.ts'
import { quoted } from '../faults/problem-words.ts'

const PATH = sectionPath('auth')
/** Where the address of OK.ru must name the application. */
const OK_KEY = 'application_key='

/** Social providers that a brand offers and nobody knows how to speak to: a wallet, say, is neither OAuth nor OpenID. */
export function checkSocial(level: BrandLevel): readonly BrandProblem[] {
  const auth = level.documents.get(PATH)?.value as AuthConfig | undefined
  if (!auth) return []
  return Object.entries(auth.types)
    .filter(([, { isAvailable }]) => isAvailable)
    .flatMap(([id]) => (isSocial(id) ? providerProblems(level, auth, id) : []))
}

function providerProblems(
  level: BrandLevel,
  auth: AuthConfig,
  id: Parameters<typeof canonicalProvider>[0],
): readonly BrandProblem[] {
  const provider = canonicalProvider(id)
  const protocol = providerProtocol(auth, provider)
  const settings = `socialProviders.${provider}`
  const pointer = `/types/${id}/isAvailable`
  const head = { pointer, found: 'true', suggestion: 'false' }
  if (!protocol) {
    const message = `The engine knows no OAuth or OpenID addresses of ${quoted(id)}, so players could not sign in by it. Set isAvailable to false, or name the issuer of an OpenID provider for it in ${settings}.`
    return locateFault(level, PATH, { ...head, expected: `false, or an issuer in ${settings}`, message })
  }
  const { neededScope } = protocol
  if (neededScope && !protocol.scopes.some((scope) => scope.startsWith(neededScope))) {
    const message = `${quoted(id)} answers no request without a scope that begins with ${quoted(neededScope)}, which your contract names. Add it to ${settings}.scopes.`
    const expected = `a scope that begins with ${neededScope} in ${settings}.scopes`
    return locateFault(level, PATH, { ...head, expected, message })
  }
  if (protocol.userinfoStyle === 'ok-signature' && !protocol.userinfoEndpoint?.includes(OK_KEY)) {
    const message = `OK.ru answers no request without the public key of the application. Set ${settings}.userinfoEndpoint to "${protocol.userinfoEndpoint}&${OK_KEY}<your key>".`
    return locateFault(level, PATH, { ...head, expected: `${OK_KEY} in ${settings}.userinfoEndpoint`, message })
  }
  return []
}

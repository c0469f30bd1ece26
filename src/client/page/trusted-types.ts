/** The one Trusted Types policy of the page. It makes nothing from text: no module of ours asks for HTML or script text,
 *  and script addresses must be one of our own assets, the service worker or a captcha's script on our own host. Being created once, its name
 *  cannot be taken by other code. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): Policy
}

interface Policy {
  createScriptURL(address: string): unknown
}

const OWN_SCRIPTS: readonly RegExp[] = [
  /^\/assets\/[\w.-]+\.js$/,
  /^\/genfiles\/puzzle\/pain-puzzle\.js$/,
  /^\/service-worker\.js$/,
]

function ownScript(address: string): string {
  if (OWN_SCRIPTS.some((pattern) => pattern.test(address))) return address
  throw new TypeError(`${address} is not a script of this site`)
}

/** Makes a policy that lets addresses of scripts through a check. @returns makes a trusted value where Trusted Types are enforced, the checked text
 *  elsewhere   @throws TypeError where the policy of the page does not name it */
export function scriptPolicy(name: string, check: (address: string) => string): (address: string) => string {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
  const policy = factory?.createPolicy(name, { createScriptURL: check })
  return (address) => (policy?.createScriptURL(address) ?? check(address)) as string
}

/** The address of a worker or script as the browser's sinks take it: a trusted value where Trusted Types are enforced, the
 *  checked text elsewhere. @throws TypeError for an address that is no script of this site */
export const scriptAddress = scriptPolicy('livery', ownScript)

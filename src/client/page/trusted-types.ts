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

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
const policy = factory?.createPolicy('livery', { createScriptURL: ownScript })

/** The address of a worker or script as the browser's sinks take it: a trusted value where Trusted Types are enforced, the
 *  checked text elsewhere. @throws TypeError for an address that is no script of this site */
export function scriptAddress(address: string): string {
  return (policy?.createScriptURL(address) ?? ownScript(address)) as string
}

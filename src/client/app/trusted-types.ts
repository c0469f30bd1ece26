/** The one Trusted Types policy of the page. It makes nothing from text: no module of ours asks for HTML or script text,
 *  and script addresses must be one of our own assets. Being created once, its name cannot be taken by other code. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): unknown
}

const OWN_ASSET = /^\/assets\/[\w.-]+\.js$/

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes

factory?.createPolicy('livery', {
  createScriptURL: (address) => {
    if (OWN_ASSET.test(address)) return address
    throw new TypeError(`${address} is not a script of this site`)
  },
})

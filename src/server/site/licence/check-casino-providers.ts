import { createPublicKey } from 'node:crypto'
import type { BrandProblem, CasinoConfig, CasinoProviderSettings } from '#schemas'
import { type BrandLevel, locateFault, sectionPath } from '../brands/brand-level.ts'
import { quoted } from '../faults/problem-words.ts'

const PATH = sectionPath('casino')
/** The engine's own games are in the books under this name. */
const RESERVED = 'livery'
const OWN_MACHINE = /^http:\/\/(?:localhost|127\.0\.0\.1)(?:[:/]|$)/

type Fault = Parameters<typeof locateFault>[2]

/** Providers of games that could not be reached or believed: without their secrets or keys, over an open line, with a wallet that
 *  their protocol or the bound of slots rules out; and secrets of providers that there are not. */
export function checkCasinoProviders(level: BrandLevel): readonly BrandProblem[] {
  const casino = level.documents.get(PATH)?.value as CasinoConfig | undefined
  if (!casino?.providers) return []
  const { providers, providerApiKeys = {}, providerWalletSecrets = {} } = casino
  const faults = Object.entries(providers).flatMap(([id, settings]) => [
    ...secretFaults(id, settings, casino),
    ...settingFaults(id, settings),
    ...boundFaults(id, settings, casino),
  ])
  const strays = Object.entries({ providerApiKeys, providerWalletSecrets }).flatMap(([key, names]) =>
    Object.keys(names)
      .filter((id) => !Object.hasOwn(providers, id))
      .map((id) => strayFault(key, id, Object.keys(providers))),
  )
  return [...faults, ...strays].flatMap((fault) => locateFault(level, PATH, fault))
}

function strayFault(key: string, id: string, known: readonly string[]): Fault {
  const message = `${key} names a secret of ${quoted(id)}, and the brand has no such provider of games. Remove it, or add the provider to providers.`
  const expected = known.length === 0 ? 'no entry, as there are no providers' : `one of ${known.join(', ')}`
  return { pointer: `/${key}/${id}`, found: quoted(id), expected, suggestion: null, message }
}

function secretFaults(id: string, settings: CasinoProviderSettings, casino: CasinoConfig): Fault[] {
  const { protocol, wallet } = settings
  const faults: Fault[] = []
  const lacks = (key: 'providerApiKeys' | 'providerWalletSecrets', why: string) => {
    if (Object.hasOwn(casino[key] ?? {}, id)) return
    const message = `The provider ${quoted(id)} has no entry in ${key}: ${why}. Add the name of the environment variable that holds the secret.`
    faults.push({ ...of(id, ''), found: 'no secret', expected: `an entry ${quoted(id)} in ${key}`, message })
  }
  lacks('providerApiKeys', 'the brand could not sign its calls, and no game would open')
  if (protocol !== 'hub88' && wallet === 'seamless')
    lacks('providerWalletSecrets', 'its calls of the wallet could not be verified')
  return faults
}

/** A provider that keeps the money of a session asks for no stake: the bound of slots could not be kept there. */
function boundFaults(id: string, { wallet }: CasinoProviderSettings, { slotStakeMaximumMinor }: CasinoConfig): Fault[] {
  if (wallet !== 'transfer' || slotStakeMaximumMinor === 0) return []
  const message = `The provider ${quoted(id)} keeps the money of a session itself, and slotStakeMaximumMinor could not bound the rounds of its slots. Set wallet to "seamless", or slotStakeMaximumMinor to 0.`
  return [{ ...of(id, '/wallet'), found: '"transfer"', expected: '"seamless"', suggestion: '"seamless"', message }]
}

function settingFaults(id: string, { protocol, wallet, url, publicKey }: CasinoProviderSettings): Fault[] {
  const faults: Fault[] = []
  if (id === RESERVED) {
    const message = `${quoted(id)} is the name of the engine's own games. Give the provider another id.`
    faults.push({ ...of(id, ''), found: quoted(id), expected: 'another id', message })
  }
  if (url.startsWith('http://') && !OWN_MACHINE.test(url)) {
    const message = `The address of the provider ${quoted(id)} is not encrypted: money would be moved over an open line. Begin it with https://.`
    faults.push({ ...of(id, '/url'), found: quoted(url), expected: 'an address that begins with https://', message })
  }
  if (wallet === 'transfer' && protocol !== 'livery') {
    const message = `Money is moved to providers by the engine's own protocol alone, and ${quoted(id)} speaks another one. Set wallet to "seamless".`
    faults.push({
      ...of(id, '/wallet'),
      found: '"transfer"',
      expected: '"seamless"',
      suggestion: '"seamless"',
      message,
    })
  }
  if (protocol === 'hub88' && !isPublicKey(publicKey)) {
    const message = `Hub88 signs by a key pair, and the provider ${quoted(id)} has no public key by which its calls could be verified. Put the key into publicKey as PEM.`
    const found = publicKey === undefined ? 'no key' : 'a text that is no public key'
    faults.push({
      ...of(id, publicKey === undefined ? '' : '/publicKey'),
      found,
      expected: 'a public key as PEM',
      message,
    })
  }
  return faults
}

function of(id: string, key: string) {
  return { pointer: `/providers/${id}${key}`, suggestion: null }
}

function isPublicKey(text = ''): boolean {
  try {
    createPublicKey(text.replaceAll('\\n', '\n'))
    return true
  } catch {
    // What cannot be read as a key is none.
    return false
  }
}

import { expect, test } from 'vitest'
import { baseSection } from '../base-section.ts'
import { sectionPath } from '../brands/brand-level.ts'
import { checkCasinoProviders } from './check-casino-providers.ts'

const SOUND = {
  ...{ name: 'Northern Games', protocol: 'livery', wallet: 'seamless', url: 'https://api.games.example' },
  ...{ operatorId: '1042', frameOrigins: ['https://play.games.example'], takesBets: true },
}

function found(providers: object, secrets: object = {}) {
  const value = { ...baseSection('casino'), providers, ...secrets }
  const level = { documents: new Map([[sectionPath('casino'), { value }]]), layer: { id: 'pier', files: new Map() } }
  return checkCasinoProviders({ ...level, parent: null } as never).map(({ message }) => message)
}

const SECRETS = { providerApiKeys: { north: 'LIVERY_KEY' }, providerWalletSecrets: { north: 'LIVERY_WALLET' } }

test('a provider with its secrets over https is sound; no provider at all is sound as well', () => {
  expect(found({ north: SOUND }, SECRETS)).toEqual([])
  expect(found({})).toEqual([])
})

test.each([
  ['without secrets', { north: SOUND }, {}, ['no entry in providerApiKeys', 'no entry in providerWalletSecrets']],
  ['that is not there', {}, SECRETS, ['no such provider of games', 'no such provider of games']],
  ['over an open line', { north: { ...SOUND, url: 'http://api.games.example' } }, SECRETS, ['not encrypted']],
  ['by Hub88 without a key', { north: { ...SOUND, protocol: 'hub88' } }, SECRETS, ['no public key']],
  ['by Hub88 with a wrong key', { north: { ...SOUND, protocol: 'hub88', publicKey: 'x' } }, SECRETS, ['no public key']],
  ['by Swipe with transfers', { north: { ...SOUND, protocol: 'swipe', wallet: 'transfer' } }, SECRETS, ['"seamless"']],
])('a provider %s is a problem', (_, providers, secrets, words) => {
  const messages = found(providers, secrets)
  expect(messages).toHaveLength(words.length)
  for (const [at, word] of words.entries()) expect(messages[at]).toContain(word)
})

test('a provider on this machine may be reached without https, one called livery not at all', () => {
  expect(found({ north: { ...SOUND, url: 'http://127.0.0.1:4000' } }, SECRETS)).toEqual([])
  const secrets = { providerApiKeys: { livery: 'LIVERY_KEY' }, providerWalletSecrets: { livery: 'LIVERY_WALLET' } }
  expect(found({ livery: SOUND }, secrets)).toEqual([expect.stringContaining("the engine's own games")])
})

test('a provider that keeps the money itself cannot be joined where slots are bounded', () => {
  const keeping = { north: { ...SOUND, wallet: 'transfer' } }
  expect(found(keeping, SECRETS)).toEqual([])
  const bounded = { ...SECRETS, slotStakeMaximumMinor: 100 }
  expect(found(keeping, bounded)).toEqual([expect.stringContaining('could not bound the rounds of its slots')])
  expect(found({ north: SOUND }, bounded)).toEqual([])
})

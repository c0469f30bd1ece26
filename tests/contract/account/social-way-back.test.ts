import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSocialClient } from '#server/account/social/social-client.ts'
import type { SocialSettings } from '#server/account/social/social-settings.ts'
import { bindingOf } from '#server/account/social/social-transactions.ts'
import { CLIENT_ID, CLIENT_SECRET, type OpenidProvider, startOpenidProvider } from '../scenes/openid-provider.ts'
import { CALLBACK, FORM_PAGE, MINUTE_MS, socialScene } from '../scenes/social-scene.ts'
import { ORIGIN } from '../scenes/test-server.ts'
import { newVisitor } from '../scenes/test-visitor.ts'

const scene = socialScene()
const { person, start, goThere, comeBack, read } = scene

describe('SEC-5: a way back that nobody here began', () => {
  test('a wrong state changes nothing; the true way back still works', async () => {
    const visitor = newVisitor(scene.server)
    const back = await goThere(await start(visitor))
    const wrong = await visitor.send(back.replace(/state=[\w-]+/, `state=${'x'.repeat(43)}`))
    expect(wrong.headers.location).toBe('/en/login?social=social.expired')
    expect((await visitor.send(back)).headers.location).toBe(FORM_PAGE)
  })

  test('another browser is refused, and the one that began continues', async () => {
    const visitor = newVisitor(scene.server)
    const back = await goThere(await start(visitor))
    const stranger = newVisitor(scene.server)
    await start(stranger)
    for (const other of [stranger, newVisitor(scene.server)]) {
      expect((await other.send(back)).headers.location).toBe('/en/login?social=social.other_browser')
      expect(await read(other)).toEqual({})
    }
    expect((await visitor.send(back)).headers.location).toBe(FORM_PAGE)
  })

  test('a replayed way back is refused, before and after the registration', async () => {
    const visitor = newVisitor(scene.server)
    const back = await goThere(await start(visitor))
    expect((await visitor.send(back)).headers.location).toBe(FORM_PAGE)
    expect((await visitor.send(back)).headers.location).toBe('/en/login?social=social.expired')
    expect((await read(visitor)).identity).toBeDefined()
  })

  test('of two ways back at once, one is taken', async () => {
    const visitor = newVisitor(scene.server)
    const back = await goThere(await start(visitor))
    const ends = await Promise.all([visitor.send(back), visitor.send(back)])
    const pages = ends.map(({ headers }) => String(headers.location)).sort()
    expect(pages).toEqual(['/en/login?social=social.expired', FORM_PAGE].sort())
  })

  test('an ID token with another nonce is refused', async () => {
    const visitor = newVisitor(scene.server)
    const location = await start(visitor)
    location.searchParams.set('nonce', 'of somebody else')
    const answer = await visitor.send(await goThere(location))
    expect(answer.headers.location).toBe('/en/login?social=social.failed')
    expect(await read(visitor)).toEqual({})
  })

  test('a code that was asked for with another verifier is refused', async () => {
    const visitor = newVisitor(scene.server)
    const location = await start(visitor)
    location.searchParams.set('code_challenge', 'A'.repeat(43))
    const answer = await visitor.send(await goThere(location))
    expect(answer.headers.location).toBe('/en/login?social=social.failed')
  })

  test('a way back after ten minutes is refused', async () => {
    const visitor = newVisitor(scene.server)
    const back = await goThere(await start(visitor))
    scene.server.wait(10 * MINUTE_MS)
    expect((await visitor.send(back)).headers.location).toBe('/en/login?social=social.expired')
  })

  test('a refusal at the provider is shown on the page where it began', async () => {
    scene.provider.sitting = null
    expect(await comeBack(newVisitor(scene.server))).toBe('/en/login?social=social.denied')
    expect(await comeBack(newVisitor(scene.server), { purpose: 'registration' })).toBe(
      `${FORM_PAGE}?social=social.denied`,
    )
  })

  test('SEC-9: neither code nor state is in the log, the next address or a referrer', async () => {
    const visitor = newVisitor(scene.server)
    const back = await goThere(await start(visitor))
    const answer = await visitor.send(back)
    const { searchParams } = new URL(back, ORIGIN)
    for (const name of ['code', 'state']) {
      const value = searchParams.get(name) ?? ''
      expect(value.length).toBeGreaterThan(20)
      expect(scene.server.log()).not.toContain(value)
      expect(String(answer.headers.location)).not.toContain(value)
    }
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
    expect(answer.headers['cache-control']).toContain('no-store')
    expect(scene.server.log()).toContain('"audit":"social.identified"')
  })
})

describe('AUTH-3: providers with habits of their own about keys', () => {
  async function identify(provider: OpenidProvider, more: Partial<SocialSettings>) {
    const client = createSocialClient({ clock: () => new Date(), allowsLoopback: true })
    const claims = { subject: '/sub', name: '/given_name' }
    const common = { provider: 'line', scopes: ['openid', 'profile'], claims, issuer: provider.issuer } as const
    const settings = { ...common, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, ...more }
    const binding = bindingOf('a state', 'a browser')
    const back = await provider.walk(await client.authorizationUrl(settings, CALLBACK, binding))
    return client.identify(settings, new URL(back), binding)
  }

  test('one signs its ID tokens with the client’s secret, as LINE does', async () => {
    const line = await startOpenidProvider([CALLBACK], { idTokenAlgorithm: 'HS256' })
    line.sitting = person()
    const told = await identify(line, { idTokenAlgorithm: 'HS256' })
    expect(told).toEqual({ subject: line.sitting.sub, name: 'Anna' })
    await line.close()
  })

  test('one knows the client by its keys and encrypts for it, as itsme does', async () => {
    const keys = [newKey('sig', 'RS256'), newKey('enc', 'RSA-OAEP')]
    const itsme = await startOpenidProvider([CALLBACK], { publicKeys: keys.map((key) => key.public) })
    itsme.sitting = person()
    const clientSecret = JSON.stringify({ keys: keys.map((key) => key.private) })
    const told = await identify(itsme, { clientSecret, clientAuthentication: 'private-keys' })
    expect(told).toEqual({ subject: itsme.sitting.sub, name: 'Anna' })
    const other = JSON.stringify({ keys: [newKey('sig', 'RS256').private] })
    const refused = identify(itsme, { clientSecret: other, clientAuthentication: 'private-keys' })
    await expect(refused).rejects.toMatchObject({ code: 'social.unavailable' })
    const broken = identify(itsme, { clientSecret: 'no keys', clientAuthentication: 'private-keys' })
    await expect(broken).rejects.toMatchObject({ code: 'social.unavailable' })
    await itsme.close()
  })
})

let keysMade = 0

function newKey(use: 'sig' | 'enc', alg: string) {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  keysMade += 1
  const named = { use, alg, kid: `${use}-${keysMade}` }
  return {
    public: { ...pair.publicKey.export({ format: 'jwk' }), ...named },
    private: { ...pair.privateKey.export({ format: 'jwk' }), ...named },
  }
}

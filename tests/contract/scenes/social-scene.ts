import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { forBrand } from '#server/db/for-brand.ts'
import { CLIENT_ID, CLIENT_SECRET, type OpenidProvider, type Person, startOpenidProvider } from './openid-provider.ts'
import { ORIGIN, startTestServer, type TestServer } from './test-server.ts'
import { newVisitor, register, type TestVisitor } from './test-visitor.ts'

export const CALLBACK = `${ORIGIN}/socauth/callback/google`
export const START = '/web-api/oauth/auth'
export const READ = '/web-api/socauth/auth'
export const PROFILE = '/web-api/v1/user-information'
export const ACTIVATE = '/web-api/api/internal/v1/user/activate'
export const FORM_PAGE = '/en/registration/soc_reg'
export const MINUTE_MS = 60_000
/** Two more brands with the same providers; the second lets nobody sign in. */
export const QUAY = 'quay.example'
export const SHUT = 'shut.example'

function brandOf(id: string, host: string): object {
  const rest = { schemaVersion: 2, revision: 1, operator: 'contract-fixtures' }
  return { id, name: id, extends: 'pier', hosts: [host], ...rest }
}

/** The answers of a social registration. */
export const answers = (more: object = {}) => ({
  social_types_id: 'google',
  name: 'Anna',
  surname: 'Keller',
  birthday: '1990-05-17',
  'agree-policy': true,
  ...more,
})

/** The six digits of a mail. */
export const codeOf = (mail: string) => /\b(\d{6})\b/.exec(mail)?.[1] ?? ''

/** A server whose brand offers a provider, and what visitors do there. To be called once in a file of tests: it is there from
 *  the first test to the last, and before each somebody else sits at the provider. */
export function socialScene() {
  let provider: OpenidProvider
  let server: TestServer
  let people = 0

  beforeAll(async () => {
    provider = await startOpenidProvider([CALLBACK, `http://${QUAY}/socauth/callback/google`])
    server = await startTestServer({
      environment: { LIVERY_SOCIAL_TEST_SECRET: CLIENT_SECRET },
      prepare: async ({ write }) => {
        await write('pier/config/auth.json', {
          isPasskeyEnabled: true,
          types: { google: { order: 50, isAvailable: true }, discord: { order: 60, isAvailable: true } },
          socialClientIds: { google: CLIENT_ID, discord: 'an-id-without-a-secret' },
          socialClientSecrets: { google: 'LIVERY_SOCIAL_TEST_SECRET', discord: 'LIVERY_SOCIAL_NOT_SET' },
          socialProviders: { google: { issuer: provider.issuer } },
        })
        await write('pier/config/registration.json', { types: { soc_reg: { order: 40, isAvailable: true } } })
        await write('quay/brand.json', brandOf('quay', QUAY))
        await write('shut/brand.json', brandOf('shut', SHUT))
        await write('shut/config/boolean.json', { isAuthAllowed: false })
      },
    })
  })
  afterAll(async () => {
    await server?.close()
    await provider?.close()
  })
  beforeEach(() => {
    people += 1
    provider.sitting = person()
  })

  function person(more: Partial<Person> = {}): Person {
    return {
      sub: `person-${people}`,
      given_name: 'Anna',
      family_name: 'Keller',
      email: `p${people}@mail.example`,
      ...more,
    }
  }

  async function start(visitor: TestVisitor, more: object = {}): Promise<URL> {
    const body = { provider: 'google', purpose: 'sign_in', ...more }
    const answer = await visitor.send(START, { method: 'POST', body })
    expect(answer.statusCode, answer.body).toBe(200)
    return new URL(answer.json<{ location: string }>().location)
  }

  /** The path and query at which the provider sends the browser back. */
  async function goThere(location: URL): Promise<string> {
    const back = await provider.walk(location.href)
    expect(back.startsWith(`${CALLBACK}?`)).toBe(true)
    return back.slice(ORIGIN.length)
  }

  /** From the button to the page on which the visitor ends. */
  async function comeBack(visitor: TestVisitor, more: object = {}): Promise<string> {
    const answer = await visitor.send(await goThere(await start(visitor, more)))
    expect(answer.statusCode, answer.body).toBe(303)
    return String(answer.headers.location)
  }

  const isSignedIn = async (visitor: TestVisitor) => (await visitor.send(PROFILE)).statusCode === 200
  const read = async (visitor: TestVisitor) =>
    (await visitor.send(READ, { method: 'POST' })).json<{ identity?: object }>()
  async function newSocialPlayer(visitor = newVisitor(server)): Promise<{ visitor: TestVisitor; userId: number }> {
    expect(await comeBack(visitor)).toBe(FORM_PAGE)
    const answer = await register(visitor, 'soc_reg', answers())
    expect(answer.statusCode, answer.body).toBe(200)
    return { visitor, userId: answer.json<{ userId: number }>().userId }
  }

  async function mailTo(recipient: string): Promise<string> {
    const messages = await server.identity.delivery.listMessages('pier')
    return messages.find((message) => message.recipient === recipient)?.body ?? ''
  }

  async function identities(subject: string) {
    return forBrand(server.database.db, 'pier').transaction((tx) =>
      tx.select('social_identity').selectAll().where('subject', '=', subject).execute(),
    )
  }

  const activate = (visitor: TestVisitor, attributes: object) =>
    visitor.send(ACTIVATE, { method: 'POST', body: { data: { attributes } } })

  return {
    get provider() {
      return provider
    },
    /** How many people have sat at the provider so far. */
    get people() {
      return people
    },
    get server() {
      return server
    },
    person,
    start,
    goThere,
    comeBack,
    isSignedIn,
    read,
    newSocialPlayer,
    mailTo,
    identities,
    activate,
  }
}

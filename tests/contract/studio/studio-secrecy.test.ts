import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  changeStudioTotp,
  getStudioSession,
  listStudioAccounts,
  startStudioTotp,
} from '#calls/studio/studio-access.calls.ts'
import { getStudioCatalogue, getStudioDocument } from '#calls/studio/studio-draft.calls.ts'
import type { StudioCatalogueAnswer, StudioTotpAnswer } from '#schemas'
import { appCodeAt } from '#server/wiring/http/app-code.ts'
import { claimedStudio, STUDIO_PASSWORD, type StudioVisitor, startStudioServer } from '../scenes/studio-scene.ts'
import type { TestServer } from '../scenes/test-server.ts'

const CANARY = 'CANARY-7f3a9c'
/** Secrets of integrations are in the environment; a brand names them. */
const NAMES = ['LIVERY_HCAPTCHA_SECRET', 'LIVERY_GOOGLE_SECRET'] as const

let server: TestServer
let owner: StudioVisitor
let totpSecret = ''
beforeAll(async () => {
  server = await startStudioServer({
    environment: Object.fromEntries(NAMES.map((name) => [name, CANARY])),
    prepare: async ({ write }) => {
      await write('pier/config/captcha.json', { secretKeys: { hcaptcha: NAMES[0] } })
      await write('pier/config/auth.json', { socialClientSecrets: { google: NAMES[1] } })
    },
  })
  owner = await claimedStudio(server)
  totpSecret = (await owner.call(startStudioTotp)).json<StudioTotpAnswer>().secret
  await owner.call(changeStudioTotp, { code: appCodeAt(totpSecret, server.now()) })
})
afterAll(() => server.close())

function example(schema: string | undefined): Record<string, string> {
  if (schema === undefined) return {}
  const url = new URL(`../../../schemas/${schema}.schema.json`, import.meta.url)
  const { examples } = JSON.parse(readFileSync(url, 'utf8')) as { examples: Record<string, unknown>[] }
  return Object.fromEntries(Object.entries(examples[0] ?? {}).map(([key, value]) => [key, String(value)]))
}

test('SEC-11: no answer of the studio holds a secret of an integration, a hash of a password or the secret of an app', async () => {
  const reading = (server.studio?.handlers ?? []).map(({ call }) => call).filter(({ method }) => method === 'GET')
  expect(reading.length).toBeGreaterThan(20)
  let answered = 0
  const expectSecret = (body: string, where: string) => {
    expect(body.includes(CANARY), where).toBe(false)
    expect(body.includes('$argon2'), where).toBe(false)
    expect(body.includes(totpSecret), where).toBe(false)
    expect(body.includes(STUDIO_PASSWORD), where).toBe(false)
  }
  for (const call of reading) {
    const answer = await owner.call(call, undefined, {
      segments: call.segments ? ['pier'] : [],
      query: example(call.query),
    })
    if (answer.statusCode === 200) answered += 1
    expectSecret(answer.body, call.id)
  }
  expect(answered).toBeGreaterThan(12)
  const { documents } = (
    await owner.call(getStudioCatalogue, undefined, { segments: ['pier'] })
  ).json<StudioCatalogueAnswer>()
  for (const { path } of documents) {
    const answer = await owner.call(getStudioDocument, undefined, { segments: ['pier'], query: { path } })
    expect(answer.statusCode, path).toBe(200)
    expectSecret(answer.body, path)
  }
  // The name of a secret is configuration, and operators see it: its value they never do.
  const captcha = await owner.call(getStudioDocument, undefined, {
    segments: ['pier'],
    query: { path: 'config/captcha.json' },
  })
  expect(captcha.body).toContain(NAMES[0])
  for (const call of [getStudioSession, listStudioAccounts]) expectSecret((await owner.call(call)).body, call.id)
  expectSecret((await owner.send('/studio-api/acts-file')).body, 'the exported log')
  expectSecret(server.log(), 'the log of the server')
  // Pictures of two states are drawn by a server of their own.
}, 120_000)

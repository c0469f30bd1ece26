import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnDataAnswer, TermsAnswer } from '#schemas'
import { expectError } from '../scenes/answer-checks.ts'
import { encoded } from '../scenes/security-contracts.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer, type TestPlayer } from '../scenes/test-visitor.ts'

const PATH = '/web-api/user/terms'
const NEW = '2026-09'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const post = (body: object) => ({ method: 'POST' as const, body })
const terms = async (player: TestPlayer) => (await player.send(PATH)).json<TermsAnswer>()

test('INFO-1: who registers has accepted the terms in force, and is asked again when their version changes', async () => {
  const player = await newPlayer(server)
  expect(await terms(player)).toMatchObject({ version: '2026-06', isAccepted: true, acceptedVersion: '2026-06' })
  await server.brands.write('pier/config/licence.json', { termsVersion: NEW })
  await expect.poll(async () => (await terms(player)).version, { timeout: 5000 }).toBe(NEW)
  expect(await terms(player)).toMatchObject({ version: NEW, isAccepted: false, acceptedVersion: '2026-06' })
  await expectError(await player.send(PATH, post({ version: '2026-06' })), 'terms.changed')
  const accepted = (await player.send(PATH, post({ version: NEW }))).json<TermsAnswer>()
  expect(accepted).toMatchObject({ version: NEW, isAccepted: true, acceptedVersion: NEW })
  expect((await player.send(PATH, post({ version: NEW }))).json<TermsAnswer>()).toEqual(accepted)

  const exported = await player.send('/web-api/user/export', post({ password: encoded(player.password) }))
  const { tables } = exported.json<OwnDataAnswer>()
  expect(JSON.stringify(tables.profile)).toContain(accepted.acceptedAt)
  expect(tables.security_event?.filter(({ kind }) => kind === 'terms.accepted')).toHaveLength(1)
})

test('one player’s answer is not another’s', async () => {
  const [one, other] = [await newPlayer(server), await newPlayer(server)]
  await server.brands.write('pier/config/licence.json', { termsVersion: '2027-01' })
  await expect.poll(async () => (await terms(one)).version, { timeout: 5000 }).toBe('2027-01')
  await one.send(PATH, post({ version: '2027-01' }))
  expect((await terms(one)).isAccepted).toBe(true)
  expect((await terms(other)).isAccepted).toBe(false)
})

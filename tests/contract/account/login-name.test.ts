import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LoginNameAnswer } from '#schemas'
import { expectError } from '../scenes/answer-checks.ts'
import { encoded } from '../scenes/security-contracts.ts'
import { provedPlayer } from '../scenes/security-scene.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newVisitor, PASSWORD, type TestVisitor } from '../scenes/test-visitor.ts'

const LOGIN = '/web-api/officeapi/login'
const post = (body: object) => ({ method: 'POST' as const, body })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const change = (player: TestVisitor, name: string, password = PASSWORD) =>
  player.send(LOGIN, post({ name, password: encoded(password) }))
const nameOf = async (player: TestVisitor) => (await player.send(LOGIN)).json<LoginNameAnswer>().name
const signIn = (login: string, password = PASSWORD) =>
  newVisitor(server).send('/web-api/account/login', post({ login, password }))

test('OFF-16: a player chooses a name to sign in by, in any spelling, and changes it', async () => {
  const { player, email } = await provedPlayer(server)
  expect(await nameOf(player)).toBeNull()
  expect((await change(player, ' Anna_Keller ')).statusCode).toBe(200)
  expect(await nameOf(player)).toBe('anna_keller')
  expect((await signIn('ANNA_keller')).statusCode).toBe(200)
  expect((await change(player, 'keller.anna')).statusCode).toBe(200)
  await expectError(await signIn('anna_keller'), 'sign_in.wrong_credentials')
  expect((await signIn('keller.anna')).statusCode).toBe(200)
  expect((await signIn(email)).statusCode).toBe(200)
})

test('OFF-16: a name that is none, or taken, or asked for without the password is refused, and nothing changes', async () => {
  const [{ player }, { player: other }] = [await provedPlayer(server), await provedPlayer(server)]
  await change(other, 'first-come')
  await expectError(await change(player, '10204080'), 'login.invalid')
  await expectError(await change(player, 'First-Come'), 'login.taken')
  await expectError(await change(player, 'second-come', 'not the password'), 'password.wrong')
  expect(await nameOf(player)).toBeNull()
  expect((await signIn('first-come')).statusCode).toBe(200)
})

test('OFF-16: two players who ask for one name at once do not both get it', async () => {
  const players = [(await provedPlayer(server)).player, (await provedPlayer(server)).player]
  const answers = await Promise.all(players.map((player) => change(player, 'the-one-name')))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
})

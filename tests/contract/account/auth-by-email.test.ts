import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorAnswer, SecurityState } from '#schemas'
import { expectError } from '../scenes/answer-checks.ts'
import { encoded } from '../scenes/security-contracts.ts'
import { provedPlayer } from '../scenes/security-scene.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newVisitor, PASSWORD, type TestVisitor } from '../scenes/test-visitor.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const turn = ({ send }: TestVisitor, isOn: boolean) =>
  send('/web-api/user/auth-by-email', post({ is_on: isOn, password: encoded(PASSWORD) }))
const lettersTo = async (email: string) =>
  (await server.identity.delivery.listMessages('pier')).filter(
    ({ recipient, template }) => recipient === email && template === 'sign_in_code',
  )

/** A player who is asked for a code by mail. */
async function careful() {
  const { player, email } = await provedPlayer(server)
  const before = player.session()
  expect((await turn(player, true)).statusCode).toBe(200)
  expect(player.session()).not.toBe(before)
  return { player, email }
}

/** Enters the password in a new browser. @returns the id of the second step */
async function firstStep(email: string) {
  const visitor = newVisitor(server)
  const answer = await visitor.send('/web-api/account/login', post({ login: email, password: PASSWORD }))
  const { params } = await expectError(answer, 'sign_in.second_factor')
  expect(params).toMatchObject({ factor: 'mail' })
  expect(visitor.session()).toBeUndefined()
  const authId = String((params as ErrorAnswer['params'])?.authId)
  return { visitor, finish: (code: string) => visitor.send('/web-api/user/twoauth/', post({ auth_id: authId, code })) }
}

describe('signing in with a code by mail', () => {
  test('OFF-9, AUTH-16: the password alone opens nothing; the mailed code does, once', async () => {
    const { email } = await careful()
    const { visitor, finish } = await firstStep(email)
    const [letter] = await lettersTo(email)
    const code = /\b(\d{6})\b/.exec(letter?.body ?? '')?.[1] ?? ''
    await expectError(await finish('000000'), 'two_factor.wrong')
    expect((await finish(code)).statusCode).toBe(200)
    expect((await visitor.send('/web-api/v1/user-information')).statusCode).toBe(200)
    const again = await firstStep(email)
    await expectError(await again.finish(code), 'two_factor.wrong')
  })

  test('starting over within a minute sends no second mail, and the code already sent still works', async () => {
    const { email } = await careful()
    await firstStep(email)
    const { finish } = await firstStep(email)
    const letters = await lettersTo(email)
    expect(letters).toHaveLength(1)
    expect((await finish(/\b(\d{6})\b/.exec(letters[0]?.body ?? '')?.[1] ?? '')).statusCode).toBe(200)
  })

  test('is shown in the overview, and turned off with the password alone', async () => {
    const { player, email } = await careful()
    const isOn = async () => (await player.send('/web-api/user/secure', post())).json<SecurityState>().isEmailFactorOn
    expect(await isOn()).toBe(true)
    const wrong = post({ is_on: false, password: encoded('not it') })
    await expectError(await player.send('/web-api/user/auth-by-email', wrong), 'password.wrong')
    expect((await turn(player, false)).statusCode).toBe(200)
    expect(await isOn()).toBe(false)
    const visitor = newVisitor(server)
    const answer = await visitor.send('/web-api/account/login', post({ login: email, password: PASSWORD }))
    expect(answer.statusCode).toBe(200)
  })

  test('five wrong codes end it', async () => {
    const { email } = await careful()
    const { finish } = await firstStep(email)
    for (let tries = 0; tries < 4; tries += 1) await expectError(await finish('000000'), 'two_factor.wrong')
    await expectError(await finish('000000'), 'two_factor.locked')
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forBrand } from '#server/db/for-brand.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { answering } from '../scenes/secret-question-contracts.ts'
import { encoded } from '../scenes/security-contracts.ts'
import { provedPlayer } from '../scenes/security-scene.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer, PASSWORD } from '../scenes/test-visitor.ts'
import { playerWithPhone } from '../scenes/two-factor-scene.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const FIRST = 'What was the name of your first pet?'
const SET = '/web-api/setanswertosecurequestion'

describe('the secret question', () => {
  test('ACC-14: the list is the one of the brand, in its order and in the language of the request', async () => {
    const { send } = await newPlayer(server)
    const { questions } = (await send('/web-api/getsecurequestions')).json<{
      questions: { id: number; text: string }[]
    }>()
    expect(questions.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6])
    expect(questions[0]).toEqual({ id: 1, text: FIRST })
    const german = await send('/web-api/getsecurequestions', { headers: { 'accept-language': 'de' } })
    expect(german.body).toContain(`de: ${FIRST}`)
  })

  test('ACC-13, ACC-15: is none at first, then the one of the list, then the one in own words', async () => {
    const player = await newPlayer(server)
    const own = async () => (await player.send('/web-api/getUserSecureQuestion', post())).json<unknown>()
    expect(await own()).toEqual({ secure_question: null })
    expect((await player.send(SET, post(answering(player, { question_id: 1 })))).statusCode).toBe(200)
    expect(await own()).toEqual({ secure_question: FIRST })
    const question = 'Who taught me to swim?'
    await player.send('/web-api/setanswertocustomsecurequestion', post(answering(player, { question })))
    expect(await own()).toEqual({ secure_question: question })
  })

  test('ACC-14: is shown beside the verified phone, whose middle is hidden', async () => {
    const player = await playerWithPhone(server)
    await player.send(SET, post(answering({ password: PASSWORD }, { question_id: 1 })))
    const answer = await player.send('/web-api/getusersecurequestion-with-phone', post())
    expect(answer.json()).toEqual({
      secure_question: FIRST,
      phone: expect.stringMatching(/^\+49•+\d\d$/),
    })
  })

  test('ACC-16: entries that differ are refused by the server too', async () => {
    const player = await newPlayer(server)
    const body = answering(player, { question_id: 1, answer_repeat: 'another' })
    await expectError(await player.send(SET, post(body)), 'secret_question.not_repeated')
  })

  test('is set by nobody but who knows the password', async () => {
    const player = await newPlayer(server)
    const body = answering(player, { question_id: 1, password: encoded('not it') })
    await expectError(await player.send(SET, post(body)), 'password.wrong')
    expect((await player.send('/web-api/getUserSecureQuestion', post())).json()).toEqual({ secure_question: null })
  })

  test('ACC-15: the answer is kept as a hash alone, no answer tells it, and its player is told by mail', async () => {
    const { player, email } = await provedPlayer(server)
    await player.send(SET, post(answering({ password: PASSWORD }, { question_id: 1 })))
    const rows = await forBrand(server.database.db, 'pier').transaction((tx) =>
      tx.select('secret_question').selectAll().execute(),
    )
    expect(JSON.stringify(rows).toLowerCase()).not.toContain('bartleby')
    for (const { answer_hash } of rows) expect(answer_hash).toMatch(/^\$argon2id\$/)
    expect(server.log().toLowerCase()).not.toContain('bartleby')
    const mails = await server.identity.delivery.listMessages('pier')
    expect(mails.some(({ recipient, template }) => recipient === email && template === 'secret_question_set')).toBe(
      true,
    )
  })

  test('counts in the overview of the account', async () => {
    const player = await newPlayer(server)
    const isSet = async () =>
      (await player.send('/web-api/user/secure', post())).json<{ isSecretQuestionSet: boolean }>().isSecretQuestionSet
    expect(await isSet()).toBe(false)
    await player.send(SET, post(answering(player, { question_id: 3 })))
    expect(await isSet()).toBe(true)
  })

  test('a brand that has not turned it on answers none of its calls', async () => {
    const other = await startTestServer({
      prepare: ({ write }) => write('pier/config/auth.json', {}),
    })
    try {
      const player = await newPlayer(other)
      for (const path of ['getUserSecureQuestion', 'getusersecurequestion-with-phone'])
        await expectError(await player.send(`/web-api/${path}`, post()), 'secret_question.off')
      await expectError(await player.send('/web-api/getsecurequestions'), 'secret_question.off')
      await expectError(await player.send(SET, post(answering(player, { question_id: 1 }))), 'secret_question.off')
      const own = post(answering(player, { question: 'Who taught me to swim?' }))
      await expectError(await player.send('/web-api/setanswertocustomsecurequestion', own), 'secret_question.off')
    } finally {
      await other.close()
    }
  })
})

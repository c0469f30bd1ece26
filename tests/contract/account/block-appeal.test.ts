import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '../scenes/answer-checks.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newVisitor } from '../scenes/test-visitor.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    prepare: ({ write }) =>
      write('mute/brand.json', {
        id: 'mute',
        name: 'Mute',
        extends: '_base',
        hosts: ['mute.example'],
        schemaVersion: 2,
        revision: 1,
        operator: 'contract-fixtures',
      }),
  })
})
afterAll(() => server.close())

const PATH = '/web-api/user/block-appeal'
const APPEAL = {
  login: '10204080',
  email: 'Ann@mail.example',
  text: 'Please look at it once more: <b>I</b> did nothing {{brand}}.',
}
const post = (body: object) => ({ method: 'POST' as const, body })

test('RG-7: the page of appeals is at /block-appeal/, and guests open it and write', async () => {
  const page = await server.send('/en/block-appeal/', { headers: { accept: 'text/html' } })
  expect([page.statusCode, page.body.includes('Appeal against a block')]).toEqual([200, true])
  const appeal = { ...APPEAL, email: 'guest@mail.example' }
  expect((await newVisitor(server).send(PATH, post(appeal))).statusCode).toBe(200)
})

test('an appeal goes to the support as a mail, with who wrote it and what, word by word', async () => {
  expect((await newVisitor(server).send(PATH, post(APPEAL))).statusCode).toBe(200)
  const mails = await server.identity.delivery.listMessages('pier')
  const mail = mails.find(({ body }) => body.includes('ann@mail.example'))
  expect(mail).toMatchObject({ recipient: 'support@pier.example', template: 'block_appeal' })
  expect(mail?.body).toContain(APPEAL.text)
  expect(mail?.body).toContain('ann@mail.example')
  expect(mail?.body).toContain(APPEAL.login)
})

test('one address writes once a minute', async () => {
  const visitor = newVisitor(server)
  const appeal = { ...APPEAL, email: 'bob@mail.example' }
  expect((await visitor.send(PATH, post(appeal))).statusCode).toBe(200)
  await expectError(await visitor.send(PATH, post({ ...appeal, email: 'BOB@mail.example' })), 'rate.limited')
})

test('a brand without an address of its support takes none', async () => {
  await expectError(await newVisitor(server).send(PATH, { ...post(APPEAL), host: 'mute.example' }), 'route.not_found')
})

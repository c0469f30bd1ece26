import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from './scenes/answer-checks.ts'
import { startTestServer, type TestServer } from './scenes/test-server.ts'
import { newPending, newPhone, newVisitor, phoneCode } from './scenes/test-visitor.ts'

interface Listed {
  readonly messageId: number
  readonly kind: string
}

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ environment: { LIVERY_MODE: 'development' } })
})
afterAll(() => server.close())

test('the page of sent messages shows a mail as its reader sees it, without anything that runs or loads', async () => {
  const { code } = await newPending(server, newVisitor(server), 'preview@mail.example')
  await phoneCode(server, newVisitor(server), newPhone())
  const messages = (await server.send('/outbox?format=json')).json<readonly Listed[]>()
  const mail = messages.find(({ kind }) => kind === 'mail')
  const sms = messages.find(({ kind }) => kind === 'sms')
  const page = await server.send('/outbox')
  expect(page.body).toContain(`<a href="?mail=${mail?.messageId}">`)
  expect(page.body).not.toContain(`<a href="?mail=${sms?.messageId}">`)
  const preview = await server.send(`/outbox?mail=${mail?.messageId}`)
  expect(preview.statusCode).toBe(200)
  expect(preview.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(preview.headers['content-security-policy']).toContain("default-src 'none'")
  expect(preview.body).toContain(code)
  expect(preview.body).toContain('<html lang=')
  for (const unknown of [sms?.messageId, 999_999, 'x']) {
    await expectError(await server.send(`/outbox?mail=${unknown}`), 'route.not_found')
  }
})

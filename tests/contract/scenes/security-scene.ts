import type { TestServer } from './test-server.ts'
import { newPending, newVisitor, type TestVisitor } from './test-visitor.ts'

let mails = 0

/** What was mailed to a player with a verified address who has asked for a new password. */
export interface ResetMail {
  readonly player: TestVisitor
  readonly email: string
  readonly token: string
  readonly code: string
}

/** A player with a verified address, signed in; a minute has passed since the last mail, so that another may be sent.
 *  @throws Error when the activation was refused */
export async function provedPlayer(server: TestServer): Promise<{ player: TestVisitor; email: string }> {
  const player = newVisitor(server)
  mails += 1
  const email = `security-${mails}@mail.example`
  const { token } = await newPending(server, player, email)
  const body = { data: { attributes: { token } } }
  const answer = await player.send('/web-api/api/internal/v1/user/activate', { method: 'POST', body })
  if (answer.statusCode !== 200) throw new Error(`the activation was refused: ${answer.body}`)
  server.wait(60_000)
  return { player, email }
}

/** Asks for a new password from another browser and reads the mail. @throws Error when none was written */
export async function resetMail(server: TestServer): Promise<ResetMail> {
  const { player, email } = await provedPlayer(server)
  const path = '/web-api/api/internal/v1/user/passwordreset/request'
  await newVisitor(server).send(path, { method: 'POST', body: { login: email } })
  const messages = await server.identity.delivery.listMessages('pier')
  const mail = messages.find(({ recipient, template }) => recipient === email && template === 'password_reset')
  const token = /token=([\w-]+)/.exec(mail?.body ?? '')?.[1]
  const code = /\b(\d{6})\b/.exec(mail?.body ?? '')?.[1]
  if (!token || !code) throw new Error(`no mail with a link and a code: ${JSON.stringify(mail)}`)
  return { player, email, token, code }
}

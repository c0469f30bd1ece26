import { answering } from './secret-question-contracts.ts'
import { provedPlayer } from './security-scene.ts'
import type { TestServer } from './test-server.ts'
import { newPhone, PASSWORD, type TestVisitor } from './test-visitor.ts'

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })

/** Paths of the calls, as the specification and this house write them. */
export const PATHS = {
  create: '/web-api/v2/phone-actions/create-phone-number',
  confirmCreated: '/web-api/v1/phoneActions/createPhoneNumber/confirm',
  updateAtOnce: '/web-api/v2/phone-actions/update-phone-number',
  update: '/web-api/v3/phone-number/update',
  checkCode: '/web-api/v3/phone-number/update/check-confirm-code',
  checkAnswer: '/web-api/v3/phone-number/update/check-user-answer',
  sendCode: '/web-api/v1/phoneActions/updatePhoneNumber/sendCode',
  confirm: '/web-api/v1/phoneActions/updatePhoneNumber/confirm',
  email: '/web-api/v1/email-change',
  activateFast: '/web-api/api/internal/v1/user/activatefast',
  popup: '/web-api/user/repeatActivationPopup',
  contacts: '/web-api/v1/contacts',
} as const

/** What a mail or an SMS holds that can be entered or followed. */
export interface SentParts {
  readonly template: string
  readonly code: string
  readonly token: string
}

/** The latest message to an address. @throws Error when there is none */
export async function latestTo(server: TestServer, recipient: string): Promise<SentParts> {
  const messages = await server.identity.delivery.listMessages('pier')
  const message = messages.find((each) => each.recipient === recipient)
  if (!message) throw new Error(`nothing was sent to ${recipient}`)
  const code = /\b(\d{6})\b/.exec(`${message.subject} ${message.body}`)?.[1] ?? ''
  const token = /[?&]\w+=([\w-]{43})/.exec(message.body)?.[1] ?? ''
  return { template: message.template, code, token }
}

/** Sends and gives back the answer's body. @throws Error when the call was refused */
export async function told<Answer>(visitor: TestVisitor, path: string, body?: object): Promise<Answer> {
  const answer = await visitor.send(path, post(body))
  if (answer.statusCode !== 200) throw new Error(`${path} was refused: ${answer.body}`)
  return answer.json<Answer>()
}

/** A player with a proved e-mail address who waits for the code of a first phone. */
export async function playerWithWaitingPhone(server: TestServer): Promise<{
  readonly player: TestVisitor
  readonly email: string
  readonly phone: string
  readonly code: string
}> {
  const { player, email } = await provedPlayer(server)
  const phone = newPhone()
  await told(player, PATHS.create, { phone_number: phone })
  return { player, email, phone, code: (await latestTo(server, phone)).code }
}

/** A player with a proved e-mail address, a proved phone and a secret question; a minute has passed, so that more may be sent. */
export async function playerWithBoth(server: TestServer): Promise<{
  readonly player: TestVisitor
  readonly email: string
  readonly phone: string
}> {
  const { player, email, phone, code } = await playerWithWaitingPhone(server)
  await told(player, PATHS.confirmCreated, { phone_number: phone, confirm_code: code })
  await told(player, '/web-api/setanswertosecurequestion', answering({ password: PASSWORD }, { question_id: 1 }))
  server.wait(60_000)
  return { player, email, phone }
}

/** Such a player who has entered another phone, with the code that went to the one so far. */
export async function playerChangingPhone(server: TestServer) {
  const { player, email, phone } = await playerWithBoth(server)
  const wanted = newPhone()
  await told(player, PATHS.update, { phone: wanted, country_code: 'de' })
  await told(player, PATHS.sendCode)
  return { player, email, phone, wanted, code: (await latestTo(server, phone)).code }
}

/** Such a player who may have the other phone, with the code that went to it. */
export async function playerProvingPhone(server: TestServer) {
  const { code: allowing, ...change } = await playerChangingPhone(server)
  await told(change.player, PATHS.checkCode, { confirm_code: allowing })
  await told(change.player, PATHS.sendCode)
  return { ...change, code: (await latestTo(server, change.wanted)).code }
}

let mails = 0

/** A player with a verified e-mail address who has entered another one and the password, with what was mailed there. */
export async function playerProvingEmail(server: TestServer) {
  const { player, email } = await provedPlayer(server)
  mails += 1
  const wanted = `wanted-${mails}@mail.example`
  await told(player, PATHS.email, { email: wanted })
  await told(player, `${PATHS.email}/check-password`, { password: PASSWORD })
  await told(player, `${PATHS.email}/send-code`)
  return { player, email, wanted, ...(await latestTo(server, wanted)) }
}

/** Such a player once the other address is verified: what was mailed to the former one. */
export async function playerWithOtherEmail(server: TestServer) {
  const { player, email, wanted, code } = await playerProvingEmail(server)
  await told(player, `${PATHS.email}/confirm`, { confirm_code: code })
  return { player, email, wanted, undo: (await latestTo(server, email)).token }
}

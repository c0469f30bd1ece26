import type { SettingsAnswer } from '#schemas'
import { sendToPlayer } from '#server/account/office/messages.ts'
import { addLine } from '#server/account/office/support.ts'
import { noteTyping } from '#server/account/office/support-typing.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { provedPlayer } from './security-scene.ts'
import type { TestServer } from './test-server.ts'
import type { TestVisitor } from './test-visitor.ts'

/** Puts a message of the operator into a player's inbox. @returns its number */
export async function messageTo(server: TestServer, accountId: number, title = 'Welcome'): Promise<number> {
  const message = { accountId, title, text: 'We are glad that you are here.', now: server.now() }
  const { messageId } = await forBrand(server.database.db, 'pier').transaction((tx) =>
    sendToPlayer(tx, message, async () => undefined),
  )
  return messageId
}

/** Answers a player as a consultant. */
export async function answerTo(server: TestServer, accountId: number, text = 'Good morning!'): Promise<void> {
  const line = { accountId, consultant: 'Anna', text, now: server.now() }
  await forBrand(server.database.db, 'pier').transaction((tx) => addLine(tx, line))
}

/** Notes that a consultant is typing an answer to a player. */
export async function consultantTyping(server: TestServer, accountId: number): Promise<void> {
  const typing = { accountId, consultant: 'Anna', now: server.now() }
  await forBrand(server.database.db, 'pier').transaction((tx) => noteTyping(tx, typing))
}

/** A player who wants news by mail, and has got some: with the address by which the mail is ended, without its host. */
export async function playerWithMailing(server: TestServer): Promise<{
  readonly player: TestVisitor
  readonly email: string
  readonly userId: number
  readonly address: string
}> {
  const { player, email } = await provedPlayer(server)
  const { data } = (await player.send('/web-api/api/web/user/v1/settings')).json<SettingsAnswer>()
  const body = { setting_id: 'mailing_news_email', setting_value: 'on' }
  await player.send('/web-api/savesetting', { method: 'POST', body })
  await newsTo(server, Number(data.id))
  const letters = await server.identity.delivery.listMessages('pier')
  const { unsubscribeUrl = '' } = letters.find(({ recipient }) => recipient === email)?.letter ?? {}
  return { player, email, userId: Number(data.id), address: unsubscribeUrl.replace('https://pier.example', '') }
}

/** Writes news to a player, as an operator's command does. @returns the ways by which they go out */
export async function newsTo(server: TestServer, accountId: number): Promise<readonly string[]> {
  const message = { accountId, title: 'News', text: 'There are some.', topic: 'news', now: server.now() } as const
  const { copies } = await forBrand(server.database.db, 'pier').transaction((tx) =>
    sendToPlayer(tx, message, (inside, copy) =>
      server.identity.delivery.enqueue(inside, { ...copy, template: 'player_message' }),
    ),
  )
  return copies
}

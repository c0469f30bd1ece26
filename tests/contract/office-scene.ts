import { sendToPlayer } from '#server/account/office/messages.ts'
import { addLine } from '#server/account/office/support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import type { TestServer } from './test-server.ts'

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

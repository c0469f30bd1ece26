import { MAILING_TOPICS, type MailingTopic } from '#machines/account/settings.rules.ts'
import type { MessageSendOutput } from '#schemas'
import { sendToPlayer } from '#server/account/office/messages.ts'
import { outboxRow } from '#server/delivery/delivery.service.ts'
import { say } from '../command-text.ts'
import { brandCommand, DatabaseCommandFailure } from '../database-command.ts'

/** `livery message send`: puts a message into a player's inbox. One with a topic also goes by mail and SMS to who wants that. */
const sendCommand = brandCommand({
  command: ['message', 'send'],
  options: { account: 'number', title: 'text', text: 'text', topic: 'text?' },
  work: async (tx, { account, title, text, topic }) => {
    const message = { accountId: account, title, text, topic: topicOf(topic), now: new Date() }
    const sent = await sendToPlayer(tx, message, async (inside, copy) => {
      await inside.insert('outbox', outboxRow({ ...copy, template: 'player_message' })).execute()
    })
    const output: MessageSendOutput = { messageId: sent.messageId, copies: [...sent.copies] }
    const also = sent.copies.length > 0 ? say('message.copies', { ways: sent.copies.join(say('message.and')) }) : ''
    return { output, text: say('message.sent', { message: sent.messageId, account, copies: also }) }
  },
})

function topicOf(text: string | undefined): MailingTopic | undefined {
  const topic = MAILING_TOPICS.find((known) => known === text)
  if (text !== undefined && topic === undefined)
    throw new DatabaseCommandFailure(
      'usage',
      say('message.topic', { known: MAILING_TOPICS.join(say('message.or')), asked: text }),
      '--topic',
    )
  return topic
}

/** The verbs of `livery message`. */
export const messageCommands = { send: sendCommand } as const

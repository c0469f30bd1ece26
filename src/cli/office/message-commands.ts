import { MAILING_TOPICS, type MailingTopic } from '#machines/account/settings.rules.ts'
import type { MessageSendOutput } from '#schemas'
import { sendToPlayer } from '#server/account/office/messages.ts'
import { outboxRow } from '#server/delivery/delivery.service.ts'
import type { CommandIo } from '../commands.ts'
import { accountNumber, OfficeCommandFailure, runOfficeVerb } from './office-command.ts'

const USAGE = 'livery message send --brand ID --user NUMBER --title TEXT --text TEXT [--topic news|results] [--json]'

/** `livery message send`: puts a message into a player's inbox. One with a topic also goes by mail and SMS to who wants that.
 *  @returns 0, or 2 when it could not be sent */
export function sendCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return runOfficeVerb(
    {
      usage: USAGE,
      options: { user: 'needed', title: 'needed', text: 'needed', topic: 'free' },
      work: async (tx, { user, title, text, topic }) => {
        const message = { accountId: accountNumber(user), title, text, topic: topicOf(topic), now: new Date() }
        const sent = await sendToPlayer(tx, message, async (inside, copy) => {
          await inside.insert('outbox', outboxRow({ ...copy, template: 'player_message' })).execute()
        })
        const output: MessageSendOutput = { messageId: sent.messageId, copies: [...sent.copies] }
        const also = sent.copies.length > 0 ? `, and goes out by ${sent.copies.join(' and ')}` : ''
        return { output, text: `Message ${sent.messageId} is in the inbox of player ${message.accountId}${also}.` }
      },
    },
    args,
    io,
  )
}

function topicOf(text: string | undefined): MailingTopic | undefined {
  const topic = MAILING_TOPICS.find((known) => known === text)
  if (text !== undefined && topic === undefined)
    throw new OfficeCommandFailure('usage', `--topic is ${MAILING_TOPICS.join(' or ')}, not "${text}".`, '--topic')
  return topic
}

/** The verbs of `livery message`. */
export const messageCommands = { send: sendCommand } as const

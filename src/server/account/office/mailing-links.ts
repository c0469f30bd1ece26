import { AppError } from '#calls/app-error.ts'
import { MAILING_TOPICS, type MailingTopic } from '#machines/account/settings.rules.ts'
import type { SecretBox } from '../secrets/secret-box.ts'

/** A player's mailings of a topic. */
export interface MailingOfPlayer {
  readonly accountId: number
  readonly topic: MailingTopic
}

/** Makes and reads the tokens by which mailings are ended (RFC 8058): sealed, so that nobody else can make or read one, and good
 *  for as long as the key is. A mail that is found years later has to work. */
export function createMailingLinks(box: SecretBox) {
  const sealedFor = (brandId: string) => `mailing:${brandId}`
  return {
    tokenOf: (brandId: string, { accountId, topic }: { readonly accountId: number; readonly topic: string }): string =>
      box.seal(sealedFor(brandId), Buffer.from(`${accountId} ${topic}`)),

    /** @throws AppError request.invalid when it is no token of this brand */
    read(brandId: string, token: string): MailingOfPlayer {
      const [accountId = '', name = ''] = opened(box, sealedFor(brandId), token).split(' ')
      const topic = MAILING_TOPICS.find((known) => known === name)
      if (topic === undefined) throw unreadable()
      return { accountId: Number(accountId), topic }
    },
  }
}

function opened(box: SecretBox, use: string, token: string): string {
  try {
    return Buffer.from(box.open(use, token)).toString()
  } catch (cause) {
    throw unreadable(cause)
  }
}

function unreadable(cause?: unknown): AppError {
  return new AppError('request.invalid', { where: 'query/token', fault: 'is no token of a mailing' }, { cause })
}

/** What ends and begins mailings. */
export type MailingLinks = ReturnType<typeof createMailingLinks>

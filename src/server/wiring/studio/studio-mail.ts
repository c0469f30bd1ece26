import { randomInt } from 'node:crypto'
import { textWriter } from '#machines/site/text.rules.ts'
import type { DeliveryAdapter } from '#server/delivery/delivery-adapter.ts'
import type { StudioLetter, StudioMail } from '#server/studio/access/access-ports.ts'
import { letterHtml, PLAIN_COLOURS } from '../pages/letter.ts'
import texts from './locales/en/mail.json' with { type: 'json' }

const write = textWriter('en', { texts, fallback: null }) as (
  key: string,
  values?: Readonly<Record<string, string>>,
) => string
const SENDER = 'Livery Studio'
/** Numbers of mails that make their `Message-ID`, at random: nothing is kept of a mail. */
const MOST_NUMBERS = 2 ** 47

/** Mails of the studio by whatever carries those of brands; null where nothing does. They are sent once: what fails is said to who
 *  asked, and asked for again. @param sender address that they come from */
export function createStudioMail(carrier: DeliveryAdapter | undefined, sender: string): StudioMail | null {
  if (!carrier) return null
  return {
    async send(letter) {
      const subject = write(`mail.${letter.kind}_subject`, { name: letter.name })
      const body = write(`mail.${letter.kind}_body`, valuesOf(letter))
      await carrier.send({
        brandId: 'studio',
        messageId: randomInt(MOST_NUMBERS),
        kind: 'mail',
        recipient: letter.to,
        template: letter.kind,
        subject,
        body,
        letter: {
          sender: { name: SENDER, address: sender },
          html: letterHtml({ name: SENDER, subject, body, language: 'en', direction: 'ltr', colours: PLAIN_COLOURS }),
        },
      })
    },
  }
}

function valuesOf({ name, link = '', expiresAt }: StudioLetter): Readonly<Record<string, string>> {
  const until = expiresAt?.toISOString().slice(0, 16).replace('T', ' ') ?? ''
  return { name, link, until: `${until} UTC` }
}

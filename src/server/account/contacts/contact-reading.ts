import { forBrand } from '#server/db/for-brand.ts'
import type { AccountPorts } from '../account-ports.ts'
import { provenAddress } from '../secrets/password-change.ts'
import { createSecretQuestion } from '../secrets/secret-question.ts'
import type { FoundSession } from '../sign-in/sessions.ts'
import { waitingContacts } from './contact-changes.ts'
import { provedContact } from './contact-settling.ts'

/** How a player may show that the account is theirs: by a code to one of its addresses, or by a secret. */
export type AllowingWay = 'code' | 'secret'

/** The addresses of a player, and how each may be changed. */
export interface Contacts {
  readonly phone?: string
  readonly email?: string
  /** New addresses that wait for their code. */
  readonly waitingPhone?: string
  readonly waitingEmail?: string
  /** Empty while a first phone needs no more than its own code. */
  readonly phoneWays: readonly AllowingWay[]
  readonly emailWays: readonly AllowingWay[]
}

/** Reading the addresses of a player. */
export function createContactReading(ports: AccountPorts) {
  const { db, clock } = ports
  const { readSecretQuestion } = createSecretQuestion(ports)
  return {
    async readContacts(brandId: string, session: FoundSession): Promise<Contacts> {
      const { accountId } = session
      const hasQuestion = (await readSecretQuestion(brandId, accountId)) !== undefined
      return forBrand(db, brandId).transaction(async (tx) => {
        const phone = await provedContact(tx, accountId, 'phone')
        const email = await provedContact(tx, accountId, 'email')
        const waiting = new Map((await waitingContacts(tx, session, clock())).map(({ kind, value }) => [kind, value]))
        const [waitingPhone, waitingEmail] = [waiting.get('phone'), waiting.get('email')]
        const hasAddress = (await provenAddress(tx, accountId)) !== undefined
        return {
          ...(phone === undefined ? {} : { phone }),
          ...(email === undefined ? {} : { email }),
          ...(waitingPhone === undefined ? {} : { waitingPhone }),
          ...(waitingEmail === undefined ? {} : { waitingEmail }),
          phoneWays: phone === undefined ? [] : hasQuestion ? ['code', 'secret'] : ['code'],
          emailWays: hasAddress ? ['secret', 'code'] : ['secret'],
        }
      })
    },
  }
}

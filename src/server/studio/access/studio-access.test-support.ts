import { type Kysely, sql } from 'kysely'
import type { StudioGrant } from '#schemas'
import { newKeyRing } from '#server/account/secrets/key-ring.ts'
import { createPasswords } from '#server/account/secrets/passwords.ts'
import { createSecretBox } from '#server/account/secrets/secret-box.ts'
import { createMemoryBudgetStore } from '#server/guard/budget-store.ts'
import { forStudio } from '../../db/for-studio.ts'
import type { OpenDatabase } from '../../db/open-database.ts'
import type { StudioDatabase } from '../../db/tables/studio-tables.ts'
import type { StudioOperator } from '../studio-scope.ts'
import type { AdmittedOperator, StudioLetter, StudioSender } from './access-ports.ts'
import { createStudioAccess, type StudioAccess } from './studio-access.service.ts'

/** Nobody attacks these passwords. */
const CHEAP = { memoryKib: 8, passes: 1, concurrency: 4, maxWaiting: 256 }
export const PASSWORD = 'a quiet harbour at night'
export const OWNER = { name: 'Anna Lind', email: 'Anna@operator.example', password: PASSWORD }
const ORIGIN = 'http://studio.localhost:3000'

/** Somebody who sends a request. */
export function sender(token?: string, address = '10.0.0.1'): StudioSender {
  return { address, device: 'Test/1.0', token }
}

/** The studio's access over an empty studio of a test's database, with a clock that is moved by hand. */
export async function setUpStudio({ db }: OpenDatabase, mails: StudioLetter[] | null = null) {
  let nowMs = Date.parse('2026-11-24T10:00:00.000Z')
  const clock = () => new Date(nowMs)
  const verified: (string | undefined)[] = []
  const passwords = createPasswords(CHEAP)
  await asServerOwner(db, (tx) =>
    sql`truncate studio.account, studio.grant_of_account, studio.session, studio.invitation, studio.passkey, studio.passkey_challenge, studio.password_link, studio.act`.execute(
      tx,
    ),
  )
  const ports = {
    door: forStudio(db),
    clock,
    passwords: {
      ...passwords,
      verify: (stored: string | undefined, password: string) => {
        verified.push(stored)
        return passwords.verify(stored, password)
      },
    },
    secretBox: createSecretBox(newKeyRing()),
    budget: createMemoryBudgetStore(),
    mail: mails && { send: async (letter: StudioLetter) => void mails.push(letter) },
    log: { warn: () => {} },
  }
  const access = createStudioAccess(ports)
  return {
    access,
    /** The same studio in another process. */
    elsewhere: () => createStudioAccess(ports),
    door: ports.door,
    now: clock,
    wait: (ms: number) => {
      nowMs += ms
    },
    /** Stored hashes with which passwords were compared. */
    verified,
    claim: () => claim(access),
    join: (email: string, grants: readonly StudioGrant[], by?: StudioOperator) => join(access, email, grants, by),
    operator: (admitted: AdmittedOperator) => operator(access, admitted),
    /** Statements past all rights, as somebody makes them who owns the database. */
    tamper: (statement: string) => asServerOwner(db, (tx) => sql.raw(statement).execute(tx)),
  }
}

export type StudioScene = Awaited<ReturnType<typeof setUpStudio>>

async function claim(access: StudioAccess): Promise<AdmittedOperator> {
  const link = await access.makeOwnerLink()
  if (!link) throw new Error('the studio has an owner already')
  return access.claim(sender(), { ...OWNER, token: link.token })
}

async function join(
  access: StudioAccess,
  email: string,
  grants: readonly StudioGrant[],
  by: StudioOperator | undefined,
): Promise<AdmittedOperator> {
  if (!by) throw new Error('somebody has to invite')
  const { link } = await access.invite(by, { email, grants: [...grants] as [StudioGrant] }, ORIGIN)
  const [name = ''] = email.split('@')
  return access.join(sender(), { token: tokenOf(link), name, password: PASSWORD })
}

async function operator(access: StudioAccess, { session }: AdmittedOperator): Promise<StudioOperator> {
  const found = await access.findOperator(session.token)
  if (!found) throw new Error('the session is over')
  return found
}

/** The token of a link such as `http://studio.localhost:3000/join#…`. */
export function tokenOf(link: string): string {
  return link.split('#')[1] ?? ''
}

function asServerOwner(
  db: OpenDatabase['db'],
  work: (tx: Kysely<StudioDatabase>) => Promise<unknown>,
): Promise<unknown> {
  return db.transaction().execute(async (tx) => {
    await sql`set local role none`.execute(tx)
    return work(tx as unknown as Kysely<StudioDatabase>)
  })
}

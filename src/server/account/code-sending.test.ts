import type { Kysely, KyselyPlugin } from 'kysely'
import { expect, test, vi } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { createDeliveryService } from '#server/delivery/delivery.service.ts'
import { newPlayer, PASSWORD, setUpAccounts } from './account.test-support.ts'
import { verifiedOwner } from './identifiers.ts'
import { medianRatio } from './sign-in/timing.test-support.ts'

vi.setConfig({ testTimeout: 60_000 })

const PAIRS = 101
/** How far the medians may lie apart. A path that does no more than look the address up is further away: the last test shows
 *  it. */
const MAX_RATIO = 1.25

const EMAIL = 'anna@mail.example'
const WAITING = 'waits@mail.example'
const PHONE = '+5511912345678'
const NOBODY = { email: 'nobody@mail.example', phone: '+5511912345679', userId: 90_000_000 }

/** Notes the kind of each statement, and the table or the function that it is about. */
function watching(db: Kysely<Database>) {
  const statements: string[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      const tables = [
        ...JSON.stringify(node).matchAll(
          /"table":\{"kind":"SchemableIdentifierNode","identifier":\{"kind":"IdentifierNode","name":"(\w+)"/g,
        ),
      ]
      statements.push([node.kind, ...new Set(tables.map(([, name]) => name))].join(' '))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(plugin), statements }
}

await describeOnQuickestEngine('SEC-4: sending a code', (database) => {
  /** Accounts that write to the real outbox; one is open, one waits for the proof of its address. */
  async function scene(brandId: string) {
    const { db, statements } = watching(database().db)
    const adapter = { send: () => Promise.reject(new Error('nothing is sent here')) }
    const delivery = createDeliveryService({
      db,
      adapters: { mail: adapter, sms: adapter },
      text: async () => '',
      letter: () => Promise.reject(new Error('nothing is written here')),
      clock: () => new Date('2026-03-01T12:00:00Z'),
      log: silentLog,
    })
    const set = setUpAccounts({ ...database(), db }, { brandId, enqueue: delivery.enqueue })
    const { accounts, visitor, lastSecrets } = set
    await accounts.registerByEmail(visitor, newPlayer(), { email: EMAIL, password: PASSWORD })
    const { token } = await accounts.activateByLink(visitor, lastSecrets().token)
    const session = await accounts.findSession(brandId, token)
    if (!session) throw new Error('the activation began no session')
    const wantPhone = async (value: string) => {
      await accounts.beginContactChange(visitor, session, { kind: 'phone', value })
      await accounts.sendContactCode(visitor, session, 'phone')
    }
    await accounts.sendPhoneCode(visitor, PHONE)
    await accounts.confirmPhone(visitor, PHONE, lastSecrets().code)
    await accounts.registerByPhone(visitor, newPlayer(), { phone: PHONE })
    const waiting = await accounts.registerByEmail(visitor, newPlayer(), { email: WAITING, password: PASSWORD })
    const ways = {
      'a code for a phone': [
        () => accounts.sendPhoneCode(visitor, PHONE),
        () => accounts.sendPhoneCode(visitor, NOBODY.phone),
      ],
      'a code for a forgotten password': [
        () => accounts.requestPasswordReset(visitor, EMAIL),
        () => accounts.requestPasswordReset(visitor, NOBODY.email),
      ],
      'an activation mail': [
        () => accounts.resendActivation(visitor, waiting.userId),
        () => accounts.resendActivation(visitor, NOBODY.userId),
      ],
      'a code to sign in': [
        () => accounts.sendSignInCode(visitor, PHONE),
        () => accounts.sendSignInCode(visitor, NOBODY.phone),
      ],
      'a code for a new phone': [() => wantPhone(PHONE), () => wantPhone(NOBODY.phone)],
    } as const
    return { ways, statements, db }
  }
  const WAYS = [
    'a code for a phone',
    'a code for a forgotten password',
    'an activation mail',
    'a code to sign in',
    'a code for a new phone',
  ] as const

  test.each(WAYS)('SEC-4: %s: the same statements are made for somebody and for nobody', async (way) => {
    const { ways, statements } = await scene(`statements-${WAYS.indexOf(way)}`)
    const lists: string[][] = []
    for (const action of ways[way]) {
      statements.length = 0
      await action()
      lists.push([...statements])
    }
    const [known, unknown] = lists
    expect(known).toEqual(unknown)
    expect(known).toEqual(expect.arrayContaining(['InsertQueryNode one_time_code', 'InsertQueryNode outbox']))
  })

  test.each(WAYS)('SEC-4: %s: takes the same time for somebody and for nobody', async (way) => {
    const { ways } = await scene(`time-${WAYS.indexOf(way)}`)
    const [known, unknown] = ways[way]
    expect(await medianRatio(PAIRS, known, unknown)).toBeLessThan(MAX_RATIO)
  })

  test('the measurement notices a path that ends when nobody is found', async () => {
    const { ways, db } = await scene('time-leak')
    const [known] = ways['a code for a forgotten password']
    const nobody = { kind: 'email', value: 'nobody@mail.example' } as const
    const leaky = () => forBrand(db, 'time-leak').transaction((tx) => verifiedOwner(tx, nobody))
    expect(await medianRatio(PAIRS, known, leaky)).toBeGreaterThan(MAX_RATIO)
  })
})

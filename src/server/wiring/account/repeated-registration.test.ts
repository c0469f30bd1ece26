import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newPlayer, setUpAccounts } from '#server/account/account.test-support.ts'
import type { StartedSession } from '#server/account/sign-in/sessions.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand, type TableName } from '#server/db/for-brand.ts'
import { createKeptAnswers } from '#server/registration/kept-answers.ts'
import type { RegistrationOutcome } from '#server/registration/registration-ports.ts'

type Outcome = RegistrationOutcome<StartedSession>

const TEN_MINUTES_MS = 600_000
const PHONE = '+5511912345678'
const REQUEST = { type: 'fast_reg', answers: { password: 'of the player' } }
const refusal = { code: 'request.invalid', params: { where: 'body/requestKey' } }

await describeOnQuickestEngine('a registration that is sent again under its key', (database) => {
  /** Two processes on one database: each has an account service and a keeper of answers. */
  function processes(brandId: string) {
    const set = setUpAccounts(database(), { brandId })
    let nowMs = Date.parse('2026-03-01T12:00:00Z')
    const revive = (text: string) => JSON.parse(text) as Outcome
    const keeper = () => createKeptAnswers<Outcome>({ db: database().db, clock: () => new Date(nowMs), revive })
    const services = [keeper(), keeper()] as const
    const once = (process: 0 | 1, key: string, request: unknown = REQUEST) =>
      services[process].once({ brandId, key, request }, (keep) =>
        set.accounts.registerAtOnce(set.visitor, newPlayer(), { keep }),
      )
    return { ...set, services, once, wait: (ms: number) => (nowMs += ms) }
  }
  async function count(brandId: string, table: TableName): Promise<number> {
    const query = forBrand(database().db, brandId).transaction((tx) =>
      tx.select(table).select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow(),
    )
    return Number((await query).n)
  }
  const plain = (outcome: Outcome) => JSON.parse(JSON.stringify(outcome)) as object

  test('at the same moment, to two processes, makes one account and one session', async () => {
    const { once } = processes('same-moment')
    const sent = ([0, 1, 0, 1, 0, 1] as const).map((process) => once(process, 'the-key'))
    const outcomes = (await Promise.all(sent)).map(plain)
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
    expect(outcomes[0]).toMatchObject({ password: expect.stringMatching(/^\w{16}$/), session: {} })
    for (const table of ['account', 'session', 'credential', 'kept_answer'] as const)
      expect([table, await count('same-moment', table)]).toEqual([table, 1])
  })

  test('gets its answer from the other process, until ten minutes are over', async () => {
    const { once, wait } = processes('later')
    const first = plain(await once(0, 'the-key'))
    wait(TEN_MINUTES_MS - 1)
    expect(plain(await once(1, 'the-key'))).toEqual(first)
    wait(1)
    expect(plain(await once(1, 'the-key'))).not.toEqual(first)
    expect(await count('later', 'account')).toBe(2)
    expect(await count('later', 'kept_answer')).toBe(1)
  })

  test('a key is worth nothing for another form, and in another brand', async () => {
    const one = processes('one-brand')
    const other = processes('other-brand')
    await one.once(0, 'the-key')
    await expect(one.once(1, 'the-key', { ...REQUEST, answers: {} })).rejects.toMatchObject(refusal)
    expect(await count('one-brand', 'account')).toBe(1)
    await other.once(0, 'the-key')
    expect(await count('other-brand', 'account')).toBe(1)
  })

  test('another form under the same key at the same moment is refused, and makes nothing', async () => {
    const { once } = processes('two-forms')
    const results = await Promise.allSettled([once(0, 'the-key'), once(1, 'the-key', { ...REQUEST, answers: {} })])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refusal })
    expect(await count('two-forms', 'account')).toBe(1)
  })

  test('a phone that was confirmed once is registered once, and both requests get that answer', async () => {
    const { accounts, visitor, services, lastSecrets } = processes('phone')
    await accounts.sendPhoneCode(visitor, PHONE)
    await accounts.confirmPhone(visitor, PHONE, lastSecrets().code)
    const sent = services.map((service) =>
      service.once({ brandId: 'phone', key: 'the-key', request: REQUEST }, (keep) =>
        accounts.registerByPhone(visitor, newPlayer(), { phone: PHONE, keep }),
      ),
    )
    const [first, second] = (await Promise.all(sent)).map(plain)
    expect(second).toEqual(first)
    expect(await count('phone', 'account')).toBe(1)
  })

  test('one that failed leaves no answer and may be sent again', async () => {
    const { services, once } = processes('failed')
    const sent = { brandId: 'failed', key: 'the-key', request: REQUEST }
    const fault = new Error('the mail could not be written')
    const failed = services[0].once(sent, async (keep) => {
      const door = forBrand(database().db, 'failed')
      return door.transaction(async (tx) => {
        await keep(tx, { userId: 1 })
        throw fault
      })
    })
    await expect(failed).rejects.toBe(fault)
    expect(await count('failed', 'kept_answer')).toBe(0)
    await once(1, 'the-key')
    expect(await count('failed', 'account')).toBe(1)
  })

  test('SEC-9: nothing of key, form, password or session can be read in what is kept, or opened once it was altered', async () => {
    const { once } = processes('sealed')
    const key = '6f1c2a7d9b0e4f53a8c61d2e3f405162'
    const { userId, password = '', session } = await once(0, key)
    const door = forBrand(database().db, 'sealed')
    const row = await door.transaction((tx) => tx.select('kept_answer').selectAll().executeTakeFirstOrThrow())
    const bytes = [row.name, row.request_mark, row.answer].map((text) =>
      Buffer.from(text, 'base64url').toString('latin1'),
    )
    const readable = JSON.stringify(row) + bytes.join('')
    for (const secret of [
      key,
      password,
      session?.token ?? '',
      session?.sessionId ?? '',
      'of the player',
      String(userId),
    ])
      expect([secret.length > 0, readable.includes(secret)]).toEqual([true, false])
    const altered = row.answer.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
    await door.transaction((tx) => tx.update('kept_answer', { answer: altered }).execute())
    await expect(once(1, key)).rejects.toThrow()
  })
})

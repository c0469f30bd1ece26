import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DAY_MS, newPlayer, PASSWORD, setUpAccounts } from '#server/account/account.test-support.ts'
import { CHANGE_LIVES_MS } from '#server/account/contacts/contact-changes.ts'
import { beginTransaction } from '#server/account/social/social-transactions.ts'
import { beginChallenge, CHALLENGE_LIVES_MS } from '#server/account/two-factor/sign-in-challenge.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { brandsWithOldRows, forBrand, type TableName } from '#server/db/for-brand.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import type { MessageState } from '#server/db/tables/delivery-tables.ts'
import { deleteOldMessages } from '#server/delivery/old-messages.ts'
import { createKeptAnswers } from '#server/registration/kept-answers.ts'
import { createCleanUp } from './clean-up.ts'

const START_MS = Date.parse('2026-03-01T12:00:00Z')
const KEPT_DAYS = { LIVERY_KEEP_ENDED_DAYS: 30, LIVERY_KEEP_PENDING_DAYS: 10, LIVERY_KEEP_MESSAGES_DAYS: 20 }
const NOTHING = {
  sessions: 0,
  codes: 0,
  browsers: 0,
  accounts: 0,
  messages: 0,
  socialSignIns: 0,
  answers: 0,
  coupons: 0,
  funGames: 0,
  secondSteps: 0,
  passkeyChallenges: 0,
  contactChanges: 0,
  unsentDocuments: 0,
  documents: 0,
}

await describeOnQuickestEngine('the clean-up', (database) => {
  /** A clean-up whose clock stands so many days after the start. */
  function cleanUpAfter(days: number) {
    const clock = () => new Date(START_MS + days * DAY_MS)
    return createCleanUp({ db: database().db, clock, log: silentLog, environment: KEPT_DAYS })
  }
  function count(brandId: string, table: TableName): Promise<number> {
    return forBrand(database().db, brandId).transaction(async (tx) => {
      const { n } = await tx.select(table).select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()
      return Number(n)
    })
  }
  async function write(brandId: string, state: MessageState, copies = 1): Promise<void> {
    const message = {
      kind: 'mail',
      recipient: 'anna@mail.example',
      template: 'activation',
      language: 'en',
      params: '{}',
      secrets: null,
      state,
      attempts: 1,
      created_at: new Date(START_MS),
      next_attempt_at: new Date(START_MS),
      sent_at: null,
      last_error: null,
    } as const
    const rows = Array.from({ length: copies }, () => message)
    await forBrand(database().db, brandId).transaction((tx) => tx.insert('outbox', rows).execute())
  }
  const login = (email: string) => ({ email, password: PASSWORD })

  test('deletes accounts that were never activated, with all that is theirs, and keeps the log', async () => {
    const { accounts, visitor, wait } = setUpAccounts(database(), { brandId: 'pending' })
    await accounts.registerByEmail(visitor, newPlayer(), login('waits@mail.example'))
    await accounts.registerAtOnce(visitor, newPlayer())
    wait(5 * DAY_MS)
    const { userId } = await accounts.registerByEmail(visitor, newPlayer(), login('waits-too@mail.example'))
    expect(await cleanUpAfter(9.9).run()).toEqual(NOTHING)
    expect(await cleanUpAfter(10.1).run()).toEqual({ ...NOTHING, accounts: 1 })
    for (const table of ['account', 'credential', 'profile', 'currency_account'] as const)
      expect([table, await count('pending', table)]).toEqual([table, 2])
    expect(await count('pending', 'one_time_code')).toBe(1)
    expect(await count('pending', 'security_event')).toBe(3)
    const kept = await accounts.readProfile('pending', userId)
    expect(kept.identifiers).toMatchObject([{ value: 'waits-too@mail.example', isVerified: false }])
    await cleanUpAfter(1000).run()
    expect(await count('pending', 'account')).toBe(1)
  })

  test('keeps an account that waits but that money has moved on', async () => {
    const { accounts, visitor } = setUpAccounts(database(), { brandId: 'money' })
    const { userId } = await accounts.registerByEmail(visitor, newPlayer(), login('rich@mail.example'))
    await forBrand(database().db, 'money').transaction(async (tx) => {
      const now = new Date(START_MS)
      const own = await tx.select('currency_account').select('currency_account_id').executeTakeFirstOrThrow()
      const house = { account_id: null, currency: 'BRL', kind: 'house', is_active: false, created_at: now } as const
      const other = await tx
        .insert('currency_account', house)
        .returning('currency_account_id')
        .executeTakeFirstOrThrow()
      const transfer = await tx
        .insert('ledger_transfer', { kind: 'deposit', reference: 'r1', created_at: now })
        .returning('transfer_id')
        .executeTakeFirstOrThrow()
      const lines = [own, other].map(({ currency_account_id }, index) => ({
        ...transfer,
        line: index + 1,
        currency_account_id,
        currency: 'BRL',
        amount_minor: index === 0 ? 500 : -500,
      }))
      await tx.insert('ledger_entry', lines).execute()
    })
    await cleanUpAfter(1000).run()
    expect((await accounts.readProfile('money', userId)).userId).toBe(userId)
  })

  test('deletes sessions and codes some time after their end, and none that is alive', async () => {
    const { accounts, visitor, lastSecrets, wait } = setUpAccounts(database(), { brandId: 'over' })
    await accounts.registerByEmail(visitor, newPlayer(), login('over@mail.example'))
    const { token } = await accounts.activateByLink(visitor, lastSecrets().token)
    await accounts.signOut(visitor, token)
    await accounts.signIn(visitor, { login: 'over@mail.example', password: PASSWORD })
    expect(await cleanUpAfter(29.9).run()).toEqual(NOTHING)
    // The first session ended at once, and so did the code; the second lives seven days, and its end is kept for thirty.
    expect(await cleanUpAfter(30.1).run()).toEqual({ ...NOTHING, sessions: 1, codes: 1 })
    expect(await cleanUpAfter(36.9).run()).toEqual(NOTHING)
    wait(37 * DAY_MS)
    const alive = await accounts.signIn(visitor, { login: 'over@mail.example', password: PASSWORD, isRemembered: true })
    expect(await cleanUpAfter(37.1).run()).toEqual({ ...NOTHING, sessions: 1 })
    expect(await accounts.findSession('over', alive.token)).toBeDefined()
  })

  test('SEC-14: forgets a browser 180 days after the latest sign-in in it', async () => {
    const { accounts, visitor } = setUpAccounts(database(), { brandId: 'browsers' })
    await accounts.registerAtOnce(visitor, newPlayer())
    await cleanUpAfter(179.9).run()
    expect(await count('browsers', 'known_browser')).toBe(1)
    expect((await cleanUpAfter(180.1).run()).browsers).toBeGreaterThan(0)
    expect(await count('browsers', 'known_browser')).toBe(0)
  })

  test('deletes what waits for a second step or a passkey as soon as it is over', async () => {
    const { accounts, visitor } = setUpAccounts(database(), { brandId: 'waiting' })
    const { userId } = await accounts.registerAtOnce(visitor, newPlayer())
    await accounts.startPasskeySignIn(visitor)
    const start = { accountId: userId, kind: 'password', isRemembered: false, now: new Date(START_MS) } as const
    await forBrand(database().db, 'waiting').transaction((tx) => beginChallenge(tx, start))
    const lifeDays = CHALLENGE_LIVES_MS / DAY_MS
    expect(await cleanUpAfter(0.9 * lifeDays).run()).toEqual(NOTHING)
    expect(await cleanUpAfter(1.1 * lifeDays).run()).toEqual({ ...NOTHING, secondSteps: 1, passkeyChallenges: 1 })
    for (const table of ['sign_in_challenge', 'passkey_challenge'] as const)
      expect(await count('waiting', table)).toBe(0)
  })

  test('deletes addresses that were wanted and not proved as soon as nobody waits for them', async () => {
    const { accounts, visitor } = setUpAccounts(database(), { brandId: 'wanted' })
    const { session } = await accounts.registerAtOnce(visitor, newPlayer())
    const found = await accounts.findSession('wanted', session.token)
    if (!found) throw new Error('there is no session')
    await accounts.beginContactChange(visitor, found, { kind: 'phone', value: '+4915112345678' })
    await accounts.beginContactChange(visitor, found, { kind: 'email', value: 'new@mail.example' })
    const lifeDays = CHANGE_LIVES_MS / DAY_MS
    expect(await cleanUpAfter(0.9 * lifeDays).run()).toEqual(NOTHING)
    expect(await cleanUpAfter(1.1 * lifeDays).run()).toEqual({ ...NOTHING, contactChanges: 2 })
    expect(await count('wanted', 'contact_change')).toBe(0)
  })

  test('takes back uploads that were never sent, and none that is under way or was sent', async () => {
    const { accounts, visitor } = setUpAccounts(database(), { brandId: 'unsent' })
    const upload = async (...days: readonly number[]) => {
      const { userId: account_id } = await accounts.registerAtOnce(visitor, newPlayer())
      const step = { account_id, state: 'uploaded', at: new Date(START_MS), taken_by: 'player', reason: null } as const
      const rows = days.map((day) => documentOf(account_id, new Date(START_MS + day * DAY_MS)))
      await forBrand(database().db, 'unsent').transaction(async (tx) => {
        const row = { account_id, state: 'uploaded', changed_at: new Date(START_MS), document_type: null, fields: null }
        await tx.insert('identification', { ...row, state: 'uploaded' }).execute()
        await tx.insert('identification_step', { ...step, state: 'requested', taken_by: 'operator' }).execute()
        await tx.insert('identification_step', step).execute()
        await tx.insert('identity_document', rows).execute()
      })
      return account_id
    }
    const left = await upload(0, 1)
    await upload(0, 2)
    expect(await cleanUpAfter(10.9).run()).toEqual(NOTHING)
    expect(await cleanUpAfter(11.1).run()).toEqual({ ...NOTHING, unsentDocuments: 1 })
    expect(await count('unsent', 'identity_document')).toBe(2)
    const steps = await forBrand(database().db, 'unsent').transaction((tx) =>
      tx
        .select('identification_step')
        .select(['state', 'taken_by'])
        .where('account_id', '=', left)
        .orderBy('step_id')
        .execute(),
    )
    expect(steps.at(-1)).toEqual({ state: 'requested', taken_by: 'site' })
    expect(await cleanUpAfter(11.2).run()).toEqual(NOTHING)
    expect(await cleanUpAfter(12.1).run()).toEqual({ ...NOTHING, unsentDocuments: 1 })
  })

  test('deletes social sign-ins some time after their end, with the data that the provider sent', async () => {
    const begin = { purpose: 'sign_in', language: 'en', returnPath: null, provider: 'google' } as const
    const now = new Date(START_MS)
    await forBrand(database().db, 'social').transaction((tx) =>
      beginTransaction(tx, { ...begin, state: 's', browser: 'b', now }),
    )
    expect(await cleanUpAfter(30).run()).toEqual(NOTHING)
    expect(await cleanUpAfter(30.1).run()).toEqual({ ...NOTHING, socialSignIns: 1 })
    expect(await count('social', 'social_transaction')).toBe(0)
  })

  test('deletes answers that were kept for a registration sent again as soon as they are over', async () => {
    const now = new Date(START_MS)
    const answers = createKeptAnswers({ db: database().db, clock: () => now, revive: (text) => text })
    const door = forBrand(database().db, 'answers')
    await answers.once({ brandId: 'answers', key: 'k', request: {} }, async (keep) => {
      await door.transaction((tx) => keep(tx, 'made'))
      return 'made'
    })
    const minutes = (count: number) => count / (24 * 60)
    expect(await cleanUpAfter(minutes(10)).run()).toEqual(NOTHING)
    expect(await cleanUpAfter(minutes(10.1)).run()).toEqual({ ...NOTHING, answers: 1 })
    expect(await count('answers', 'kept_answer')).toBe(0)
  })

  test('deletes messages that are sent or given up, in as many batches as it takes, and none that waits', async () => {
    await write('letters', 'sent', 501)
    await write('letters', 'failed')
    await write('letters', 'queued')
    expect(await cleanUpAfter(19.9).run()).toEqual(NOTHING)
    expect(await cleanUpAfter(20.1).run()).toEqual({ ...NOTHING, messages: 502 })
    expect(await count('letters', 'outbox')).toBe(1)
  })

  test('looks at every brand, and asks across brands as a role that sees their ids alone', async () => {
    await write('east', 'sent')
    await write('west', 'sent')
    const moment = new Date(START_MS + DAY_MS)
    const brands = await brandsWithOldRows(database().db, {
      ended: moment,
      pending: moment,
      messages: moment,
      answers: moment,
      challenges: moment,
      browsers: moment,
    })
    expect(brands).toEqual(expect.arrayContaining(['east', 'west']))
    expect(new Set(brands).size).toBe(brands.length)
    const peek = database()
      .db.transaction()
      .execute(async (trx) => {
        await sql`set local role livery_system`.execute(trx)
        await trx.selectFrom('session').select('token_hash').execute()
      })
    await expect(peek).rejects.toThrow(/permission denied/)
    await cleanUpAfter(40).run()
    expect([await count('east', 'outbox'), await count('west', 'outbox')]).toEqual([0, 0])
  })

  test('two at once delete each row once and wait for nobody', async () => {
    await write('twice', 'sent', 1200)
    const [one, other] = await Promise.all([cleanUpAfter(40).run(), cleanUpAfter(40).run()])
    expect(one.messages + other.messages).toBe(1200)
    expect(await count('twice', 'outbox')).toBe(0)
  })

  test('a row that somebody holds is passed over', async ({ skip }) => {
    skip(database().kind === 'embedded', 'it has one connection: nobody else can hold a row')
    await write('held', 'sent', 2)
    const door = forBrand(database().db, 'held')
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
    const holder = door.transaction(async (tx) => {
      await tx.select('outbox').select('message_id').limit(1).forUpdate().execute()
      held()
      await mayEnd
    })
    await isHeld
    const gone = await door.transaction((tx) => deleteOldMessages(tx, new Date(START_MS + DAY_MS), 10))
    end()
    await holder
    expect(gone).toBe(1)
    expect(await cleanUpAfter(40).run()).toEqual({ ...NOTHING, messages: 1 })
  })

  test('the timer runs it again and again until it is stopped', async () => {
    const rounds: unknown[] = []
    const log = { info: (cleaned: unknown) => void rounds.push(cleaned), error: silentLog.error }
    const clock = () => new Date(START_MS + 40 * DAY_MS)
    const cleanUp = createCleanUp({ db: database().db, clock, log, environment: KEPT_DAYS, everyMs: 5 })
    await write('timer', 'sent')
    cleanUp.start()
    await expect.poll(() => rounds.length).toBeGreaterThan(1)
    await cleanUp.stop()
    expect(rounds[0]).toEqual({ ...NOTHING, messages: 1 })
    expect(await count('timer', 'outbox')).toBe(0)
    const seen = rounds.length
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(rounds.length).toBe(seen)
  })
})

function documentOf(account_id: number, uploaded_at: Date) {
  const id = `${account_id}-${uploaded_at.getTime()}`
  const content = { document_type: 'passport', media_type: 'image/png', size_bytes: 1, sha256: 'x' } as const
  return { document_id: id, account_id, ...content, storage_name: id, uploaded_at, sent_at: null }
}

import { type Kysely, sql } from 'kysely'
import { forBrand } from '#server/db/for-brand.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { openCashAccount, openFirstAccount } from '#server/money/currency-accounts.ts'
import { postTransfer } from '#server/money/ledger.ts'
import { correctBalance } from '#server/money/ledger-correction.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { baseSection } from '#server/site/base-section.ts'
import { voidFriend } from './clawback.ts'
import { makePartner } from './partners.ts'
import { createReferral } from './referral.service.ts'
import type { ReferralPorts, ReferralSections } from './referral-ports.ts'

/** When the tests begin, at noon of the brand; the clock moves by hand. */
export const START = new Date('2026-03-01T12:00:00Z')
export const DAY = 86_400_000

/** A referral programme of a brand whose clock tests move; friends need no identification unless a test asks for one. */
export function createTestReferral(db: Kysely<Database>, brandId: string, changes: Partial<ReferralPorts> = {}) {
  let now = START
  let names = 0
  const door = forBrand(db, brandId)
  const keptAway = new Set<number>()
  const sections = structuredClone({
    'bring-a-friend': { ...baseSection('bring-a-friend'), isVerificationRequired: false },
    boolean: { isReferralAllowed: true },
    global: { ...baseSection('global'), timeZone: 'UTC', defaultCurrency: 'EUR' },
  }) as { -readonly [Section in keyof ReferralSections]: ReferralSections[Section] }
  const set = (more: Partial<ReferralSections['bring-a-friend']>): void => {
    sections['bring-a-friend'] = { ...sections['bring-a-friend'], ...more }
  }
  const ports: ReferralPorts = {
    ...{ db, clock: () => now, sections: async () => sections, log: silentLog, openCash: openCashAccount },
    paymentKinds: ['payment-deposit'],
    keptAway: async (_, accountIds) => new Set(accountIds.filter((accountId) => keptAway.has(accountId))),
    staked: async (tx, accountId) => {
      const rows = await tx.select('casino_favorite').select('game_id').where('account_id', '=', accountId).execute()
      return [{ currency: 'EUR', minor: rows.reduce((sum, { game_id }) => sum + Number(game_id.split('-')[1]), 0) }]
    },
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    box: {
      seal: (use, secret) => `${use} ${Buffer.from(secret).toString('base64url')}`,
      open: (use, sealed) => {
        const [of, text = ''] = sealed.split(' ')
        if (of !== use) throw new Error('sealed for another use')
        return Buffer.from(text, 'base64url')
      },
    },
    ...changes,
  }
  const referral = createReferral(ports)
  const member = (accountId: number) => ({ brandId, accountId })

  async function newPlayer(email?: string): Promise<number> {
    return door.transaction(async (tx) => {
      const row = { registered_by: 'fast_reg', state: 'active', created_at: now, activated_at: now } as const
      const { id } = await tx.insert('account', row).returning('account_id as id').executeTakeFirstOrThrow()
      await openFirstAccount(tx, { accountId: id, currency: 'EUR', now })
      const address = { kind: 'email', value: email ?? `player-${++names}@${brandId}.example` } as const
      await tx.insert('identifier', { ...address, account_id: id, created_at: now, verified_at: null }).execute()
      return id
    })
  }

  /** Loses, or wins when negative, at once: the stake is settled. */
  async function lose(accountId: number, minor: number, kind = 'casino-bet'): Promise<void> {
    await door.transaction(async (tx) => {
      const rows = await tx.call('bet_accounts', accountId, 'EUR', ['house'], now)
      const idOf = (of: string) => rows.find((row) => row.kind === of)?.currency_account_id ?? 0
      const entries = [
        { currencyAccountId: idOf('cash'), currency: 'EUR', amountMinor: -minor },
        { currencyAccountId: idOf('house'), currency: 'EUR', amountMinor: minor },
      ]
      await postTransfer(tx, { kind, reference: `${brandId}-${++names}`, entries, now })
    })
  }

  /** A deposit that has arrived. @returns its number */
  async function deposit(accountId: number, minor: number, fields: object = {}): Promise<number> {
    return door.transaction(async (tx) => {
      const row = {
        account_id: accountId,
        guid: `${brandId}-${++names}`,
        direction: 'deposit',
        method_id: 'wallet',
        provider_id: 'simulated',
        currency: 'EUR',
        exponent: 2,
        amount_minor: minor,
        fee_minor: 0,
        state: 'succeeded',
        arrived_minor: minor,
        reference: null,
        redirect_url: null,
        reason: null,
        note: null,
        deposit_number: 1,
        rules: '[]',
        approvals_needed: 0,
        fields: JSON.stringify(fields),
        country: 'de',
        language: 'en',
        origin: 'http://brand.example',
        created_at: now,
        changed_at: now,
        expires_at: now,
        ask_at: null,
      } as const
      const { id } = await tx.insert('payment', row).returning('payment_id as id').executeTakeFirstOrThrow()
      const given = { accountId, currency: 'EUR', amountMinor: minor, reference: `d-${id}`, reason: 'test', now }
      await correctBalance(tx, given)
      return id
    })
  }

  /** Stakes that count for what a friend has to do; they move no money. */
  const stake = (accountId: number, minor: number) =>
    door.transaction((tx) =>
      tx.insert('casino_favorite', { account_id: accountId, game_id: `${++names}-${minor}`, marked_at: now }).execute(),
    )

  return {
    ...{ brandId, referral, ports, sections, set, door, keptAway, member, newPlayer, lose, deposit, stake },
    now: () => now,
    wait: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },
    /** Goes to the next day and counts. */
    nextDay: async (days = 1) => {
      now = new Date(now.getTime() + days * DAY)
      return referral.count(brandId, '2020-01-01')
    },
    join: async (accountId: number) => (await referral.members.join(member(accountId))).code,
    /** A player who has registered with a code. */
    friend: async (refCode: string, more: { email?: string; browser?: string; friendTag?: string } = {}) => {
      const accountId = await newPlayer(more.email)
      const { browser, friendTag } = more
      await door.transaction((tx) => referral.registered(tx, { accountId, refCode, friendTag, browser }))
      return accountId
    },
    /** Does all that is asked of a friend. */
    qualify: async (accountId: number) => {
      await deposit(accountId, 100_000)
      await stake(accountId, 5000)
    },
    dispute: (paymentId: number, state: 'open' | 'won' | 'lost') =>
      door.transaction(async (tx) => {
        const row = { payment_id: paymentId, reference: 'cb', state, cash_minor: 0, owed_minor: 0, at: now }
        await tx
          .insert('payment_dispute', row)
          .onConflict((conflict) => conflict.columns(['brand_id', 'payment_id', 'reference']).doUpdateSet({ state }))
          .execute()
      }),
    partner: () => door.transaction((tx) => makePartner(tx, ports, { name: 'Blog', now })),
    voidFriend: (accountId: number) =>
      door.transaction((tx) => voidFriend(tx, { accountId, reason: 'operator', note: 'fraud', now })),
    view: async (accountId: number) => {
      const view = await referral.members.read(member(accountId))
      if (!view) throw new Error('the player does not take part')
      return view
    },
    friends: async (accountId: number) => (await referral.members.friends(member(accountId), 1)).friends,
    row: (accountId: number) =>
      door.transaction((tx) =>
        tx.select('referral').selectAll('referral').where('account_id', '=', accountId).executeTakeFirst(),
      ),
    cash: (accountId: number) =>
      door.transaction(async (tx) => {
        const rows = await tx.call('bet_accounts', accountId, 'EUR', ['house'], now)
        return Number(rows.find(({ kind }) => kind === 'cash')?.balance_minor ?? 0)
      }),
    transfers: (kind: string) =>
      door.transaction(async (tx) => {
        const count = sql<number>`count(*)::int8`
        const query = tx.select('ledger_transfer').select(count.as('n')).where('kind', '=', kind)
        return (await query.executeTakeFirstOrThrow()).n
      }),
    breaks: () => door.transaction(async (tx) => (await proveLedger(tx)).breaks),
  }
}

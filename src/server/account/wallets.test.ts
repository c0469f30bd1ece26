import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import type { CurrencyAccountKind } from '#server/db/tables/money-tables.ts'
import { postTransfer } from '#server/money/ledger.ts'
import { newPlayer, setUpAccounts } from './account.test-support.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

await describeOnQuickestEngine('currency accounts', (database) => {
  const door = (brandId: string) => forBrand(database().db, brandId)

  async function player(brandId: string) {
    const { accounts, visitor } = setUpAccounts(database(), { brandId })
    const { session } = await accounts.registerAtOnce(visitor, newPlayer())
    const [first] = await accounts.readCurrencyAccounts(brandId, session.accountId)
    const { accountId } = session
    return { accounts, visitor, accountId, first: first?.currencyAccountId ?? 0 }
  }

  function openAccount(brandId: string, kind: CurrencyAccountKind, currency: string, accountId: number | null = null) {
    const row = { account_id: accountId, currency, kind, is_active: false, created_at: NOW } as const
    return door(brandId).transaction(async (tx) => {
      const query = tx.insert('currency_account', row).returning('currency_account_id as id')
      return (await query.executeTakeFirstOrThrow()).id
    })
  }

  async function move(brandId: string, reference: string, from: number, to: number, currency: string, minor: number) {
    const entries = [
      { currencyAccountId: from, currency, amountMinor: -minor },
      { currencyAccountId: to, currency, amountMinor: minor },
    ]
    await door(brandId).transaction((tx) => postTransfer(tx, { kind: 'test', reference, entries, now: NOW }))
  }

  test('ACC-25: one cash account for each currency, and each change is in the log', async () => {
    const { accounts, visitor, accountId, first } = await player('opens')
    const both = await accounts.openCurrencyAccount(visitor, accountId, 'EUR')
    expect(both.map(({ currency, isActive }) => [currency, isActive])).toEqual([
      ['BRL', true],
      ['EUR', false],
    ])
    for (const currency of ['EUR', 'BRL']) {
      const again = accounts.openCurrencyAccount(visitor, accountId, currency)
      await expect(again).rejects.toMatchObject({ code: 'currency_account.exists' })
    }
    expect(await accounts.readCurrencyAccounts('opens', accountId)).toHaveLength(2)
    const events = await door('opens').transaction((tx) =>
      tx.select('security_event').select(['kind', 'account_id', 'details']).orderBy('event_id').execute(),
    )
    const opened = both.find(({ currencyAccountId }) => currencyAccountId !== first)
    expect(events.filter(({ kind }) => kind.startsWith('currency_account.'))).toEqual([
      {
        kind: 'currency_account.opened',
        account_id: accountId,
        details: { currencyAccountId: opened?.currencyAccountId },
      },
    ])
  })

  test('ACC-25: asked for at once, an account is opened once', async () => {
    const { accounts, visitor, accountId } = await player('race')
    const asked = Array.from({ length: 5 }, () => accounts.openCurrencyAccount(visitor, accountId, 'EUR'))
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await accounts.readCurrencyAccounts('race', accountId)).toHaveLength(2)
  })

  test('ACC-24: one account is active, whatever is requested at the same time', async () => {
    const { accounts, visitor, accountId, first } = await player('active')
    const [, euro] = await accounts.openCurrencyAccount(visitor, accountId, 'EUR')
    const id = euro?.currencyAccountId ?? 0
    const [active] = await accounts.activateCurrencyAccount(visitor, accountId, id)
    expect(active).toMatchObject({ currency: 'EUR', isActive: true })
    await Promise.all([first, id, first, id].map((each) => accounts.activateCurrencyAccount(visitor, accountId, each)))
    const after = await accounts.readCurrencyAccounts('active', accountId)
    expect(after.filter(({ isActive }) => isActive)).toHaveLength(1)
  })

  test('accounts of other players, of the operator, of points and closed ones cannot be chosen', async () => {
    const { accounts, visitor, accountId } = await player('foreign')
    const { session: other } = await accounts.registerAtOnce(visitor, newPlayer())
    const [theirs] = await accounts.readCurrencyAccounts('foreign', other.accountId)
    const [, closed] = await accounts.openCurrencyAccount(visitor, accountId, 'USD')
    await accounts.closeCurrencyAccount(visitor, accountId, closed?.currencyAccountId ?? 0)
    const house = await openAccount('foreign', 'house', 'BRL')
    const points = await openAccount('foreign', 'points', 'PTS', accountId)
    for (const id of [theirs?.currencyAccountId ?? 0, closed?.currencyAccountId ?? 0, house, points, 7]) {
      const chosen = accounts.activateCurrencyAccount(visitor, accountId, id)
      await expect(chosen).rejects.toMatchObject({ code: 'currency_account.unknown' })
      const removed = accounts.closeCurrencyAccount(visitor, accountId, id)
      await expect(removed).rejects.toMatchObject({ code: 'currency_account.unknown' })
    }
    expect(await accounts.readCurrencyAccounts('foreign', other.accountId)).toEqual([theirs])
  })

  test('ACC-26: only an empty account that is not in use is closed, never the last, and it opens again as it was', async () => {
    const { accounts, visitor, accountId, first } = await player('closes')
    const close = (id: number) => accounts.closeCurrencyAccount(visitor, accountId, id)
    await expect(close(first)).rejects.toMatchObject({ code: 'currency_account.last' })
    const [, euro] = await accounts.openCurrencyAccount(visitor, accountId, 'EUR')
    const id = euro?.currencyAccountId ?? 0
    await expect(close(first)).rejects.toMatchObject({ code: 'currency_account.active' })
    const house = await openAccount('closes', 'house', 'EUR')
    const pending = await openAccount('closes', 'pending', 'EUR', accountId)
    await move('closes', 'in', house, id, 'EUR', 500)
    await expect(close(id)).rejects.toMatchObject({ code: 'currency_account.not_empty' })
    await move('closes', 'stake', id, pending, 'EUR', 500)
    const [, staked] = await accounts.readCurrencyAccounts('closes', accountId)
    expect(staked).toMatchObject({ balanceMinor: 0, reservedMinor: 500 })
    await expect(close(id)).rejects.toMatchObject({ code: 'currency_account.not_empty' })
    await move('closes', 'accepted', pending, house, 'EUR', 500)
    expect(await close(id)).toHaveLength(1)
    await expect(move('closes', 'late', house, id, 'EUR', 1)).rejects.toMatchObject({ code: '23514' })
    const [, again] = await accounts.openCurrencyAccount(visitor, accountId, 'EUR')
    expect(again).toMatchObject({ currencyAccountId: id, balanceMinor: 0 })
    await move('closes', 'late', house, id, 'EUR', 1)
  })

  test('LEDGER-2: points are booked like money and never fall below zero', async () => {
    const { accounts, accountId } = await player('points')
    const points = await openAccount('points', 'points', 'PTS', accountId)
    const house = await openAccount('points', 'house', 'PTS')
    await move('points', 'earned', house, points, 'PTS', 340)
    const spent = move('points', 'spent', points, house, 'PTS', 341)
    await expect(spent).rejects.toMatchObject({ code: 'balance.too_low' })
    const listed = await accounts.readCurrencyAccounts('points', accountId)
    expect(listed.at(-1)).toMatchObject({ kind: 'points', currency: 'PTS', balanceMinor: 340, isActive: false })
  })

  test('an account that money reaches while it is being closed is kept, or takes none', async () => {
    const { accounts, visitor, accountId } = await player('between')
    const [, euro] = await accounts.openCurrencyAccount(visitor, accountId, 'EUR')
    const id = euro?.currencyAccountId ?? 0
    const house = await openAccount('between', 'house', 'EUR')
    const [closed, moved] = await Promise.allSettled([
      accounts.closeCurrencyAccount(visitor, accountId, id),
      move('between', 'in', house, id, 'EUR', 500),
    ])
    expect([closed.status, moved.status].sort()).toEqual(['fulfilled', 'rejected'])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrencyAccountBalance } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { CurrencyAccountKind } from '#server/db/tables/money-tables.ts'
import { postTransfer } from '#server/money/ledger.ts'
import { expectError, faultsOf } from '../scenes/answer-checks.ts'
import { accountsOf, EUR, playerWithDollars, USD } from '../scenes/currency-account-contracts.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer, type TestPlayer } from '../scenes/test-visitor.ts'

const BALANCE = '/web-api/user/balance'
const ACTIVATE = '/web-api/user/setactiveaccount'
const CREATE = '/web-api/createCurrencyAccount'
const REMOVE = '/web-api/user/deleteCurrencyAccount'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    prepare: ({ write }) =>
      write('pier/config/global.json', {
        defaultLanguage: 'en',
        defaultCountry: 'de',
        defaultCurrency: 'EUR',
        currencies: { KZT: { isHidden: true } },
      }),
  })
})
afterAll(() => server.close())

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const read = async (player: TestPlayer) =>
  (await player.send(BALANCE, post())).json<{ accounts: CurrencyAccountBalance[] }>().accounts
const inBrand = <Result>(work: (tx: BrandTransaction) => Promise<Result>) =>
  forBrand(server.database.db, 'pier').transaction(work)

/** Opens an account as the house would: a player's, or a house account. */
function openAccount(kind: CurrencyAccountKind, currency: string, accountId: number | null = null): Promise<number> {
  const row = { account_id: accountId, currency, kind, is_active: false, created_at: server.now() } as const
  return inBrand(async (tx) => {
    const query = tx.insert('currency_account', row).returning('currency_account_id as id')
    return (await query.executeTakeFirstOrThrow()).id
  })
}

let moves = 0
function move(from: number, to: number, currency: string, minor: number): Promise<unknown> {
  moves += 1
  const entries = [
    { currencyAccountId: from, currency, amountMinor: -minor },
    { currencyAccountId: to, currency, amountMinor: minor },
  ]
  return inBrand((tx) => postTransfer(tx, { kind: 'test', reference: `move-${moves}`, entries, now: server.now() }))
}

describe('a currency account', () => {
  test('ACC-23, ACC-27: POST user/balance tells the account of a new player, with all that an account has', async () => {
    const player = await newPlayer(server)
    expect(await read(player)).toEqual([
      {
        id: expect.any(Number),
        idBonus: null,
        type: 'cash',
        money: 0,
        balanceMinor: 0,
        name: 'Euro',
        iso: 'EUR',
        symbol: '€',
        isActive: true,
        currencyId: EUR,
        amountOfUnplacedBets: 0,
        points: 0,
        isBonusAccount: false,
        isPointsTypeBalance: false,
      },
    ])
  })

  test('ACC-28: money is in whole units, rounded to two decimals; the exact balance is beside it', async () => {
    const player = await newPlayer(server)
    const [euro] = await read(player)
    const house = await openAccount('house', 'EUR')
    const pending = await openAccount('pending', 'EUR', player.userId)
    await move(house, euro?.id ?? 0, 'EUR', 1235)
    await move(euro?.id ?? 0, pending, 'EUR', 410)
    expect((await read(player))[0]).toMatchObject({ money: 8.25, balanceMinor: 825, amountOfUnplacedBets: 4.1 })
    const coin = await openAccount('bonus', 'BTC', player.userId)
    await move(await openAccount('house', 'BTC'), coin, 'BTC', 1_500_000)
    const listed = await read(player)
    expect(listed.find(({ iso }) => iso === 'BTC')).toMatchObject({
      money: 0.02,
      balanceMinor: 1_500_000,
      isBonusAccount: true,
    })
  })

  test('ACC-29: an account of points tells its points and no money', async () => {
    const player = await newPlayer(server)
    const points = await openAccount('points', 'PTS', player.userId)
    await move(await openAccount('house', 'PTS'), points, 'PTS', 340)
    const listed = (await read(player)).find(({ id }) => id === points)
    expect(listed).toMatchObject({ points: 340, money: 0, isPointsTypeBalance: true, isBonusAccount: false })
    expect(listed).not.toHaveProperty('balanceMinor')
    expect(await faultsOf('account/balance-answer', { accounts: [listed] })).toEqual([])
  })
})

describe('changing the accounts', () => {
  test('ACC-24: POST user/setactiveaccount takes an account; the balance that pages show follows', async () => {
    const { player, dollars } = await playerWithDollars(server)
    const answer = await player.send(ACTIVATE, post({ account: dollars }))
    expect(answer.json().accounts[0]).toMatchObject({ id: dollars, iso: 'USD', isActive: true })
    const config = await player.send('/web-api/user/getuserconfig')
    expect(config.json().player).toMatchObject({ currency: 'USD', balanceMinor: 0 })
  })

  test('ACC-25: POST createCurrencyAccount takes a currency_id of the brand that is not hidden, once', async () => {
    const player = await newPlayer(server)
    const answer = await player.send(CREATE, post({ currency_id: USD }))
    expect(answer.json().accounts.map(({ iso }: { iso: string }) => iso)).toEqual(['EUR', 'USD'])
    await expectError(await player.send(CREATE, post({ currency_id: USD })), 'currency_account.exists')
    const KZT = 398
    await expectError(await player.send(CREATE, post({ currency_id: KZT })), 'currency_account.currency_unknown')
    await expectError(await player.send(CREATE, post({ currency_id: 'USD' })), 'request.invalid')
    expect(await accountsOf(player)).toHaveLength(2)
  })

  test('ACC-26: POST user/deleteCurrencyAccount takes an account_id: an empty one that is not in use', async () => {
    const { player, dollars } = await playerWithDollars(server)
    const [active] = await accountsOf(player)
    await expectError(await player.send(REMOVE, post({ account_id: active?.id })), 'currency_account.active')
    await move(await openAccount('house', 'USD'), dollars, 'USD', 1)
    await expectError(await player.send(REMOVE, post({ account_id: dollars })), 'currency_account.not_empty')
    expect(await accountsOf(player)).toHaveLength(2)
  })

  test('the accounts of another player are out of reach', async () => {
    const { dollars } = await playerWithDollars(server)
    const stranger = await newPlayer(server)
    await stranger.send(CREATE, post({ currency_id: USD }))
    for (const [path, body] of [
      [ACTIVATE, { account: dollars }],
      [REMOVE, { account_id: dollars }],
    ] as const) {
      await expectError(await stranger.send(path, post(body)), 'currency_account.unknown')
    }
  })
})

import { expect, test, vi } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { newPlayer, PASSWORD, setUpAccounts } from '../account.test-support.ts'
import { createPasswords, DEFAULT_COST, type Passwords } from '../secrets/passwords.ts'
import { medianRatio } from './timing.test-support.ts'

const EMAIL = 'anna@mail.example'
vi.setConfig({ testTimeout: 60_000 })

const PAIRS = 21
/** How far the medians may lie apart. What a skipped hash would cost is far more: the last test shows it. */
const MAX_RATIO = 2.5

function counting(passwords: Passwords) {
  const count = { hash: 0, verify: 0 }
  const counted: Passwords = {
    hash: (password) => {
      count.hash++
      return passwords.hash(password)
    },
    verify: (stored, password) => {
      count.verify++
      return passwords.verify(stored, password)
    },
  }
  return { counted, count }
}

await describeOnQuickestEngine('SEC-4: known and unknown accounts', (database) => {
  async function scene(brandId: string, passwords: Passwords) {
    const set = setUpAccounts(database(), { brandId, passwords })
    await set.accounts.registerByEmail(set.visitor, newPlayer(), { email: EMAIL, password: PASSWORD })
    await set.accounts.activateByLink(set.visitor, set.lastSecrets().token)
    const signIn = (login: string) => () => set.accounts.signIn(set.visitor, { login, password: 'not the password' })
    return { ...set, signIn }
  }
  const fresh = (() => {
    let n = 0
    return () => `new-${n++}@mail.example`
  })()

  test('SEC-4: the same hashes are computed for known and unknown accounts', async () => {
    const { counted, count } = counting(createPasswords({ ...DEFAULT_COST, memoryKib: 8, passes: 1 }))
    const { accounts, visitor, signIn } = await scene('count', counted)
    const work = async (action: () => Promise<unknown>) => {
      const before = { ...count }
      await action().catch(() => undefined)
      return [count.hash - before.hash, count.verify - before.verify]
    }
    const register = (email: string) => () =>
      accounts.registerByEmail(visitor, newPlayer(), { email, password: PASSWORD })
    for (const login of [EMAIL, 'nobody@mail.example', '10000000', '+5511900000000', 'nonsense']) {
      expect(await work(signIn(login))).toEqual([0, 2])
    }
    expect(await work(register(EMAIL))).toEqual([1, 0])
    expect(await work(register(fresh()))).toEqual([1, 0])
    expect(await work(() => accounts.requestPasswordReset(visitor, EMAIL))).toEqual([0, 0])
    expect(await work(() => accounts.requestPasswordReset(visitor, fresh()))).toEqual([0, 0])
  })

  test('SEC-4: signing in takes the same time for known and unknown accounts', async () => {
    const { signIn } = await scene('time-sign-in', createPasswords())
    expect(await medianRatio(PAIRS, signIn(EMAIL), signIn('nobody@mail.example'))).toBeLessThan(MAX_RATIO)
  })

  test('SEC-4: registering takes the same time for a new address and one that has an account', async () => {
    const { accounts, visitor } = await scene('time-register', createPasswords())
    const register = (email: () => string) => () =>
      accounts.registerByEmail(visitor, newPlayer(), { email: email(), password: PASSWORD })
    expect(
      await medianRatio(
        PAIRS,
        register(() => EMAIL),
        register(fresh),
      ),
    ).toBeLessThan(MAX_RATIO)
  })

  test('SEC-4: asking for a reset takes the same time for known and unknown accounts', async () => {
    const { accounts, visitor } = await scene('time-reset', createPasswords())
    const reset = (login: () => string) => () => accounts.requestPasswordReset(visitor, login())
    expect(
      await medianRatio(
        PAIRS,
        reset(() => EMAIL),
        reset(fresh),
      ),
    ).toBeLessThan(MAX_RATIO)
  })

  test('the measurement notices a hash that is skipped for unknown accounts', async () => {
    const honest = createPasswords()
    const leaky: Passwords = {
      hash: honest.hash,
      verify: async (stored, password) => stored !== undefined && honest.verify(stored, password),
    }
    const { signIn } = await scene('time-leak', leaky)
    expect(await medianRatio(PAIRS, signIn(EMAIL), signIn('nobody@mail.example'))).toBeGreaterThan(MAX_RATIO)
  })
})

import type { RateLimit } from '#schemas'
import type { BudgetStore } from '#server/guard/budget-store.ts'
import { networkOf } from '#server/guard/network.ts'
import { StudioFailure } from '../studio-failure.ts'

const QUARTER_MS = 15 * 60_000
const HOUR_MS = 60 * 60_000

/** What wrong tries are counted under, and how many there may be. */
export interface TryBudget {
  readonly key: string
  readonly limit: RateLimit
}

/** Wrong passwords: ten of one account from one network, and fifty of all accounts from it. A stranger elsewhere locks nobody out.
 *  @param account the e-mail address that is tried, whether or not it has an account */
export function passwordBudgets(account: string, address: string): readonly TryBudget[] {
  const network = networkOf(address)
  return [
    { key: keyOf('password', account.toLowerCase(), network), limit: { attempts: 10, windowMs: QUARTER_MS } },
    { key: keyOf('network', network), limit: { attempts: 50, windowMs: QUARTER_MS } },
  ]
}

/** Wrong codes of an authenticator app: ten an hour, from all networks together: only somebody who knows the password can try one. */
export function codeBudgets(accountId: number): readonly TryBudget[] {
  return [{ key: keyOf('code', accountId), limit: { attempts: 10, windowMs: HOUR_MS } }]
}

/** Challenges for passkeys: a hundred from one network in a quarter of an hour. */
export function passkeyBudgets(address: string): readonly TryBudget[] {
  return [{ key: keyOf('passkey', networkOf(address)), limit: { attempts: 100, windowMs: QUARTER_MS } }]
}

/** Links for a forgotten password that are asked for: five an hour for one address, whether or not it has an account, and twenty from
 *  one network. */
export function forgottenBudgets(account: string, address: string): readonly TryBudget[] {
  const network = networkOf(address)
  return [
    { key: keyOf('forgotten', account.toLowerCase(), network), limit: { attempts: 5, windowMs: HOUR_MS } },
    { key: keyOf('forgotten-network', network), limit: { attempts: 20, windowMs: HOUR_MS } },
  ]
}

/** Mails with such links to one account, from all networks together: ten a day. */
export function passwordMailBudget(accountId: number): TryBudget {
  return { key: keyOf('password-mail', accountId), limit: { attempts: 10, windowMs: 24 * HOUR_MS } }
}

/** Counts a try before it is looked at. @returns what takes it back when it was right
 *  @throws StudioFailure access.too_many with the seconds to wait */
export async function countTry(
  store: BudgetStore,
  budgets: readonly TryBudget[],
  now: Date,
): Promise<() => Promise<void>> {
  const taken: string[] = []
  const giveBack = async () => {
    for (const key of taken) await store.giveBack(key)
  }
  for (const { key, limit } of budgets) {
    const waitMs = await store.take(key, limit, now.getTime())
    if (waitMs > 0) {
      await giveBack()
      throw new StudioFailure('access.too_many', { seconds: Math.ceil(waitMs / 1000) })
    }
    taken.push(key)
  }
  return giveBack
}

function keyOf(...parts: readonly (string | number)[]): string {
  return JSON.stringify(['studio', ...parts])
}

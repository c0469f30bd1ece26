import { AppError } from '#calls/app-error.ts'
import type { AuthConfig, RateLimit, RateWindows } from '#schemas'
import type { BudgetStore } from './budget-store.ts'

/** The budgets of a brand: the key `auth.rateLimits` of its configuration. */
export type RateLimits = AuthConfig['rateLimits']

/** What is limited, such as `sign_in`. */
export type BudgetName = keyof RateLimits

/** What attempts are counted by: the network address, the account or recipient that is tried, and the browser. */
export type BudgetSubject = 'ip' | 'account' | 'device'

/** Who makes an attempt; `account` is the login or recipient that is tried, whether or not it exists. */
export type BudgetKeys = Readonly<Partial<Record<BudgetSubject, string>>>

export interface Guard {
  /** Counts one attempt. @throws AppError rate.limited with the seconds to wait, when any budget is spent */
  take(name: BudgetName, brandId: string, keys: BudgetKeys): Promise<void>
  /** How many attempts the long windows still let pass, whatever the short ones make wait; infinite when there are none. */
  left(name: BudgetName, brandId: string, keys: BudgetKeys): Promise<number>
  /** Takes an attempt back that turned out to be harmless. */
  giveBack(name: BudgetName, brandId: string, keys: BudgetKeys): Promise<void>
}

export interface GuardPorts {
  readonly store: BudgetStore
  readonly clock: () => Date
  /** The budgets of a brand as they are now; asked for at every attempt. */
  readonly limits: (brandId: string) => Promise<RateLimits>
}

/** Rate limits per address, account and device (SEC-6), by the numbers of each brand. */
export function createGuard({ store, clock, limits }: GuardPorts): Guard {
  const budgets = async (name: BudgetName, brandId: string, keys: BudgetKeys) =>
    budgetsOf((await limits(brandId))[name], [brandId, name], keys)
  return {
    async take(name, brandId, keys) {
      const taken: string[] = []
      for (const { key, limit } of await budgets(name, brandId, keys)) {
        const waitMs = await store.take(key, limit, clock().getTime())
        if (waitMs > 0) {
          for (const other of taken) await store.giveBack(other)
          const seconds = Math.ceil(waitMs / 1000)
          throw new AppError('rate.limited', { seconds }, { retryAfterSeconds: seconds })
        }
        taken.push(key)
      }
    },
    async left(name, brandId, keys) {
      const long = (await budgets(name, brandId, keys)).filter(({ window }) => window === 'long')
      const left = await Promise.all(long.map(({ key, limit }) => store.left(key, limit, clock().getTime())))
      return Math.min(...left)
    },
    async giveBack(name, brandId, keys) {
      for (const { key } of await budgets(name, brandId, keys)) await store.giveBack(key)
    },
  }
}

interface Budget {
  /** Names the window and not its numbers: what was counted holds when a brand changes them. */
  readonly key: string
  readonly window: keyof RateWindows
  readonly limit: RateLimit
}

function budgetsOf(bySubject: RateLimits[BudgetName], scope: readonly string[], keys: BudgetKeys): readonly Budget[] {
  return (Object.entries(bySubject) as [BudgetSubject, RateWindows][]).flatMap(([subject, windows]) => {
    const value = keys[subject]
    if (value === undefined) return []
    return (Object.entries(windows) as [keyof RateWindows, RateLimit][]).map(([window, limit]) => ({
      key: JSON.stringify([...scope, subject, window, value]),
      window,
      limit,
    }))
  })
}

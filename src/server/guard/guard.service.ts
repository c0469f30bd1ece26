import { AppError } from '#calls/app-error.ts'
import type { AuthConfig, RateLimit, RateWindows } from '#schemas'
import type { BudgetStore } from './budget-store.ts'

/** The budgets of a brand: the key `auth.rateLimits` of its configuration. */
export type RateLimits = AuthConfig['rateLimits']

/** What is limited, such as `sign_in`. */
export type BudgetName = keyof RateLimits

/** What attempts are counted by: the network, the account or recipient that is tried, and the browser. */
export type BudgetSubject = 'ip' | 'account' | 'device'

/** Who makes an attempt; `account` is the login or recipient that is tried, whether or not it exists. */
export type BudgetKeys = Readonly<Partial<Record<BudgetSubject, string>>>

/** An attempt that is counted. */
export interface CountedAttempt {
  /** How many attempts there were within a day beyond the budget, this one included; 0 when it is within. */
  readonly beyond: number
  /** Takes the attempt back: it turned out to be harmless, or was not made. */
  giveBack(): Promise<void>
}

export interface Guard {
  /** Counts one attempt. @throws AppError rate.limited with the seconds to wait, when any budget is spent */
  take(name: BudgetName, brandId: string, keys: BudgetKeys): Promise<void>
  /** Counts one attempt at an account without refusing it: what is beyond the budget is for the caller to judge. */
  count(name: BudgetName, brandId: string, account: string): Promise<CountedAttempt>
  /** How many attempts the long windows still let pass, whatever the short ones make wait; infinite when there are none. */
  left(name: BudgetName, brandId: string, keys: BudgetKeys): Promise<number>
  /** Takes an attempt back that turned out to be harmless. */
  giveBack(name: BudgetName, brandId: string, keys: BudgetKeys): Promise<void>
}

/** Attempts beyond a budget that are counted one by one, and how long each is remembered. */
const BEYOND: RateLimit = { attempts: 230, windowMs: 86_400_000 }

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
    async count(name, brandId, account) {
      const taken: string[] = []
      const take = async (key: string, limit: RateLimit) => {
        const isWithin = (await store.take(key, limit, clock().getTime())) === 0
        if (isWithin) taken.push(key)
        return isWithin
      }
      const giveBack = async () => {
        for (const key of taken) await store.giveBack(key)
      }
      let isWithin = true
      for (const { key, limit } of await budgets(name, brandId, { account }))
        isWithin = (await take(key, limit)) && isWithin
      if (isWithin) return { beyond: 0, giveBack }
      const beyond = JSON.stringify([brandId, name, 'account', 'beyond', account])
      await take(beyond, BEYOND)
      return { beyond: BEYOND.attempts - (await store.left(beyond, BEYOND, clock().getTime())), giveBack }
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

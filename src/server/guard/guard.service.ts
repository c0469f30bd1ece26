import { AppError } from '#calls/app-error.ts'
import type { BudgetStore } from './budget-store.ts'
import { BUDGETS, type Budget, type BudgetName, type BudgetSubject } from './budgets.ts'

/** Who makes an attempt; `account` is the login or recipient that is tried, whether or not it exists. */
export type BudgetKeys = Readonly<Partial<Record<BudgetSubject, string>>>

export interface Guard {
  /** Counts one attempt. @throws AppError rate.limited with the seconds to wait, when any budget is spent */
  take(name: BudgetName, brandId: string, keys: BudgetKeys): Promise<void>
  /** Takes an attempt back that turned out to be harmless. */
  giveBack(name: BudgetName, brandId: string, keys: BudgetKeys): Promise<void>
}

export interface GuardPorts {
  readonly store: BudgetStore
  readonly clock: () => Date
}

/** Rate limits per address, account and device (SEC-6). */
export function createGuard({ store, clock }: GuardPorts): Guard {
  return {
    async take(name, brandId, keys) {
      const taken: string[] = []
      for (const { key, budget } of budgetKeys(name, brandId, keys)) {
        const waitMs = await store.take(key, budget, clock().getTime())
        if (waitMs > 0) {
          for (const other of taken) await store.giveBack(other)
          const seconds = Math.ceil(waitMs / 1000)
          throw new AppError('rate.limited', { seconds }, { retryAfterSeconds: seconds })
        }
        taken.push(key)
      }
    },
    async giveBack(name, brandId, keys) {
      for (const { key } of budgetKeys(name, brandId, keys)) await store.giveBack(key)
    },
  }
}

function budgetKeys(name: BudgetName, brandId: string, keys: BudgetKeys): { key: string; budget: Budget }[] {
  const bySubject: Partial<Record<BudgetSubject, readonly Budget[]>> = BUDGETS[name]
  return (Object.entries(bySubject) as [BudgetSubject, readonly Budget[]][]).flatMap(([subject, budgets]) => {
    const value = keys[subject]
    if (value === undefined) return []
    return budgets.map((budget) => ({ key: JSON.stringify([brandId, name, subject, budget.windowMs, value]), budget }))
  })
}

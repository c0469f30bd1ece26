/** At most `limit` attempts within `windowMs`, counted over the time that slides behind now. */
export interface Budget {
  readonly limit: number
  readonly windowMs: number
}

/** What attempts are counted by: the network address, the account or recipient that is tried, and the browser. */
export type BudgetSubject = 'ip' | 'account' | 'device'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The budgets of calls that could be abused (SEC-6). An address may be shared by a household, an office or a mobile
 *  network, so it gets more than one account or one browser. */
export const BUDGETS = {
  /** Failed sign-ins: one that succeeds is given back. */
  sign_in: {
    account: [{ limit: 5, windowMs: 15 * MINUTE_MS }],
    device: [{ limit: 5, windowMs: 15 * MINUTE_MS }],
    ip: [{ limit: 20, windowMs: 15 * MINUTE_MS }],
  },
  registration: {
    device: [{ limit: 5, windowMs: HOUR_MS }],
    ip: [{ limit: 20, windowMs: HOUR_MS }],
  },
  /** Codes and links that are sent to somebody: mail and SMS cost money and can be used to pester. */
  code_sending: {
    account: [
      { limit: 1, windowMs: 60 * SECOND_MS },
      { limit: 5, windowMs: DAY_MS },
    ],
    device: [{ limit: 10, windowMs: DAY_MS }],
    ip: [{ limit: 30, windowMs: DAY_MS }],
  },
  /** Codes and links that are tried, beside the attempts that each code allows. */
  code_check: {
    device: [{ limit: 20, windowMs: 15 * MINUTE_MS }],
    ip: [{ limit: 60, windowMs: 15 * MINUTE_MS }],
  },
} as const satisfies Readonly<Record<string, Partial<Readonly<Record<BudgetSubject, readonly Budget[]>>>>>

export type BudgetName = keyof typeof BUDGETS

import type { BudgetKeys } from './guard.service.ts'

/** Who calls: what services know of a request. */
export interface Visitor {
  readonly brandId: string
  readonly language: string
  /** ISO 3166-1 alpha-2, lower case; shown to the player as the place of a session. */
  readonly country: string
  /** The network address, as far as trusted proxies tell it. */
  readonly address: string
  /** The user agent. */
  readonly device: string
  /** Scheme and host of the request, for links in messages. */
  readonly origin: string
  /** The token of the cookie by which a guest's browser is told from others: codes for a phone are bound to it. */
  readonly browser?: string | undefined
  /** The token of the session that the browser brought along; a new session ends it (SEC-2). */
  readonly formerToken?: string | undefined
}

/** What a visitor's attempts are counted by; `account` is the login or recipient that is tried. */
export function budgetKeys(visitor: Visitor, account?: string): BudgetKeys {
  return {
    ip: visitor.address,
    // A user agent is shared by many; with the address it is one browser as far as a server can tell.
    device: `${visitor.address} ${visitor.device}`,
    ...(account === undefined ? {} : { account }),
  }
}

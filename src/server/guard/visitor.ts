import { browserMark } from './browser-mark.ts'
import type { BudgetKeys } from './guard.service.ts'
import { networkOf } from './network.ts'

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
  /** The token of the cookie by which a browser is told from others: attempts are counted by it, codes for a phone are bound to
   *  it, and a browser in which a player has signed in is known again by it. */
  readonly browser?: string | undefined
  /** The token of the session that the browser brought along; a new session ends it (SEC-2). */
  readonly formerToken?: string | undefined
}

/** What a visitor's attempts are counted by: the network, and the browser by our own cookie, which nobody is given twice; who
 *  throws it away is counted by the network alone. `account` is the account or recipient that is tried. */
export function budgetKeys(visitor: Pick<Visitor, 'address' | 'browser'>, account?: string): BudgetKeys {
  return {
    ip: networkOf(visitor.address),
    ...(visitor.browser === undefined ? {} : { device: browserMark(visitor.browser) }),
    ...(account === undefined ? {} : { account }),
  }
}

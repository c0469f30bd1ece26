import { parseReturnUrl } from '#machines/site/routes/return-url.rules.ts'
import type { RouteId } from '#schemas'

/** Where a new player is taken: a path of the site, or a screen. */
export type Landing =
  | { readonly path: string }
  | {
      readonly routeId: RouteId
      /** The page to go on to from a screen that is only on the way. */
      readonly onward?: string
    }

/** What is known when a new player continues. */
export interface LandingFacts {
  /** The page over which the form was opened, `'/en/live?page=2'`; a form with a page of its own has none. */
  readonly here?: string | undefined
  /** What the address names as the page to return to; only a path of the site counts (SEC-8). */
  readonly returnUrl?: string | undefined
}

/** Where a new player lands by the brand's strategy (REG-40, decision 4); an unknown one is `stay`: where the form
 *  was opened, and at home when it had a page of its own. */
export function landingAfter(strategy: unknown, { here, returnUrl }: LandingFacts): Landing {
  const place = parseReturnUrl(here)
  const stay: Landing = place === null ? { routeId: 'home' } : { path: place }
  switch (strategy) {
    case 'return_url': {
      const path = parseReturnUrl(returnUrl)
      return path === null ? stay : { path }
    }
    case 'deposit':
      return { routeId: 'office_recharge' }
    case 'account':
      return { routeId: 'office_account' }
    case 'identification': {
      const onward = parseReturnUrl(returnUrl) ?? place
      return { routeId: 'registrationIdentification', ...(onward === null ? {} : { onward }) }
    }
    default:
      return stay
  }
}

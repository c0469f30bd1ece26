import { useContext } from 'react'
import { isRouteErrorResponse, UNSAFE_DataRouterDataContext as RouterData } from 'react-router'

/** Whether an error says that an address leads to no page, or to none any more. */
export function isMissingPage(error: unknown): boolean {
  return isRouteErrorResponse(error) && (error.status === 404 || isGonePage(error))
}

/** Whether an error says that a page was there and no longer exists. */
export function isGonePage(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 410
}

/** Whether an error says that the site cannot reach what it needs for now, which heals by itself. */
export function isOutage(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 503
}

/** Whether the page that is shown is the one for an address that leads nowhere. What stands around a screen is no error
 *  boundary, so it asks the router itself. */
export function useIsMissingPage(): boolean {
  return Object.values(useContext(RouterData)?.errors ?? {}).some(isMissingPage)
}

import type { RouteId } from '#schemas'
import { ROUTES } from './routes.ts'

/** The routes that have a screen: all but those of errors, which are shown in place of another. A test keeps them equal to the
 *  screens of the page. */
export const BUILT_ROUTES: Readonly<Partial<Record<RouteId, true>>> = Object.fromEntries(
  Object.entries(ROUTES).flatMap(([id, { kind }]) => (kind === 'error' ? [] : [[id, true]])),
)

import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { AppError } from '#calls/app-error.ts'
import { withoutModal } from '#machines/registration/registration-address.rules.ts'
import { BUILT_ROUTES } from '#machines/site/routes/built-routes.ts'
import { isRouteOffered, ROUTES } from '#machines/site/routes/routes.ts'
import type { PublicSite, RouteId } from '#schemas'
import { fetchTwice } from '../page/late/late-code.ts'
import type { ShownScreen } from '../page/screen.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import { SiteFrame } from './SiteFrame.tsx'
import { loadScreenModule, screenLoader } from './screens/screen-loading.ts'

/** What a failed loader leaves for the error screen: a code of the catalogue and the values its text names. */
export interface LoadFailure {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
}

/** The routes of a site: each that the brand offers and that has a screen, below the language prefix.
 *  @param first the screen that the page shows first; left out on the server */
export function makeRoutes(site: PublicSite, first?: ShownScreen): RouteObject[] {
  const offer = { routes: site.config.application.routes, flags: site.config.boolean, screens: BUILT_ROUTES }
  const ids = (Object.keys(BUILT_ROUTES) as RouteId[]).filter((id) => isRouteOffered(id, offer))
  const routeOf = (id: RouteId) => screenRoute(id, site.config.other.modalIdParameter, first)
  const isOfOffice = (id: RouteId) => ROUTES[id].kind === 'office'
  const isOfFeed = (id: RouteId) => ROUTES[id].kind === 'betting' && id !== 'home'
  const screens = ids.filter((id) => !isOfOffice(id) && !isOfFeed(id)).map(routeOf)
  const feed = feedRoute(ids.filter(isOfFeed).map(routeOf))
  const office = officeRoute(ids.filter(isOfOffice).map(routeOf))
  return [
    {
      id: 'site',
      path: '/:lng',
      element: <SiteFrame />,
      children: [
        { id: 'screens', errorElement: <ErrorScreen />, children: [...screens, feed, office, unknownRoute()] },
      ],
    },
  ]
}

function screenRoute(id: RouteId, modalParameter: string, first?: ShownScreen): RouteObject {
  const { path } = ROUTES[id]
  const place = path === '' ? { index: true as const } : { path: rankedPath(path) }
  return {
    id,
    ...place,
    // Navigating to the very same address is an explicit reload, such as in another view of its boards.
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      defaultShouldRevalidate &&
      (currentUrl.href === nextUrl.href || pageOf(currentUrl, modalParameter) !== pageOf(nextUrl, modalParameter)),
    lazy: async () => {
      const module = await loadScreenModule(id, first)
      return {
        handle: { file: module.screen.file },
        Component: module.Screen,
        loader: async (request: LoaderFunctionArgs) => (await screenLoader()).loadScreen(id, module, request),
      }
    },
  }
}

/** A pattern that ends in anything, so that the router prefers it: by its count, `:kind/:sport/:championship/:game` says more of
 *  `statistics/team/1/200001` than `statistics/:kind/*` does. */
function rankedPath(path: string): string {
  return path.endsWith('/:kind/*') ? path.replace(/\*$/, ':first?/:second?/:third?/*') : path
}

/** The address of the page without the modal over it: a page whose modal comes or goes is not loaded again. */
function pageOf({ pathname, search }: URL, modalParameter: string): string {
  return pathname + withoutModal(search, modalParameter)
}

const isFrame = (file: object): boolean => 'Component' in file

/** The pages of games with what stands around them: the menu of sports, and the stream of prices. */
function feedRoute(children: RouteObject[]): RouteObject {
  return {
    id: 'feed-frame',
    handle: { file: 'src/client/feed/FeedFrame.tsx' },
    lazy: () => fetchTwice(() => import('../feed/FeedFrame.tsx'), isFrame),
    children,
  }
}

/** The screens of the office with what stands around them, which nobody else loads. */
function officeRoute(children: RouteObject[]): RouteObject {
  return {
    id: 'office-frame',
    handle: { file: 'src/client/account/OfficeFrame.tsx' },
    lazy: () => fetchTwice(() => import('../account/OfficeFrame.tsx'), isFrame),
    children,
  }
}

function unknownRoute(): RouteObject {
  return {
    id: 'unknown',
    path: '*',
    loader: async () => {
      throw await (await screenLoader()).failure(new AppError('route.not_found'))
    },
  }
}

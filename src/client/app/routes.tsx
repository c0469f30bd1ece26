import { data, type LoaderFunctionArgs, type RouteObject, redirect, redirectDocument } from 'react-router'
import { AppError } from '#calls/app-error.ts'
import { callUntil } from '#calls/call.ts'
import { withoutModal } from '#machines/registration/registration-address.rules.ts'
import { bettingParameters } from '#machines/site/betting-parameters.rules.ts'
import { isRouteClosed } from '#machines/site/routes/offered-section.rules.ts'
import { isRouteOffered, ROUTES, routeAccess } from '#machines/site/routes/routes.ts'
import type { PublicSite, RouteId } from '#schemas'
import { type App, appContext } from '../page/app-context.ts'
import { pageWords } from '../page/frame/page-words.ts'
import { offerFor } from '../page/paths.ts'
import type { Screen, ScreenData, ScreenModule } from '../page/screen.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import { SiteFrame } from './SiteFrame.tsx'
import { SCREENS } from './screens.ts'

/** What a failed loader leaves for the error screen: a code of the catalogue and the values its text names. */
export interface LoadFailure {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
}

/** Kinds of pages about what a brand may not have, such as an app: those are not there then (INFO-1). */
const MAY_BE_ABSENT: ReadonlySet<(typeof ROUTES)[RouteId]['kind']> = new Set(['information', 'app'])

/** The routes of a site: each that the brand offers and this build has a screen for, below the language prefix. */
export function makeRoutes(site: PublicSite): RouteObject[] {
  const offer = { routes: site.config.application.routes, flags: site.config.boolean, screens: SCREENS }
  const ids = (Object.keys(SCREENS) as RouteId[]).filter((id) => isRouteOffered(id, offer))
  const routeOf = (id: RouteId) => screenRoute(id, SCREENS[id] as Screen, site.config.other.modalIdParameter)
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

function screenRoute(id: RouteId, screen: Screen, modalParameter: string): RouteObject {
  const { path } = ROUTES[id]
  const place = path === '' ? { index: true as const } : { path: rankedPath(path) }
  return {
    id,
    ...place,
    handle: { file: screen.file },
    // Navigating to the very same address is an explicit reload, such as in another view of its boards.
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      defaultShouldRevalidate &&
      (currentUrl.href === nextUrl.href || pageOf(currentUrl, modalParameter) !== pageOf(nextUrl, modalParameter)),
    lazy: async () => {
      const module = await screen.load()
      return {
        Component: module.Screen,
        loader: (request: LoaderFunctionArgs) => loadScreen(id, screen, module.loadScreen, request),
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

/** The pages of games with what stands around them: the menu of sports, and the stream of prices. */
function feedRoute(children: RouteObject[]): RouteObject {
  return {
    id: 'feed-frame',
    handle: { file: 'src/client/feed/FeedFrame.tsx' },
    lazy: () => import('../feed/FeedFrame.tsx'),
    children,
  }
}

/** The screens of the office with what stands around them, which nobody else loads. */
function officeRoute(children: RouteObject[]): RouteObject {
  return {
    id: 'office-frame',
    handle: { file: 'src/client/account/OfficeFrame.tsx' },
    lazy: () => import('../account/OfficeFrame.tsx'),
    children,
  }
}

function unknownRoute(): RouteObject {
  return {
    id: 'unknown',
    path: '*',
    loader: async () => {
      throw await failure(new AppError('route.not_found'))
    },
  }
}

async function loadScreen(
  id: RouteId,
  screen: Screen,
  load: ScreenModule['loadScreen'],
  { request, params, context }: LoaderFunctionArgs,
): Promise<ScreenData> {
  const app = (context as { get: (key: typeof appContext) => App }).get(appContext)
  const url = new URL(request.url)
  const { screens: _screens, ...offer } = offerFor(app)
  const parameters = bettingParameters(url.searchParams, params)
  const access = routeAccess(id, {
    ...offer,
    language: app.state.visitor.language,
    isSignedIn: app.state.visitor.player !== null,
    requested: url.pathname + url.search,
    returnUrlParameter: app.site.config.other.returnUrlParameter,
  })
  const isAbsent = MAY_BE_ABSENT.has(ROUTES[id].kind) && isRouteClosed(app.site.config, id)
  if (access === 'not-found' || isAbsent) throw await failure(new AppError('route.not_found'))
  if (access !== 'show') throw redirect(access.redirect)
  try {
    const [isFresh, loaded, words] = await Promise.all([
      app.isFresh(),
      load({
        app: { ...app, call: callUntil(app.call, request.signal) },
        params,
        url,
        parameters,
        signal: request.signal,
      }),
      pageWords({ ...app, call: callUntil(app.call, request.signal) }, id, params, url.pathname),
      app.texts.need(screen.dictionaries),
    ])
    if (!isFresh) throw redirectDocument(url.pathname + url.search)
    if (loaded.facts) app.describe?.(loaded.facts())
    return {
      meta: loaded.meta(),
      ...(words && { words }),
      ...(loaded.styledBy && { styledBy: loaded.styledBy }),
      data: loaded.data,
    }
  } catch (error) {
    throw error instanceof AppError ? await failure(error) : error
  }
}

/** What the error screen of a failed load reads. The table of statuses is fetched when one is needed. */
async function failure(error: AppError) {
  const { ERROR_STATUS } = await import('#calls/error-status.ts')
  const status = ERROR_STATUS[error.code]
  return data({ code: error.code, params: error.params } satisfies LoadFailure, {
    status: status >= 400 && status < 600 ? status : 500,
  })
}

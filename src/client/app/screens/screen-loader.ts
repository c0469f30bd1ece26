import { data, type LoaderFunctionArgs, redirect, redirectDocument } from 'react-router'
import { AppError } from '#calls/app-error.ts'
import { callUntil } from '#calls/call.ts'
import { bettingParameters } from '#machines/site/betting-parameters.rules.ts'
import { isRouteClosed } from '#machines/site/routes/offered-section.rules.ts'
import { ROUTES, routeAccess } from '#machines/site/routes/routes.ts'
import type { RouteId } from '#schemas'
import { type App, appContext } from '../../page/app-context.ts'
import { pageWords } from '../../page/frame/page-words.ts'
import { offerFor } from '../../page/paths.ts'
import type { ScreenData } from '../../page/screen.ts'
import type { LoadFailure } from '../routes.tsx'
import type { LoadedRoute } from './screen-loading.ts'

/** Kinds of pages about what a brand may not have, such as an app: those are not there then (INFO-1). */
const MAY_BE_ABSENT: ReadonlySet<(typeof ROUTES)[RouteId]['kind']> = new Set(['information', 'app'])

/** Loads what a page shows: its data, the words of its head and its texts.
 *  @throws data of a {@link LoadFailure} with its status, which the error screen shows
 *  @throws Response that leads elsewhere, where the visitor may not be here or the page is of an older build */
export async function loadScreen(
  id: RouteId,
  { screen, loadScreen: load }: LoadedRoute,
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
export async function failure(error: AppError) {
  const { ERROR_STATUS } = await import('#calls/error-status.ts')
  const status = ERROR_STATUS[error.code]
  return data({ code: error.code, params: error.params } satisfies LoadFailure, {
    status: status >= 400 && status < 600 ? status : 500,
  })
}

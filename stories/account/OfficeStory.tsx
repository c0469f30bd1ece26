import { useState } from 'react'
import {
  createMemoryRouter,
  data,
  generatePath,
  type LoaderFunctionArgs,
  Outlet,
  type RouteObject,
  RouterContextProvider,
  RouterProvider,
} from 'react-router'
import { AppError } from '#calls/app-error.ts'
import { type App, AppContext, appContext } from '#client/page/app-context.ts'
import { PlayerProvider } from '#client/page/player.tsx'
import { bettingParameters } from '#machines/site/betting-parameters.rules.ts'
import { ROUTES } from '#machines/site/routes/routes.ts'
import { Spinner } from '#renderers/site/Spinner.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { RouteId } from '#schemas'
import { ErrorScreen } from '../../src/client/app/ErrorScreen.tsx'
import { loadScreenModule } from '../../src/client/app/screens/screen-loading.ts'
import { makeStoryApp, type StoryAnswers } from '../story-app.ts'

/** Props of {@link OfficeStory}. */
export interface OfficeStoryProps {
  readonly routeId: RouteId
  readonly answers: StoryAnswers
  /** With the menu and the player beside it, as the office has it. */
  readonly isFramed?: boolean
  /** What the address says beside its path, such as `payment=70010`. */
  readonly query?: string
  /** The parameters of the address's path. */
  readonly params?: Readonly<Record<string, string>>
}

/** A screen as a player who has signed in sees it, loaded from a server of the story's own. */
export function OfficeStory({ routeId, answers, isFramed = false, query = '', params = {} }: OfficeStoryProps) {
  const t = useText()
  const [router] = useState(() => {
    const app = makeStoryApp({ answers, t, isSignedIn: routeId !== 'login' })
    const screen = screenRoute(routeId, app)
    const frame: RouteObject = {
      id: 'office-frame',
      lazy: () => import('../../src/client/account/OfficeFrame.tsx'),
      children: [screen],
    }
    const root: RouteObject = {
      id: 'site',
      path: '/:lng',
      hydrateFallbackElement: <Spinner />,
      element: (
        <AppContext value={app}>
          <PlayerProvider initial={app.state.visitor.player}>
            <Outlet />
          </PlayerProvider>
        </AppContext>
      ),
      children: [isFramed ? frame : screen],
    }
    return createMemoryRouter([root], {
      initialEntries: [`/en/${generatePath(ROUTES[routeId].path, params)}?${query}`],
      getContext: () => new RouterContextProvider(new Map([[appContext, app]])),
    })
  })
  return <RouterProvider router={router} />
}

function screenRoute(routeId: RouteId, app: App): RouteObject {
  return {
    id: routeId,
    path: ROUTES[routeId].path,
    errorElement: <ErrorScreen />,
    lazy: async () => {
      const { Screen, loadScreen } = await loadScreenModule(routeId)
      const loader = async ({ request, params }: LoaderFunctionArgs) => {
        try {
          const url = new URL(request.url)
          const parameters = bettingParameters(url.searchParams)
          const loaded = await loadScreen({ app, params, url, parameters, signal: request.signal })
          return { meta: loaded.meta(), data: loaded.data }
        } catch (error) {
          throw error instanceof AppError ? data({ code: error.code, params: error.params }, { status: 503 }) : error
        }
      }
      return { Component: Screen, loader }
    },
  }
}

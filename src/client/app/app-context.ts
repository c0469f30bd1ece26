import { createContext as createReactContext, useContext } from 'react'
import { createContext as createRouterContext } from 'react-router'
import type { CallPort } from '#calls/call.ts'
import type { PageState, PublicSite, RouteId } from '#schemas'
import type { PageTexts } from './page-texts.ts'

/** What every screen of one page lifetime may use: who the brand is, who looks, the texts, and the way to the server. */
export interface App {
  readonly site: PublicSite
  readonly state: PageState
  readonly texts: PageTexts
  readonly call: CallPort
  /** The routes that this build has a screen for, as keys. */
  readonly screens: Readonly<Partial<Record<RouteId, unknown>>>
  /** Whether the page may go on without being loaded anew. On the server it always may. */
  readonly isFresh: () => Promise<boolean>
  /** Scheme and host of the page. */
  readonly origin: string
  /** Address of the brand's style sheet and of the bundle's own. */
  readonly styles: readonly string[]
}

/** The app for loaders, given by the router's context. */
export const appContext = createRouterContext<App>()

export const AppContext = createReactContext<App | null>(null)

/** The app for components. @throws Error outside of the application */
export function useApp(): App {
  const app = useContext(AppContext)
  if (!app) throw new Error('useApp() works below <AppContext value={app}> only')
  return app
}

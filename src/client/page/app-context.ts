import { createContext as createReactContext } from 'react'
import { createContext as createRouterContext } from 'react-router'
import type { CallPort } from '#calls/call.ts'
import type { Warn } from '#calls/page.ts'
import { deriveForVisitor, type VisitorConfig } from '#machines/site/visitor.rules.ts'
import { useNeeded } from '#renderers/site/needed.ts'
import type { PageState, PublicSite, RouteId } from '#schemas'
import type { LoadCaptcha } from '../captcha/captcha-call.ts'
import type { PageTexts } from './page-texts.ts'
import type { ScreenFacts } from './screen-facts.ts'

/** What every screen of one page lifetime may use: who the brand is, who looks, the texts, and the way to the server. */
export interface App {
  readonly site: PublicSite
  readonly state: PageState
  /** What the configuration means for this visitor: the same derivation as the server's. */
  readonly visitor: VisitorConfig
  readonly texts: PageTexts
  readonly call: CallPort
  /** The captcha of the page, loaded when it is first asked for; a page that is made on the server has none. */
  readonly captcha: LoadCaptcha
  /** The routes that this build has a screen for, as keys. */
  readonly screens: Readonly<Partial<Record<RouteId, unknown>>>
  /** Whether the page may continue without a reload. On the server it always may. */
  readonly isFresh: () => Promise<boolean>
  /** Reports something that the page does without, such as a link of the configuration that leads nowhere. */
  readonly warn: Warn
  /** Takes what crawlers read of the page; a browser has no use for it. */
  readonly describe?: (facts: ScreenFacts) => void
  /** The time by the server's clock, ms since the epoch: while a page is woken, that at which it was made. */
  readonly nowMs: () => number
  /** Scheme and host of the page. */
  readonly origin: string
  /** Address of the brand's style sheet and of the bundle's own. */
  readonly styles: readonly string[]
}

/** The app for loaders, given by the router's context. */
export const appContext = createRouterContext<App>()

export const AppContext = createReactContext<App | null>(null)

/** The app for components. @throws MissingPartError outside of the application */
export function useApp(): App {
  return useNeeded(AppContext, 'useApp', 'AppContext')
}

/** The visitor's part of a site, as the page derives it. */
export function visitorOf(site: PublicSite, { visitor }: PageState, origin: string): VisitorConfig {
  const { country, language, player } = visitor
  return deriveForVisitor(site, { country, language, signedIn: player !== null, host: new URL(origin).hostname })
}

import '#renderers/site/frame/base.css'
import { type ReactNode, startTransition } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import {
  createBrowserRouter,
  type HydrationState,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { AppError } from '#calls/app-error.ts'
import type { CallPort } from '#calls/call.ts'
import { BUILT_ROUTES } from '#machines/site/routes/built-routes.ts'
import { withCaptcha } from '../captcha/captcha-call.ts'
import type { CaptchaService } from '../captcha/captcha-service.ts'
import { type App, appContext, visitorOf } from '../page/app-context.ts'
import { installPort } from '../page/install-port.ts'
import { keepAnswers } from '../page/kept-answers.ts'
import { CodeMissing } from '../page/late/late-code.ts'
import { reloadUnstarted } from '../page/late/reload-once.ts'
import { pageAtRest } from '../page/page-rest.ts'
import { fetchDictionary, loadedTexts } from '../page/page-texts.ts'
import { claimStorage, leaveWhenRestored } from '../page/player-data.ts'
import { traceMachines } from '../page/record/machine-trace.ts'
import { isRecorderOn } from '../page/record/recorder-flag.ts'
import { noteFault, report } from '../page/report.ts'
import { shellPort } from '../page/shell-port.ts'
import { trackPage, withTracking } from '../page/track.ts'
import type { PageCalls } from '../qa/page-calls.ts'
import { AppRoot } from './AppRoot.tsx'
import { createFreshness } from './freshness.ts'
import { hydratedErrors } from './hydrated-errors.ts'
import { loadAtRest } from './late/missing-code-place.tsx'
import { createLateCall } from './late-call.ts'
import { watchPictures } from './media-faults.ts'
import { PAGE_DATA_ID, type PageData } from './page-data.ts'
import type { PreviewPorts } from './preview/preview.ts'
import { withRefusals } from './refused-calls.ts'
import { makeRoutes } from './routes.tsx'
import { fetchLaterScreens } from './screens/screen-loading.ts'
import '../page/trusted-types.ts'

/** What the next page needs is fetched once this one can be used, ms after the page is at rest. */
const FETCH_AFTER_MS = 500
/** Icons are checked, by code that says what is missing as well, when nothing else is under way any more, ms after the page is at rest. */
const CHECK_AFTER_MS = 2000

/** The JSON block of the page. @throws Error when the page carries none: nothing can be drawn then (CFG-3) */
function readPageData(): PageData {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent
  const page = text ? (JSON.parse(text) as PageData) : undefined
  if (!page?.site?.config) throw new Error('The site configuration is absent: this page cannot start. Load it again.')
  return page
}

/** Loads the code of the routes that the page shows, so that the first render equals the server's. */
async function loadShown(routes: RouteObject[]): Promise<void> {
  const shown = matchRoutes(routes, window.location.pathname) ?? []
  await Promise.all(
    shown.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}

let captchaOfPage: Promise<CaptchaService> | undefined

/** The captcha of the page; its code is fetched on first use, and once more after a failure.
 *  @throws AppError captcha.unavailable when it cannot be fetched */
function loadCaptcha({ site, state, texts }: App, call: CallPort): Promise<CaptchaService> {
  captchaOfPage ??= import('../captcha/page-captcha.ts')
    .then(({ createPageCaptcha }) => createPageCaptcha({ site, language: state.visitor.language, call, texts }))
    .catch((cause: unknown) => {
      captchaOfPage = undefined
      throw new AppError('captcha.unavailable', {}, { cause })
    })
  return captchaOfPage
}

/** Begins to record, where brand and tester want it, before any machine starts. Without the recorder the page still
 *  works. */
async function record({ site, state }: PageData, calls: PageCalls): Promise<void> {
  if (!isRecorderOn(site.config.other.scenarioRecorder, window.location.search)) return
  try {
    const { startQa } = await import('../qa/start-qa.tsx')
    startQa({ site, language: state.visitor.language, calls })
  } catch (error) {
    report('recorder.failed', { error: String(error) })
  }
}

/** Lets a page of a draft follow it; its code is fetched on pages of drafts alone. */
async function follow(page: PageData, ports: Omit<PreviewPorts, 'studios'>) {
  const studios = page.state.preview?.studios
  if (!studios) return
  const { followDraft } = await import('./preview/preview.ts')
  followDraft({ ...ports, studios })
}

/** Wakes the page in slices of some milliseconds, between which a press is heard: as one task it blocks a slow phone. A page of a draft is
 *  woken at once: an edit that came meanwhile would be taken for what the server drew. */
function wake(page: ReactNode, isDraft: boolean): Promise<Root> {
  const onRecoverableError = (error: unknown) => report('page.recovered', { error: String(error) })
  const hydrate = () => hydrateRoot(document, page, { onRecoverableError })
  return new Promise((done) => (isDraft ? done(hydrate()) : startTransition(() => done(hydrate()))))
}

/** Does what the page does not wait for. @param needed whether it is not to wait for the page to be at rest either */
async function atRest(
  work: (code: Awaited<ReturnType<typeof loadAtRest>>) => Promise<void>,
  needed = false,
): Promise<void> {
  try {
    if (!needed) await pageAtRest(CHECK_AFTER_MS)
    await work(await loadAtRest())
  } catch (error) {
    report('late.failed', { error: String(error) })
  }
}

async function start(): Promise<void> {
  installPort.watch()
  const page = readPageData()
  const { language, player } = page.state.visitor
  const { requestTimeoutMs: timeoutMs } = page.site.config.application
  const brandId = page.site.brandId
  const sendPlain = createLateCall({ language, brandId, userId: player?.userId ?? null, timeoutMs })
  const captcha = (): Promise<CaptchaService> => loadCaptcha(app, sendPlain)
  const guarded = withCaptcha(sendPlain, page.site.config.captcha, captcha)
  const isPlayer = page.state.visitor.player !== null
  const tracked = withTracking(guarded)
  const call = isPlayer ? withRefusals(tracked, () => shellPort.tellSession({ type: 'call.refused' })) : tracked
  let hasMoved = false
  const app: App = {
    call,
    captcha,
    warn: noteFault,
    isFresh: createFreshness({ call, site: page.site, state: page.state }, () => performance.now()),
    site: page.site,
    state: page.state,
    visitor: visitorOf(page.site, page.state, window.location.origin),
    styles: page.styles,
    screens: BUILT_ROUTES,
    // What wakes the page has to draw what the server drew; from the next page on time goes by.
    nowMs: () => page.state.madeAtMs + (hasMoved ? Math.round(performance.now()) : 0),
    origin: window.location.origin,
    texts: loadedTexts({
      language,
      files: page.state.dictionaries,
      lifetimes: page.site.config.dictionary,
      call,
      readFile: (file) => fetchDictionary(file, page.site.config.modules.contentHost),
      nowMs: () => performance.now(),
      onMissing: (key) => report('text.missing', { key }),
      onFailed: (error, dictionary) => report('dictionary.failed', { dictionary, error: String(error) }),
    }),
  }
  if (page.site.config['third-party'].isAnalyticsOn) traceMachines()
  await record(page, { send: call, startTokens: sendPlain.startTokens })
  claimStorage(page.state.visitor.player?.userId ?? null)
  leaveWhenRestored(page.state.visitor.player?.userId ?? null)
  void keepAnswers(page.site, window.location.search)
  const { search } = window.location
  void atRest(({ keepLink }) => keepLink(app, search), search !== '')
  const routes = makeRoutes(page.site, page.screen)
  await Promise.all([loadShown(routes), app.texts.need(['app', ...(page.screen?.dictionaries ?? [])])])
  let current = app
  const router = createBrowserRouter(routes, {
    hydrationData: { ...page.hydration, errors: hydratedErrors(page.hydration.errors) } as HydrationState,
    getContext: () => new RouterContextProvider(new Map([[appContext, current]])),
  })
  trackPage(router.state.matches.at(-1)?.route.id ?? '')
  router.subscribe(({ navigation, matches }) => {
    hasMoved = true
    if (navigation.state === 'idle') trackPage(matches.at(-1)?.route.id ?? '')
  })
  const drawn = (shown: App) => (
    <AppRoot app={shown}>
      <RouterProvider router={router} />
    </AppRoot>
  )
  const root = await wake(drawn(app), page.state.preview !== undefined)
  const draw = (shown: App): void => {
    current = shown
    root.render(drawn(shown))
  }
  const onMove = (listener: (path: string) => void) =>
    router.subscribe(({ location }) => listener(location.pathname + location.search))
  await follow(page, { app, draw, onMove, revalidate: () => void router.revalidate() })
  watchPictures(page.site.config.modules.fallbackImage)
  void pageAtRest(FETCH_AFTER_MS).then(fetchLaterScreens)
  const look = () => void atRest(({ checkIcons }) => checkIcons())
  if (document.readyState === 'complete') look()
  else window.addEventListener('load', look, { once: true })
}

start().catch((error: unknown) => {
  report('page.failed', { error: String(error) })
  // Without its first code a page shows what the server drew, and nothing can be pressed.
  if (error instanceof CodeMissing) reloadUnstarted(readPageData())
  throw error
})

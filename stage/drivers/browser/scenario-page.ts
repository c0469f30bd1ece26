import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Browser, BrowserContext, Page, Request, Route } from 'playwright'
import { say } from '#cli/command-text.ts'
import type { PageDeed, StorageState } from '#machines/shell/machine-acts.ts'
import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import type { CouponFeedChange } from '#schemas'
import type { Look, ObservedLook, ObservedSummary } from '../../recorder/page-observer.ts'
import { isOnStage, performOnStage } from '../acts/stage-acts.ts'
import { type Authenticator, addAuthenticator, NO_PASSKEYS } from './authenticator.ts'
import type { HeldCalls } from './held-calls.ts'
import { perform } from './page-locator.ts'
import { HOUR_MS } from './page-start.ts'
import type { ScenarioFeed } from './scenario-feed.ts'

/** What a page is opened with. */
export interface PageOrigin {
  readonly browser: Browser
  /** Its requests are handed to this server; none leaves the process. */
  readonly app: Pick<FastifyInstance, 'inject'>
  readonly host: string
  readonly path: string
  /** What the clock of the page shows; it stands still. */
  readonly startMs: number
  readonly calls: HeldCalls
  /** Name → value. */
  readonly cookies: ReadonlyMap<string, string>
  /** What the local storage holds: keys with their texts. */
  readonly stored: readonly (readonly [string, string])[]
  readonly storage: StorageState
  /** The same of the storage of the tab. */
  readonly storedInTab: Readonly<Record<string, string>>
  /** Whether the browser knows passkeys; undefined leaves it as it is. */
  readonly knowsPasskeys?: boolean | undefined
  /** What speaks the odds stream; without it nobody does. */
  readonly feed?: ScenarioFeed | undefined
}

/** So long a page that hears the odds stream is given time at once, ms: what is sent meanwhile comes between. */
const HEARING_MS = 250

/** A document that is answered so leaves the one that is there where it is. */
const NO_CONTENT = 204
/** The tester's wish to record in this tab, without which nothing is observed. */
const RECORDER = preferenceKey('recorder')

/** A page in a browser context of its own, on a clock that moves only when it is told to. */
export class ScenarioPage {
  readonly #context: BrowserContext
  readonly #page: Page
  readonly #origin: PageOrigin
  #authenticator: Authenticator | undefined
  /** Whether the page may be left for another document; once a scenario plays, only by what a person does. */
  #mayLeave = true
  #isClosed = false

  private constructor(context: BrowserContext, page: Page, origin: PageOrigin) {
    this.#context = context
    this.#page = page
    this.#origin = origin
  }

  /** Opens the page and gives it no time. */
  static async open(origin: PageOrigin): Promise<ScenarioPage> {
    const context = await origin.browser.newContext({
      locale: 'en',
      timezoneId: 'UTC',
      serviceWorkers: 'block',
      hasTouch: true,
    })
    await context.addCookies([...origin.cookies].map(([name, value]) => cookieOf(origin.host, name, value)))
    const page = await context.newPage()
    const opened = new ScenarioPage(context, page, origin)
    await context.route('**/*', (route) =>
      // A page that is closed meanwhile wants no answer any more.
      opened.#carry(route).catch((error: unknown) => {
        if (!opened.#isClosed) throw error
      }),
    )
    const { feed } = origin
    if (feed) await context.routeWebSocket('**/*', (socket) => feed.connect(socket))
    // Other tabs of the site find the storage as this one has left it.
    await page.addInitScript(storeOnce(origin.stored, origin.storedInTab))
    if (origin.knowsPasskeys === true) opened.#authenticator = await addAuthenticator(page, origin.host)
    else if (origin.knowsPasskeys === false) await page.addInitScript(NO_PASSKEYS)
    if (origin.storage !== 'open') await page.addInitScript(brokenStorage(origin.storage))
    // The clock runs until it is paused, and it never goes back.
    await context.clock.install({ time: origin.startMs - HOUR_MS })
    await context.clock.pauseAt(origin.startMs)
    await page.goto(`http://${origin.host}${origin.path}`, { waitUntil: 'commit' })
    return opened
  }

  get page(): Page {
    return this.#page
  }

  get host(): string {
    return this.#origin.host
  }

  /** From now on the page stands: a document that it opens does not come, so that what it did before can be seen. */
  stay(): void {
    this.#mayLeave = false
  }

  async runFor(ms: number): Promise<void> {
    const { feed } = this.#origin
    for (let leftMs = ms; leftMs > 0; leftMs -= HEARING_MS) {
      const partMs = feed ? Math.min(leftMs, HEARING_MS) : leftMs
      await this.#context.clock.runFor(partMs)
      if (!feed) return
      feed.pass(partMs)
      // Texts of the stream are sent at the end of a turn, and come before what is asked of the page after it.
      await nextTurn()
      await this.isReady()
    }
  }

  /** Lets happen what is due already; no time passes. */
  runDue(): Promise<void> {
    return this.#context.clock.runFor(0)
  }

  /** What the clock shows from now on; no timer notices. */
  setTime(instantMs: number): Promise<void> {
    return this.#context.clock.setSystemTime(instantMs)
  }

  /** Whether the scripts of the page have taken it over. */
  isReady(): Promise<boolean> {
    return this.#ask("document.documentElement?.dataset.ready === 'true' && 'liveryQa' in window")
  }

  machines(): Promise<readonly ObservedSummary[]> {
    return this.#ask('window.liveryQa.observe.list()')
  }

  look(id: number, look: Look): Promise<ObservedLook> {
    return this.#ask(`window.liveryQa.observe.look(${id}, ${JSON.stringify(look)})`)
  }

  /** @throws Error when a person cannot do it within `timeout` ms */
  async act(act: PageDeed, timeout: number): Promise<void> {
    if (isOnStage(act)) {
      const around = { page: this.#page, calls: this.#origin.calls, authenticator: this.#authenticator }
      return performOnStage(around, act, timeout)
    }
    const isLeaving = act.do === 'back' || act.do === 'forward' || act.do === 'reload'
    const before = this.#mayLeave
    if (isLeaving) this.#mayLeave = true
    if (act.do === 'wait') await this.runFor(act.ms)
    else if (act.do === 'feed') await this.#told(act.change)
    else await perform(this.#page, act, timeout)
    this.#mayLeave = before
  }

  async #told(change: CouponFeedChange): Promise<void> {
    if (!this.#origin.feed) throw new Error(say('driver.no_feed_here_change'))
    await this.#origin.feed.tell(change)
    await nextTurn()
    await this.isReady()
  }

  close(): Promise<void> {
    this.#isClosed = true
    return this.#context.close()
  }

  #ask<TAnswer>(expression: string): Promise<TAnswer> {
    return this.#page.evaluate<TAnswer>(expression)
  }

  async #carry(route: Route): Promise<void> {
    const request = route.request()
    const isOfPage = request.isNavigationRequest() && request.frame() === this.#page.mainFrame()
    if (isOfPage && !this.#mayLeave) return route.fulfill({ status: NO_CONTENT })
    if (new URL(request.url()).host !== this.#origin.host) return route.abort()
    if (this.#origin.calls.take(route, () => this.#pass(route))) return
    await this.#pass(route)
  }

  async #pass(route: Route): Promise<void> {
    const request = route.request()
    const { statusCode, headers, rawPayload } = await this.#origin.app.inject({
      method: request.method() as 'GET',
      url: request.url().slice(new URL(request.url()).origin.length),
      headers: { ...(await this.#headersOf(request)), host: this.#origin.host },
      ...(request.postDataBuffer() === null ? {} : { payload: request.postDataBuffer() as Buffer }),
    })
    // Node writes it from the computer's clock, by which each token of service would be over at once.
    const date = new Date(this.#origin.startMs).toUTCString()
    const told = Object.entries({ ...headers, date }).map(
      ([name, value]) => [name, [value ?? ''].flat().join('\n')] as const,
    )
    // A page that is closed meanwhile wants no answer any more.
    await route
      .fulfill({ status: statusCode, headers: Object.fromEntries(told), body: rawPayload })
      .catch(() => undefined)
  }

  /** What Chromium adds only on the way to a real server. */
  async #headersOf(request: Request): Promise<Readonly<Record<string, string>>> {
    const { 'accept-encoding': _packed, ...headers } = request.headers()
    const cookies = await this.#context.cookies(request.url())
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    return { 'sec-fetch-site': 'same-origin', ...headers, ...(cookie === '' ? {} : { cookie }) }
  }
}

/** A cookie as the server sets it, for pages of the site alone. */
function cookieOf(host: string, name: string, value: string) {
  return { name, value, url: `https://${host}/`, secure: true, httpOnly: true, sameSite: 'Lax' as const }
}

/** A script that fills the storages when the site is opened for the first time. */
function storeOnce(stored: PageOrigin['stored'], inTab: PageOrigin['storedInTab']): string {
  return `if (!sessionStorage.getItem('scenario')) {
    sessionStorage.setItem('scenario', 'prepared')
    sessionStorage.setItem(${JSON.stringify(RECORDER)}, 'on')
    for (const [key, text] of ${JSON.stringify(Object.entries(inTab))}) sessionStorage.setItem(key, text)
    for (const [key, text] of ${JSON.stringify(stored)}) localStorage.setItem(key, text)
  }`
}

/** A script that makes the local storage fail as the browser does: where its owner has closed it, and where it is full. */
function brokenStorage(state: Exclude<StorageState, 'open'>): string {
  if (state === 'full') {
    return `Storage.prototype.setItem = () => { throw new DOMException('it is full', 'QuotaExceededError') }`
  }
  return `Object.defineProperty(window, 'localStorage', {
    get() { throw new DOMException('it is closed', 'SecurityError') },
  })`
}

import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  type StaticHandler,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import type { AssetChunk, PageBundle, PageInput, PageOutput } from '#calls/page.ts'
import { isStatisticsFrame } from '#machines/feed/statistics/statistics-frame.rules.ts'
import { contentAddress, fallbackScript } from '#machines/site/content-host.rules.ts'
import { BUILT_ROUTES } from '#machines/site/routes/built-routes.ts'
import type { PublicSite, RouteId } from '#schemas'
import { type App, appContext, visitorOf } from '../page/app-context.ts'
import { fixedTexts } from '../page/page-texts.ts'
import type { ScreenData, ShownScreen } from '../page/screen.ts'
import type { ScreenFacts } from '../page/screen-facts.ts'
import { AppRoot } from './AppRoot.tsx'
import { crawlerBlock } from './head/crawler-block.ts'
import { PAGE_DATA_ID, scriptJson } from './page-data.ts'
import { makeRoutes } from './routes.tsx'
import { SCREENS } from './screens/screens.ts'

const ENTRY = 'src/client/app/entry-client.tsx'
/** The script of statistics in a frame, the only one that they have. */
const STATISTICS_ENTRY = 'src/client/feed/statistics/frame.entry.ts'

/** The routes that this build has a screen for. */
export const screenIds = Object.keys(BUILT_ROUTES) as RouteId[]

const handlers = new WeakMap<PublicSite, StaticHandler>()

function handlerOf(site: PublicSite): StaticHandler {
  let handler = handlers.get(site)
  if (!handler) {
    handler = createStaticHandler(makeRoutes(site))
    handlers.set(site, handler)
  }
  return handler
}

/** Renders a page of a brand: loaders first, then the whole document.
 *  @throws whatever a component or a loader throws that is no failure of the catalogue */
export async function renderPage(input: PageInput): Promise<PageOutput> {
  const handler = handlerOf(input.site)
  let facts: ScreenFacts = {}
  const app: App = {
    site: input.site,
    state: input.state,
    visitor: visitorOf(input.site, input.state, input.origin),
    origin: input.origin,
    nowMs: () => input.state.madeAtMs,
    call: input.call,
    warn: input.warn,
    captcha: () => Promise.reject(new Error('a captcha needs a browser')),
    screens: BUILT_ROUTES,
    isFresh: () => Promise.resolve(true),
    describe: (told) => {
      facts = told
    },
    styles: [
      ...(isStatisticsFrame(input.url) ? frameFonts(input) : []),
      input.themeUrl,
      ...stylesOf(input.manifest, [ENTRY]),
    ].map(fromHost(input)),
    texts: fixedTexts(input.state.visitor.language, input.texts),
  }
  const requestContext = new RouterContextProvider(new Map([[appContext, app]]))
  const result = await handler.query(new Request(input.origin + input.url), { requestContext })
  if (result instanceof Response) return redirectOf(result)
  return documentOf(input, app, handler, result, facts)
}

/** Where the files of a page are loaded from: the brand's content-delivery host, else its own (I18N-9). */
function fromHost({ site }: Pick<PageInput, 'site'>): (path: string) => string {
  return (path) => contentAddress(site.config.modules.contentHost, path)
}

/** The faces of statistics in a frame: those of the device, except for a script that many devices have no good face for. */
function frameFonts({ fonts, manifest, state }: PageInput): string[] {
  const { script } = new Intl.Locale(state.visitor.language).maximize()
  const chunk =
    script === 'Arab' && fonts.arabic !== null ? manifest[`src/client/app/fonts/${fonts.arabic}.css`] : undefined
  return chunk ? [`/${chunk.file}`] : []
}

/** Preloads of the font files that the page's language is written in, so that the first paint already has them. Digits and names
 *  of teams are Latin in every language. */
function fontPreloads({ fonts, manifest, state, site }: PageInput): string {
  const { script } = new Intl.Locale(state.visitor.language).maximize()
  const filesOf = (family: string, script: string) =>
    manifest[`src/client/app/fonts/${family}.css`]?.assets?.filter((file) =>
      file.includes(`-${script}-wght-normal-`),
    ) ?? []
  const files = fonts.drawn.flatMap((family) => [
    ...filesOf(family, 'latin'),
    ...(script === 'Cyrl' ? filesOf(family, 'cyrillic') : []),
  ])
  if (script === 'Arab' && fonts.arabic !== null) files.push(...filesOf(fonts.arabic, 'arabic'))
  return [...fonts.own.map((path) => site.assets + path), ...files.map((file) => `/${file}`)]
    .map(fromHost({ site }))
    .map((address) => `<link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" href="${address}">`)
    .join('')
}

function redirectOf(response: Response): PageOutput {
  return { kind: 'redirect', status: response.status, location: response.headers.get('location') ?? '/' }
}

function documentOf(
  input: PageInput,
  app: App,
  handler: StaticHandler,
  result: StaticHandlerContext,
  facts: ScreenFacts,
): PageOutput {
  const files = result.matches.flatMap(({ route }) => (route.handle as { file?: string } | undefined)?.file ?? [])
  const later = Object.values(result.loaderData).flatMap((loaded) => (loaded as ScreenData | undefined)?.styledBy ?? [])
  const screenStyles = stylesOf(input.manifest, [...files, ...later])
    .map(fromHost(input))
    .filter((href) => !app.styles.includes(href))
  const shown: App = { ...app, styles: [...app.styles, ...screenStyles] }
  const router = createStaticRouter(handler.dataRoutes, result)
  const html = renderToString(
    <AppRoot app={shown}>
      <StaticRouterProvider router={router} context={result} hydrate={false} />
    </AppRoot>,
  )
  if (isStatisticsFrame(input.url))
    return { kind: 'document', status: result.statusCode, pieces: framePieces(html, input) }
  return {
    kind: 'document',
    status: result.statusCode,
    pieces: piecesOf(html, input, headBlock(input, shown, files, result), crawlerBlock(input, shown, result, facts)),
  }
}

/** React writes none where it draws a page as one text; without it browsers lay the page out by the rules of the last century. */
const DOCTYPE = '<!doctype html>'
const HEAD_START = '<head>'
const HEAD_END = '</head>'
const DOCUMENT_END = '</body></html>'
/** What React writes where a part of the page waits for something or has failed, and leaves that part to the browser. */
const UNDRAWN = '<!--$!-->'

/** Statistics in a frame: the markup as it is, and the script that reports its height. Nothing wakes it, so it brings neither the
 *  site's scripts nor its configuration, and is written in the faces that the visitor's device has. */
function framePieces(html: string, { manifest, nonce, site }: PageInput): readonly string[] {
  const file = manifest[STATISTICS_ENTRY]?.file
  const script = file
    ? `<script type="module" src="${fromHost({ site })(`/${file}`)}" nonce="${nonce}" async=""></script>`
    : ''
  return [DOCTYPE + html.slice(0, -DOCUMENT_END.length) + script + DOCUMENT_END]
}

/** React's markup with what it does not draw: the block at the end of the head, and the script that wakes the page.
 *  @throws Error when a part of the page was not drawn: what a page needs is loaded before */
function piecesOf(
  html: string,
  { manifest, nonce, site }: PageInput,
  block: HeadBlock,
  crawlers: string,
): readonly (string | Uint8Array)[] {
  const headEnd = html.indexOf(HEAD_END)
  if (headEnd < 0 || !html.endsWith(DOCUMENT_END)) throw new Error('the document has no head or no end')
  if (html.includes(UNDRAWN)) throw new Error('a part of the page waits for something or has failed')
  const entry = fromHost({ site })(`/${manifest[ENTRY]?.file ?? ''}`)
  const script = `<script type="module" src="${entry}" nonce="${nonce}" async=""></script>`
  const { contentHost } = site.config.modules
  const fallback = contentHost === undefined ? '' : `<script nonce="${nonce}">${fallbackScript(contentHost)}</script>`
  // Before the first style sheet, for whose end every script after it waits.
  const headStart = html.indexOf(HEAD_START) + HEAD_START.length
  return [
    DOCTYPE + html.slice(0, headStart) + fallback + html.slice(headStart, headEnd) + crawlers + block.before,
    block.siteJson,
    block.after + html.slice(headEnd, -DOCUMENT_END.length) + script + DOCUMENT_END,
  ]
}

/** The end of the head, around the site as JSON. */
interface HeadBlock {
  readonly before: string
  readonly siteJson: Uint8Array
  readonly after: string
}

/** What React does not draw: preloads of the screen's chunks and dictionaries, and the JSON block. */
function headBlock(input: PageInput, app: App, files: readonly string[], result: StaticHandlerContext): HeadBlock {
  const at = fromHost(input)
  // What is seen comes first: style sheets and fonts, then what wakes the page.
  const chunks = chunksOf(input.manifest, [ENTRY, ...files])
  const preloads = [...chunks].map(
    (file) => `<link rel="modulepreload" fetchpriority="low" nonce="${input.nonce}" href="${at(`/${file}`)}">`,
  )
  const screen = shownScreen(input.manifest, result)
  const units = ['app', ...(screen?.dictionaries ?? [])]
  const texts = [...new Set(units)].flatMap((unit) => {
    const file = input.state.dictionaries[unit]
    return file
      ? [`<link rel="preload" as="fetch" crossorigin="anonymous" fetchpriority="low" href="${at(file)}">`]
      : []
  })
  const hydration = { loaderData: result.loaderData, errors: result.errors }
  const rest = scriptJson({ state: input.state, hydration, styles: app.styles, screen }).slice(1)
  const opening = `<script type="application/json" id="${PAGE_DATA_ID}" nonce="${input.nonce}">{"site":`
  return {
    before: `<meta property="csp-nonce" nonce="${input.nonce}">${fontPreloads(input)}${preloads.join('')}${texts.join('')}${opening}`,
    siteJson: input.siteJson,
    after: `,${rest}</script>`,
  }
}

/** The screen that the page shows, or would without an error; undefined at an address without one. */
function shownScreen(manifest: PageInput['manifest'], { matches }: StaticHandlerContext): ShownScreen | undefined {
  const routeId = matches.at(-1)?.route.id as RouteId | undefined
  const screen = routeId && SCREENS[routeId]
  if (!screen) return undefined
  const chunk = manifest[screen.file]?.file
  return chunk === undefined ? undefined : { ...screen, routeId, chunk }
}

function chunksOf(manifest: PageInput['manifest'], files: readonly string[], seen = new Set<string>()): Set<string> {
  for (const file of files) {
    const chunk: AssetChunk | undefined = manifest[file]
    if (!chunk || seen.has(chunk.file)) continue
    seen.add(chunk.file)
    chunksOf(manifest, chunk.imports ?? [], seen)
  }
  return seen
}

function stylesOf(manifest: PageInput['manifest'], files: readonly string[]): string[] {
  const styles = new Set<string>()
  const visited = new Set<string>()
  const visit = (file: string) => {
    if (visited.has(file)) return
    visited.add(file)
    const chunk = manifest[file]
    for (const name of chunk?.imports ?? []) visit(name)
    for (const style of chunk?.css ?? []) styles.add(`/${style}`)
  }
  files.forEach(visit)
  return [...styles]
}

;({ renderPage, screenIds }) satisfies PageBundle

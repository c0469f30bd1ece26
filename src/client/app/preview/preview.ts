import type { StudioDraftPreview, Visitor } from '#schemas'
import { type App, visitorOf } from '../../page/app-context.ts'
import { fetchDictionary, loadedTexts } from '../../page/page-texts.ts'
import { noteFault, report } from '../../page/report.ts'
import { inspectPage, keepKeys, type SoughtPlace, type WrittenKeys } from './preview-inspect.ts'

/** What a page of a draft is given to follow it. */
export interface PreviewPorts {
  /** Origins of studios: only they may say what the page shows. */
  readonly studios: readonly string[]
  readonly app: App
  /** Draws the page with another app, without a reload. */
  readonly draw: (app: App) => void
  /** Asks the loaders of the screen again. */
  readonly revalidate: () => void
  /** Calls back with each address that the page moves to. */
  readonly onMove: (listener: (path: string) => void) => void
}

type Message =
  | { readonly type: 'livery.preview.draft'; readonly preview: StudioDraftPreview }
  | { readonly type: 'livery.preview.texts'; readonly texts: Readonly<Record<string, Typed>> }
  | { readonly type: 'livery.preview.inspect'; readonly isOn: boolean }
  | ({ readonly type: 'livery.preview.find' } & SoughtPlace)
  | { readonly type: 'livery.preview.scheme'; readonly scheme: 'light' | 'dark' | 'system' }
  | ({ readonly type: 'livery.preview.visitor' } & Audience)

/** Texts that are typed in the studio and not in the draft yet: key → text. */
type Typed = Readonly<Record<string, string>>

/** For whom the page is shown. */
interface Audience {
  /** ISO 3166-1 alpha-2 in lower case; null for the one from which the page was asked for. */
  readonly country: string | null
  /** Whether for somebody who is signed in: a player who exists on this page alone. */
  readonly isPlayer: boolean
}

/** How long edits must rest before loaders are asked again, ms: what they answer changes seldom. */
const REST_MS = 400

/** Follows the draft that a studio edits around this page: each edit is shown without a reload (OPS-17). Messages count only from
 *  the window around this one, and only under the origin of a studio. */
export function followDraft(ports: PreviewPorts): void {
  const { parent: around } = window
  if (around === window) return
  const keys: WrittenKeys = new Map()
  const files = createFileMemory()
  /** Texts that are typed: those that the studio sent last, and those that pages show instead of what their files have. */
  let sent: Typed = {}
  let typed: Typed = {}
  const readFile: typeof fetchDictionary = async (file) => withTyped(await files(file), typed)
  let latest: StudioDraftPreview | undefined
  /** The draft that the page shows; a later one may be on its way. */
  let drawn: StudioDraftPreview | undefined
  let shown: App = { ...ports.app, texts: keepKeys(ports.app.texts, keys) }
  let asked = 0
  let resting: ReturnType<typeof setTimeout> | undefined
  const tell = (message: object): void => {
    for (const studio of ports.studios) around.postMessage(message, studio)
  }
  const follow = async (preview: StudioDraftPreview): Promise<void> => {
    asked += 1
    const turn = asked
    latest = preview
    if (leadsElsewhere(shown, preview)) return window.location.reload()
    const before = typed
    const next = await drafted(shown, preview, { keys, readFile })
    if (turn !== asked) return
    // Its files are read by now; what was typed meanwhile is drawn at once.
    if (typed !== before) return follow(preview)
    shown = next
    drawn = preview
    ports.draw(shown)
    tell({ type: 'livery.preview.applied', hash: preview.site.hash })
    clearTimeout(resting)
    resting = setTimeout(ports.revalidate, REST_MS)
  }
  // Typed texts are seen at once: the draft that has them comes a moment later, and takes their place.
  const type = async (texts: Typed): Promise<void> => {
    const isNew = Object.keys(texts).some((key) => typed[key] !== texts[key])
    sent = texts
    typed = { ...typed, ...texts }
    if (!isNew || !latest) return
    if (!drawn || drawn === latest) return follow(latest)
    // A draft is on its way, whose files have to be made and fetched: what is typed need not wait for them, nor stop it.
    const [base, turn] = [drawn, asked]
    const next = await drafted(shown, base, { keys, readFile })
    if (drawn !== base || turn !== asked) return
    shown = next
    ports.draw(shown)
  }
  const dress = (audience: Audience): void => {
    const visitor = visitorFor(ports.app, shown.site, audience)
    if (visitor.country === shown.state.visitor.country && isSignedIn(visitor) === isSignedIn(shown.state.visitor))
      return
    const state = { ...shown.state, visitor }
    shown = { ...shown, state, visitor: visitorOf(shown.site, state, shown.origin) }
    ports.draw(shown)
    ports.revalidate()
  }
  const inspected = { keys, config: () => shown.site.config }
  const inspect = inspectPage(inspected, (picked) => tell({ type: 'livery.preview.picked', ...picked }))
  const fail = (error: unknown): void => report('preview.failed', { error: String(error) })
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== around || !ports.studios.includes(origin) || !isMessage(data)) return
    if (data.type === 'livery.preview.inspect') inspect.turn(data.isOn)
    else if (data.type === 'livery.preview.find') tell({ type: 'livery.preview.found', count: inspect.show(data) })
    else if (data.type === 'livery.preview.scheme') showScheme(data.scheme)
    else if (data.type === 'livery.preview.visitor') dress(data)
    else if (data.type === 'livery.preview.texts') type(data.texts[shown.state.visitor.language] ?? {}).catch(fail)
    else if (data.preview.site.hash === shown.site.hash) {
      latest = data.preview
      tell({ type: 'livery.preview.applied', hash: shown.site.hash })
    } else {
      typed = sent
      follow(data.preview).catch(fail)
    }
  })
  ports.draw(shown)
  ports.onMove((path) => tell({ type: 'livery.preview.moved', path }))
  tell({ type: 'livery.preview.ready', hash: shown.site.hash })
}

/** Money of the player who exists in previews alone, in minor units. */
const EXAMPLE_BALANCE_MINOR = 12_500

/** The visitor of the page as a studio wants to see it: menus, banners, blocks and routes follow. */
function visitorFor({ state: { visitor } }: App, site: App['site'], { country, isPlayer }: Audience): Visitor {
  const example = { userId: 1, balanceMinor: EXAMPLE_BALANCE_MINOR, currency: site.config.global.defaultCurrency }
  return { ...visitor, country: country ?? visitor.country, player: isPlayer ? (visitor.player ?? example) : null }
}

function isSignedIn({ player }: Visitor): boolean {
  return player !== null
}

function isMessage(data: unknown): data is Message {
  const type = typeof data === 'object' && data !== null ? Reflect.get(data, 'type') : undefined
  return typeof type === 'string' && /^livery\.preview\.(?:draft|texts|inspect|find|scheme|visitor)$/.test(type)
}

/** Shows the page in a scheme for as long as it is open; the choice of the browser is kept. */
function showScheme(scheme: 'light' | 'dark' | 'system'): void {
  const { dataset } = document.documentElement
  if (scheme === 'system') delete dataset.scheme
  else dataset.scheme = scheme
}

/** Whether a draft has other routes or languages than the page: its router was made for these. */
function leadsElsewhere({ site, state }: App, { site: next, dictionaries }: StudioDraftPreview): boolean {
  const routesOf = ({ config }: App['site']) =>
    JSON.stringify([config.application.routes, config.boolean, config.other.modalIdParameter])
  return !Object.hasOwn(dictionaries, state.visitor.language) || routesOf(site) !== routesOf(next)
}

/** Files of dictionaries that are remembered: those of one language, and of what was edited last. */
const MOST_FILES = 120

/** What a page of a draft keeps from edit to edit. */
interface Kept {
  readonly keys: WrittenKeys
  readonly readFile: typeof fetchDictionary
}

/** Reads files of dictionaries, each once: their addresses change with their texts, so an edit fetches only what it has changed. */
function createFileMemory(): typeof fetchDictionary {
  const files = new Map<string, ReturnType<typeof fetchDictionary>>()
  return (file) => {
    const reading = files.get(file) ?? fetchDictionary(file)
    files.delete(file)
    files.set(file, reading)
    const [oldest] = files.keys()
    if (files.size > MOST_FILES && oldest !== undefined) files.delete(oldest)
    reading.catch(() => files.delete(file))
    return reading
  }
}

/** A dictionary with what is typed of its texts. */
function withTyped(source: Awaited<ReturnType<typeof fetchDictionary>>, typed: Typed): typeof source {
  const own = Object.entries(typed).filter(([key]) => Object.hasOwn(source.texts, key))
  return own.length === 0 ? source : { ...source, texts: { ...source.texts, ...Object.fromEntries(own) } }
}

/** The page's app as a draft makes it. Its texts and its style sheet are there before it is drawn. */
async function drafted(app: App, preview: StudioDraftPreview, { keys, readFile }: Kept): Promise<App> {
  const { site } = preview
  const { language } = app.state.visitor
  const files = preview.dictionaries[language] ?? {}
  const texts = loadedTexts({
    language,
    files,
    lifetimes: site.config.dictionary,
    call: app.call,
    readFile,
    nowMs: () => performance.now(),
    onMissing: (key) => report('text.missing', { key }),
    onFailed: (error, dictionary) => report('dictionary.failed', { dictionary, error: String(error) }),
  })
  const themeAt = app.styles.findIndex((href) => href.startsWith('/theme/'))
  const styles = [preview.theme, ...app.styles.slice(themeAt + 1)]
  const isNew = (href: string) => !app.styles.includes(href)
  const needTexts = () => texts.need(app.texts.needed().filter((id) => Object.hasOwn(files, id)))
  await Promise.all([needTexts(), ...styles.filter(isNew).map((href) => fetch(href))])
  // A part of the page may have come meanwhile, with texts of its own.
  await needTexts()
  return {
    ...app,
    site,
    styles,
    visitor: visitorOf(site, app.state, app.origin),
    texts: keepKeys(texts, keys),
    isFresh: () => Promise.resolve(true),
    warn: noteFault,
  }
}

import type { SharedChange, WindowMessage } from '#schemas'

/**
 * The script that other sites load: puts the site into each element with the attribute `data-livery-site`, and links the two windows by
 * their shared keys (XWIN-1 to XWIN-4). It reads nothing of the page, and listens to its own frames alone. It stands alone, so that it
 * is one small file; the frame runs the machine of the same protocol, which refuses what does not belong to it.
 */

const RESEND_MS = 500
const GREETINGS = 20
const MESSAGE_MAX_LENGTH = 8192
const ID = /^[A-Za-z0-9_-]{21}$/
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'

type Key = SharedChange['key']
type Value = SharedChange['value']

/** One frame with the window inside it. */
interface Link {
  readonly place: HTMLElement
  readonly frame: HTMLIFrameElement
  readonly origin: string
  readonly session: string
  /** The loading of the window inside; empty before it has greeted. */
  peer: string
  isMet: boolean
  readonly entries: Map<Key, SharedChange>
}

function start(): void {
  const { origin } = new URL(import.meta.url)
  const links: Link[] = []
  window.addEventListener('message', ({ source, origin: from, data }: MessageEvent<unknown>) => {
    const link = links.find(({ frame }) => source !== null && frame.contentWindow === source)
    if (link && from === origin && isMessage(data)) hear(link, data)
  })
  for (const place of document.querySelectorAll<HTMLElement>('[data-livery-site]')) {
    const address = addressOf(place, origin)
    if (!address) continue
    const frame = frameOf(address, place.dataset.title ?? 'Site')
    const link: Link = { place, frame, origin, session: newId(), peer: '', isMet: false, entries: new Map() }
    links.push(link)
    place.addEventListener('livery:set', (event) => {
      const { key, value } = (event as CustomEvent<{ readonly key: Key; readonly value: Value }>).detail
      change(link, key, value)
    })
    place.replaceChildren(frame)
    frame.addEventListener('load', () => greet(link, GREETINGS))
  }
}

/** Greets a window until it has answered. */
function greet(link: Link, times: number): void {
  if (link.isMet || times === 0) return
  post(link, { kind: 'syn', session: link.session })
  setTimeout(() => greet(link, times - 1), RESEND_MS)
}

function hear(link: Link, message: WindowMessage): void {
  const { session, peer } = link
  if (message.kind === 'syn') {
    if (message.session !== peer) part(link, message.session)
    post(link, { kind: 'syn-ack', session, to: link.peer })
    return
  }
  if (message.to !== session) return
  if (message.kind === 'syn-ack') {
    Object.assign(link, { peer: message.session })
    post(link, { kind: 'ack', session, to: link.peer })
    meet(link)
  } else if (message.session !== peer) return
  else if (message.kind === 'bye') {
    part(link, '')
  } else {
    meet(link)
    if (message.kind === 'update') adopt(link, message.changes)
  }
}

/** The window inside has gone, or was loaded again. @param peer its new loading; empty where there is none */
function part(link: Link, peer: string): void {
  if (link.isMet) tell(link, 'livery:status', { status: 'init' })
  Object.assign(link, { peer, isMet: false })
}

/** The handshake is made: both tell each other what they know. */
function meet(link: Link): void {
  if (link.isMet) return
  link.isMet = true
  tell(link, 'livery:status', { status: 'handshaked' })
  if (link.entries.size > 0) update(link, [...link.entries.values()])
}

/** Takes over what the window inside has changed, and tells the page. */
function adopt({ entries, ...link }: Link, changes: readonly SharedChange[]): void {
  for (const one of changes) {
    const known = entries.get(one.key)
    const isNews = !known || one.count > known.count || (one.count === known.count && one.writer > known.writer)
    if (!isNews) continue
    entries.set(one.key, one)
    tell(link, 'livery:change', { key: one.key, value: one.value })
  }
}

/** Changes a key, and tells the window inside. */
function change(link: Link, key: Key, value: Value): void {
  const count = 1 + Math.max(0, ...[...link.entries.values()].map((one) => one.count))
  const made: SharedChange = { key, value, count, writer: link.session }
  link.entries.set(key, made)
  if (link.isMet) update(link, [made])
}

function update(link: Link, changes: SharedChange[]): void {
  post(link, { kind: 'update', session: link.session, to: link.peer, changes })
}

function post({ frame, origin }: Pick<Link, 'frame' | 'origin'>, message: object): void {
  frame.contentWindow?.postMessage({ ...message, id: newId() }, origin)
}

function tell({ place }: Pick<Link, 'place'>, type: string, detail: object): void {
  place.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }))
}

/** The address that an element names; null for one that is not of this brand. */
function addressOf(place: HTMLElement, origin: string): URL | null {
  const { liverySite: path = '' } = place.dataset
  const url = URL.canParse(path, origin) ? new URL(path, origin) : null
  return url?.origin === origin ? url : null
}

function frameOf(url: URL, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.sandbox.add('allow-scripts', 'allow-same-origin', 'allow-forms', 'allow-modals', 'allow-downloads')
  frame.sandbox.add('allow-popups', 'allow-popups-to-escape-sandbox', 'allow-top-navigation-by-user-activation')
  frame.allow = 'fullscreen'
  frame.referrerPolicy = 'strict-origin'
  frame.style.cssText = 'display:block;inline-size:100%;block-size:100%;min-block-size:480px;border:0'
  frame.src = url.href
  return frame
}

function isMessage(data: unknown): data is WindowMessage {
  const { kind, id, session } = (typeof data === 'object' && data !== null ? data : {}) as Partial<WindowMessage>
  const isWhole = typeof kind === 'string' && typeof id === 'string' && typeof session === 'string'
  return isWhole && ID.test(id) && ID.test(session) && JSON.stringify(data).length <= MESSAGE_MAX_LENGTH
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(21))
  return Array.from(bytes, (byte) => CHARACTERS[byte % CHARACTERS.length]).join('')
}

start()

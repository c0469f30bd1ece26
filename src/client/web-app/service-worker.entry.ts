import type { PushPayload } from '#schemas'

/**
 * The service worker of a site. It keeps files whose address names their content, and a page for when the visitor is offline; never
 * a page, a price, a call or anything private. A newer one waits until a page that moves on lets it take over, and no other
 * page has a bet open.
 */

/** What the server puts before this code. */
interface WorkerSettings {
  /** Of this worker and its pages. */
  readonly version: string
  readonly languages: readonly string[]
  readonly defaultLanguage: string
  /** Addresses of the style sheets and pictures of the page for when the visitor is offline. */
  readonly files: readonly string[]
}

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

interface WindowClient {
  readonly id: string
  readonly url: string
  readonly focused: boolean
  focus(): Promise<unknown>
  postMessage(message: unknown, transfer: readonly Transferable[]): void
}

interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null
}

interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification
}

interface WorkerScope {
  readonly livery: WorkerSettings
  readonly location: Location
  readonly clients: {
    matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: boolean }): Promise<WindowClient[]>
    claim(): Promise<void>
    openWindow(url: string): Promise<unknown>
  }
  readonly registration: {
    readonly navigationPreload?: { enable(): Promise<void> }
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(
    type: 'message',
    listener: (event: ExtendableEvent & MessageEvent & { readonly source: WindowClient }) => void,
  ): void
}

const scope = globalThis as unknown as WorkerScope
const { version, languages, defaultLanguage, files } = scope.livery
const OFFLINE = `livery-offline-${version}`
const FILES = 'livery-files'
/** Files that are kept at most; the oldest go first. */
const MOST_FILES = 300
/** How long a page may take to say whether a bet is open in it; a page that says nothing may have one. */
const ANSWER_MS = 1000
/** Files whose address names their content. */
const HASHED = /^\/(?:assets\/[\w.-]+-[\w-]{8,}\.(?:js|css|woff2)|theme\/[0-9a-f]{16}\.css)$/

const offlinePath = (language: string): string => `/app/offline/${language}`

async function install(): Promise<void> {
  const cache = await caches.open(OFFLINE)
  await cache.addAll([...languages.map(offlinePath), ...files])
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name !== OFFLINE && name !== FILES)
  await Promise.all(old.map((name) => caches.delete(name)))
  await scope.registration.navigationPreload?.enable()
  await scope.clients.claim()
}

/** A page comes from the server or not at all. */
async function page(event: FetchEvent): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch (error) {
    const first = new URL(event.request.url).pathname.split('/')[1] ?? ''
    const language = languages.includes(first) ? first : defaultLanguage
    const kept = await caches.match(offlinePath(language), { cacheName: OFFLINE })
    if (kept) return kept
    throw error
  }
}

/** A file that is kept, or one that the server has, which is kept from now on. */
async function file(request: Request): Promise<Response> {
  const kept = await caches.match(request.url)
  if (kept) return kept
  const answer = await fetch(request)
  const isLasting = answer.headers.get('cache-control')?.includes('immutable')
  if (answer.ok && answer.type === 'basic' && isLasting) await keepFile(request.url, answer.clone())
  return answer
}

async function keepFile(url: string, answer: Response): Promise<void> {
  const cache = await caches.open(FILES)
  // A full disk or a private window is no reason to fail a page.
  await cache.put(url, answer).catch(() => undefined)
  const kept = await cache.keys()
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST_FILES)).map((request) => cache.delete(request)))
}

/** Whether a bet is open in a page, as it says. */
function isBusy(client: WindowClient): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data !== false)
    setTimeout(resolve, ANSWER_MS, true)
    client.postMessage({ type: 'livery.is_bet_open' }, [port2])
  })
}

/** Takes over from the worker before, unless a bet is open anywhere. @returns whether it did */
async function takeOver(): Promise<boolean> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if ((await Promise.all(pages.map(isBusy))).includes(true)) return false
  await scope.skipWaiting()
  return true
}

/** Shows a message. One that cannot be read is shown as the site's name alone: browsers want to see something for each. */
async function show(message: unknown): Promise<void> {
  const { notification } = (message ?? {}) as Partial<PushPayload>
  if (!notification) return scope.registration.showNotification(scope.location.host, {})
  const { title, navigate, ...shown } = notification
  return scope.registration.showNotification(title, { ...shown, data: navigate })
}

/** Leads to the page of a message, in a tab of the site that is there or in another; never to another site. */
async function open(notification: Notification): Promise<void> {
  notification.close()
  const place = new URL(String(notification.data ?? '/'), scope.location.origin)
  const url = place.origin === scope.location.origin ? place.href : scope.location.origin
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: false })
  const there = pages.find((page) => page.url === url)
  await (there ? there.focus() : scope.clients.openWindow(url))
}

scope.addEventListener('push', (event) => {
  let message: unknown = null
  try {
    message = event.data?.json()
  } catch {
    message = null
  }
  event.waitUntil(show(message))
})
scope.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)))
scope.addEventListener('install', (event) => event.waitUntil(install()))
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { readonly type?: unknown }
  if (type !== 'livery.take_over') return
  event.waitUntil(takeOver().then((isTaken) => event.ports[0]?.postMessage(isTaken)))
})
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== scope.location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(event))
  else if (HASHED.test(pathname) || files.includes(pathname)) event.respondWith(file(request))
})

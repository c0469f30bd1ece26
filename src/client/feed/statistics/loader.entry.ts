import type { StatisticsMessage } from '#schemas'

/** Path of a frame of statistics below the host of the brand. */
const FRAME_PATH = /^\/[A-Za-z-]+\/statisticpopup\//
const LEAST_PX = 280
const MOST_PX = 20_000

/** The script that other sites load: puts a frame of statistics into each element with the attribute `data-livery-statistics`, and gives
 *  it the height that the frame asks for. It reads nothing of the page, and listens to its own frames alone. */
function start(): void {
  const { origin } = new URL(import.meta.url)
  const frames = new Map<MessageEventSource, HTMLIFrameElement>()
  window.addEventListener('message', ({ source, origin: from, data }: MessageEvent<unknown>) => {
    const frame = source && frames.get(source)
    if (!frame || from !== origin || !isHeight(data)) return
    frame.style.height = `${Math.min(MOST_PX, Math.max(LEAST_PX, data.heightPx))}px`
  })
  for (const place of document.querySelectorAll<HTMLElement>('[data-livery-statistics]')) {
    const url = addressOf(place, origin)
    if (!url) continue
    const frame = frameOf(url, place.dataset.title ?? 'Statistics')
    place.replaceChildren(frame)
    if (frame.contentWindow) frames.set(frame.contentWindow, frame)
  }
}

/** The address that an element names, with its theme; null for one that is no statistics of this brand. */
function addressOf(place: HTMLElement, origin: string): URL | null {
  const { liveryStatistics: path = '', theme } = place.dataset
  const url = URL.canParse(path, origin) ? new URL(path, origin) : null
  if (!url || url.origin !== origin || !FRAME_PATH.test(url.pathname)) return null
  if (theme) url.searchParams.set('theme', theme)
  return url
}

function frameOf(url: URL, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.loading = 'lazy'
  frame.sandbox.add('allow-scripts', 'allow-same-origin', 'allow-popups', 'allow-popups-to-escape-sandbox')
  frame.referrerPolicy = 'strict-origin'
  frame.style.cssText = `display:block;inline-size:100%;border:0;height:${LEAST_PX}px`
  frame.src = url.href
  return frame
}

function isHeight(data: unknown): data is StatisticsMessage {
  const message = data as Partial<StatisticsMessage> | null
  return (
    typeof message === 'object' &&
    message?.source === 'livery.statistics' &&
    message.kind === 'height' &&
    Number.isFinite(message.heightPx)
  )
}

start()

import type { ErrorCode } from '#schemas'

/** What the page asks of the frame. */
export type FrameOrder = { readonly kind: 'render' } | { readonly kind: 'execute' }

/** What the frame tells the page. */
export type FrameMessage =
  | { readonly kind: 'loaded' | 'rendered' | 'ready' | 'expired' | 'closed' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly reason: string }

/** What the scripts of reCAPTCHA and hCaptcha offer, and what one of hunt has to offer. */
interface Widget {
  render(container: HTMLElement, options: Readonly<Record<string, unknown>>): string | number
  execute(id: string | number): unknown
  ready?(callback: () => void): void
}

const GLOBALS = { google: 'grecaptcha', hcaptcha: 'hcaptcha', hunt: 'hunt' } as const
const { provider, script, siteKey } = document.body.dataset as {
  readonly provider: keyof typeof GLOBALS
  readonly script: string
  readonly siteKey: string
}

const tell = (message: FrameMessage) => window.parent.postMessage(message, location.origin)
const fail = (code: ErrorCode, reason: unknown) => tell({ kind: 'failed', code, reason: String(reason) })
const widget = () => (globalThis as unknown as Record<string, Widget | undefined>)[GLOBALS[provider]]
let widgetId: string | number | null = null
let isSolved = false
/** A solved challenge is hidden before its token comes. */
const TOKEN_AFTER_HIDING_MS = 1000

function load(): void {
  const element = document.createElement('script')
  element.src = script
  element.addEventListener('load', () => tell({ kind: 'loaded' }))
  element.addEventListener('error', () => fail('captcha.unavailable', 'the script was not loaded'))
  document.head.append(element)
}

/** A script that is loaded may still make itself ready: the page is told when it is, and asks for no longer than it likes. */
function render(): void {
  tell({ kind: 'rendered' })
  const begin = () => {
    const api = widget()
    const place = document.getElementById('widget')
    if (!api?.render || !place) return setTimeout(begin, 50)
    if (widgetId === null) widgetId = api.render(place, options())
    return tell({ kind: 'ready' })
  }
  const api = widget()
  if (api?.ready) api.ready(begin)
  else begin()
}

function options(): Readonly<Record<string, unknown>> {
  return {
    sitekey: siteKey,
    size: 'invisible',
    callback: (token: string) => {
      isSolved = true
      tell({ kind: 'token', token })
    },
    'expired-callback': () => tell({ kind: 'expired' }),
    'chalexpired-callback': () => tell({ kind: 'expired' }),
    'error-callback': (reason: unknown) => fail('captcha.failed', reason),
    'close-callback': () => tell({ kind: 'closed' }),
  }
}

/** reCAPTCHA tells nobody that its challenge was closed: what it showed is hidden again without a token. */
function watchClosing(): void {
  let wasShown = false
  const look = () => {
    const challenge = document.querySelector('iframe[src*="/bframe"]')?.closest<HTMLElement>('body > div')
    const isShown = challenge !== null && challenge !== undefined && challenge.style.visibility !== 'hidden'
    if (wasShown && !isShown) setTimeout(() => isSolved || tell({ kind: 'closed' }), TOKEN_AFTER_HIDING_MS)
    wasShown = isShown
  }
  new MutationObserver(look).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['style'] })
}

function execute(): void {
  try {
    if (widgetId === null) throw new Error('the widget is not drawn')
    widget()?.execute(widgetId)
  } catch (error) {
    fail('captcha.failed', error)
  }
}

window.addEventListener('message', ({ origin, source, data }: MessageEvent<FrameOrder>) => {
  if (origin !== location.origin || source !== window.parent) return
  try {
    if (data.kind === 'render') render()
    if (data.kind === 'execute') execute()
  } catch (error) {
    fail('captcha.failed', error)
  }
})
if (provider === 'google') watchClosing()
load()

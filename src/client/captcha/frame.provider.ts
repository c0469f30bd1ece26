import { AppError } from '#calls/app-error.ts'
import type { SolvedCaptcha } from '#machines/captcha/captcha-setup.machine.ts'
import type { CaptchaProvider, ProviderPorts } from './captcha-provider.ts'
import type { FrameMessage, FrameOrder } from './frame.entry.ts'

type Waiter = (message: FrameMessage) => void

/** A captcha of another company. Its script runs in a frame, a document of its own whose policy alone names the
 *  company's hosts; page and frame talk by messages. The frame is in the dialog from the first moment: moving a frame
 *  within a page reloads it. */
export function createFrameProvider(ports: ProviderPorts & { readonly frameTitle: () => string }): CaptchaProvider {
  const { stage, onExpired } = ports
  let isReady = false
  const talk = createTalk((kind, isAwaited) => {
    if (kind === 'ready') isReady = true
    if (kind === 'expired' && !isAwaited) onExpired()
  })
  const dispose = () => {
    talk.end()
    isReady = false
    stage.close()
  }
  return {
    async load(signal) {
      const host = await stage.open()
      signal.throwIfAborted()
      const frame = makeFrame(ports)
      const loaded = talk.begin(frame, signal)
      host.replaceChildren(frame)
      await loaded
    },
    async render(signal) {
      const rendered = talk.next('rendered', signal)
      talk.order({ kind: 'render' })
      await rendered
    },
    isReady: () => isReady,
    async execute(signal): Promise<SolvedCaptcha> {
      const solved = talk.next('token', signal)
      talk.order({ kind: 'execute' })
      try {
        const { token = '' } = (await solved) as { token?: string }
        return { token, lifetimeMs: TOKEN_LIFETIME_MS }
      } finally {
        dispose()
      }
    },
    reset: () => Promise.reject(new Error('the frame of the captcha has gone with its dialog')),
    dispose,
  }
}

/** reCAPTCHA and hCaptcha take a token for two minutes. */
const TOKEN_LIFETIME_MS = 120_000

type FrameProviderPorts = Parameters<typeof createFrameProvider>[0]

function makeFrame({ config, language, siteKey, frameTitle }: FrameProviderPorts): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = frameTitle()
  const query = new URLSearchParams({ lng: language, ...(siteKey ? { key: siteKey } : {}) })
  frame.src = `/captcha/frame/${config.type}?${query}`
  return frame
}

const NOT_THERE: FrameMessage = { kind: 'failed', code: 'captcha.unavailable', reason: 'the frame is not there' }

/** The talk of a page with its frame; each looks at where a message comes from.
 *  @param onMessage hears every message of the frame, and whether somebody waits for one */
function createTalk(onMessage: (kind: FrameMessage['kind'], isAwaited: boolean) => void) {
  let frame: HTMLIFrameElement | null = null
  let waiter: Waiter | null = null

  const hear = ({ origin, source, data }: MessageEvent<FrameMessage>): void => {
    if (origin !== location.origin || source === null || source !== frame?.contentWindow) return
    onMessage(data.kind, waiter !== null)
    waiter?.(data)
  }
  /** Waits for one kind of message. @throws AppError when the frame reports a failure */
  const next = (kind: FrameMessage['kind'], signal: AbortSignal): Promise<FrameMessage> => {
    const { promise, resolve, reject } = Promise.withResolvers<FrameMessage>()
    waiter = (message) => {
      const failure = failureOf(message)
      if (message.kind === kind) resolve(message)
      else if (failure) reject(failure)
    }
    signal.addEventListener('abort', () => reject(signal.reason))
    return promise.finally(() => {
      waiter = null
    })
  }
  return {
    next,
    order: (message: FrameOrder) => frame?.contentWindow?.postMessage(message, location.origin),
    /** Begins with a frame that is not in the page yet. @returns when its script is loaded */
    begin(made: HTMLIFrameElement, signal: AbortSignal): Promise<FrameMessage> {
      window.addEventListener('message', hear)
      // A response that is not our frame, such as an error page, cannot report anything.
      made.addEventListener('load', () => {
        if (made.contentDocument?.body.dataset.provider === undefined) waiter?.(NOT_THERE)
      })
      frame = made
      return next('loaded', signal)
    },
    end(): void {
      window.removeEventListener('message', hear)
      frame?.remove()
      frame = null
    },
  }
}

function failureOf(message: FrameMessage): AppError | null {
  switch (message.kind) {
    case 'failed':
      return new AppError(message.code, { reason: message.reason })
    case 'expired':
      return new AppError('captcha.expired')
    case 'closed':
      return new AppError('captcha.dismissed')
    default:
      return null
  }
}

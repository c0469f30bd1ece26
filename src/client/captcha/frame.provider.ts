import { AppError } from '#calls/app-error.ts'
import type { SolvedCaptcha } from '#machines/captcha/captcha-setup.machine.ts'
import type { CaptchaProvider, ProviderPorts } from './captcha-provider.ts'
import type { FrameMessage, FrameOrder } from './frame.entry.ts'

type Waiter = (message: FrameMessage) => void

/** A captcha of another company. Its script runs in a frame, a document of its own whose policy alone names the company's
 *  hosts; page and frame talk by messages, and each looks at where a message comes from. The frame stands in the dialog from
 *  the first moment: a frame that is moved in a page loads anew. */
export function createFrameProvider(ports: ProviderPorts & { readonly frameTitle: () => string }): CaptchaProvider {
  const { config, language, stage, onExpired } = ports
  let frame: HTMLIFrameElement | null = null
  let isReady = false
  let waiter: Waiter | null = null

  const hear = ({ origin, source, data }: MessageEvent<FrameMessage>): void => {
    if (origin !== location.origin || source === null || source !== frame?.contentWindow) return
    if (data.kind === 'ready') isReady = true
    if (data.kind === 'expired' && !waiter) onExpired()
    waiter?.(data)
  }
  const order = (message: FrameOrder) => frame?.contentWindow?.postMessage(message, location.origin)
  /** Waits for one of two kinds of message. @throws AppError when the frame tells of a failure */
  const next = (kind: FrameMessage['kind'], signal: AbortSignal): Promise<FrameMessage> => {
    const { promise, resolve, reject } = Promise.withResolvers<FrameMessage>()
    waiter = (message) => {
      if (message.kind === kind) resolve(message)
      else if (message.kind === 'failed') reject(new AppError(message.code, { reason: message.reason }))
      else if (message.kind === 'expired') reject(new AppError('captcha.expired'))
      else if (message.kind === 'closed') reject(new AppError('captcha.dismissed'))
    }
    signal.addEventListener('abort', () => reject(signal.reason))
    return promise.finally(() => {
      waiter = null
    })
  }
  const dispose = () => {
    window.removeEventListener('message', hear)
    frame?.remove()
    frame = null
    isReady = false
    stage.close()
  }
  return {
    async load(signal) {
      const host = await stage.open()
      signal.throwIfAborted()
      window.addEventListener('message', hear)
      const made = document.createElement('iframe')
      made.title = ports.frameTitle()
      const query = new URLSearchParams({ lng: language, ...(ports.siteKey ? { key: ports.siteKey } : {}) })
      made.src = `/captcha/frame/${config.type}?${query}`
      // An answer that is no frame of ours, such as an error, cannot tell of itself.
      made.addEventListener('load', () => {
        if (made.contentDocument?.body.dataset.provider === undefined) waiter?.(NOT_THERE)
      })
      frame = made
      const loaded = next('loaded', signal)
      host.replaceChildren(made)
      await loaded
    },
    async render(signal) {
      const rendered = next('rendered', signal)
      order({ kind: 'render' })
      await rendered
    },
    isReady: () => isReady,
    async execute(signal): Promise<SolvedCaptcha> {
      const solved = next('token', signal)
      order({ kind: 'execute' })
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

const NOT_THERE: FrameMessage = { kind: 'failed', code: 'captcha.unavailable', reason: 'the frame is not there' }

/** reCAPTCHA and hCaptcha take a token for two minutes. */
const TOKEN_LIFETIME_MS = 120_000

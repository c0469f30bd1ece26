import { AppError } from '#calls/app-error.ts'
import { type CaptchaType, captchaSwitch, isOtherCaptcha } from '#machines/captcha/captcha.rules.ts'
import type { CaptchaAction, CaptchaSwitch, PublicCaptchaConfig } from '#schemas'
import { type Attempt, type CaptchaView, createAttempt, IDLE } from './captcha-attempt.ts'
import type { CreateProvider, ProviderPorts } from './captcha-provider.ts'

export interface CaptchaService {
  /** A token for an action, or null when the captcha is switched off (CAP-2, CAP-8). Who asks while one is being got gets the
   *  same promise. One that cannot be had may be so because the brand asks for another captcha by now, of which one is got
   *  then. @throws AppError, a `DismissedCaptcha` when the visitor closed it */
  execute(action: CaptchaAction): Promise<string | null>
  /** The token of an action has been sent; the next call fetches a new one. */
  spend(action: CaptchaAction): void
  /** The same object as long as nothing has changed. */
  view(action: CaptchaAction): CaptchaView
  subscribe(listener: () => void): () => void
  /** Takes the site key that a field of a form names (FIELD-21); it is one of the provider that the page was opened with. */
  takeSiteKey(action: CaptchaAction, siteKey: string | undefined): void
  /** The page of an action was left: pending calls end with a cancellation. */
  leave(action: CaptchaAction): void
  /** The configuration by which tokens are got: another object once the page has learned of another captcha. */
  config(): PublicCaptchaConfig
  /** Asks the server which captcha the brand asks for by now, and takes to it. A server that cannot be asked leaves all as it
   *  is; the page's own call will tell what is wrong. */
  catchUp(): Promise<void>
}

export interface CaptchaServicePorts extends Omit<ProviderPorts, 'action' | 'siteKey' | 'onExpired'> {
  readonly providers: Readonly<Record<Exclude<CaptchaType, 'disabled'>, CreateProvider>>
  /** Takes what is called when the visitor closes a dialog. */
  readonly onDismissed: (listener: () => void) => void
  /** The captcha of the brand as the server has it now; undefined when the server does not tell. */
  readonly askSwitch: () => Promise<CaptchaSwitch | undefined>
}

/** What a captcha that is no longer the brand's ends with: its script, frame or challenge is not there any more. */
const OUTDATED: ReadonlySet<string> = new Set(['captcha.unavailable', 'captcha.failed'])

/** The captchas of a page: one machine for each action, each with a provider of its own. */
export function createCaptchaService(ports: CaptchaServicePorts): CaptchaService {
  const attempts = createAttempts(ports, () => config)
  let config = ports.config

  const catchUp = async (): Promise<void> => {
    const asked = await ports.askSwitch().catch(() => undefined)
    if (!asked || !isOtherCaptcha(asked, config)) return
    config = { ...config, ...captchaSwitch(asked) }
    for (const attempt of attempts.all()) attempt.send({ type: 'provider.switched', provider: asked })
  }
  const execute = async (action: CaptchaAction): Promise<string | null> => {
    const before = config
    try {
      return await attempts.of(action).execute()
    } catch (error) {
      if (!(error instanceof AppError && OUTDATED.has(error.code))) throw error
      await catchUp()
      if (config === before) throw error
      return attempts.of(action).execute()
    }
  }
  ports.onDismissed(() => {
    for (const attempt of attempts.all()) attempt.send({ type: 'captcha.dismissed' })
  })
  return {
    execute: shareByAction(execute),
    spend: (action) => attempts.known(action)?.send({ type: 'token.spent' }),
    view: (action) => attempts.known(action)?.view() ?? IDLE,
    subscribe: attempts.subscribe,
    takeSiteKey: attempts.takeSiteKey,
    leave: (action) => attempts.known(action)?.send({ type: 'page.left' }),
    config: () => config,
    catchUp,
  }
}

/** The captchas that the page has run so far. */
function createAttempts(ports: CaptchaServicePorts, config: () => PublicCaptchaConfig) {
  const attempts = new Map<CaptchaAction, Attempt>()
  const siteKeys = new Map<CaptchaAction, string | undefined>()
  const listeners = new Set<() => void>()
  const make = (action: CaptchaAction): Attempt =>
    createAttempt({
      action,
      provider: captchaSwitch(config()),
      onChange: () => {
        for (const listener of listeners) listener()
      },
      createProvider(type, onExpired) {
        if (type === 'disabled') throw new Error('a captcha that is switched off has no provider')
        const siteKey = type === ports.config.type ? siteKeys.get(action) : undefined
        return ports.providers[type]({ ...ports, config: { ...config(), type }, action, siteKey, onExpired })
      },
    })
  return {
    of(action: CaptchaAction): Attempt {
      const attempt = attempts.get(action) ?? make(action)
      attempts.set(action, attempt)
      return attempt
    },
    known: (action: CaptchaAction) => attempts.get(action),
    all: () => attempts.values(),
    takeSiteKey: (action: CaptchaAction, siteKey: string | undefined) => void siteKeys.set(action, siteKey),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Who asks for an action while it is under way gets the same promise. */
function shareByAction<Result>(run: (action: CaptchaAction) => Promise<Result>) {
  const running = new Map<CaptchaAction, Promise<Result>>()
  return (action: CaptchaAction): Promise<Result> => {
    const begun = running.get(action)
    if (begun) return begun
    const promise = run(action).finally(() => running.delete(action))
    running.set(action, promise)
    return promise
  }
}

import { createActor, fromPromise } from 'xstate'
import { AppError } from '#calls/app-error.ts'
import { captchaMachine } from '#machines/captcha/captcha.machine.ts'
import type { CaptchaType } from '#machines/captcha/captcha.rules.ts'
import type { CaptchaOutcome, SolvedCaptcha } from '#machines/captcha/captcha-setup.machine.ts'
import type { CaptchaAction, ErrorCode } from '#schemas'
import { FACTS, track } from '../app/track.ts'
import type { CaptchaProvider, CreateProvider, ProviderPorts } from './captcha-provider.ts'

/** A challenge that the visitor closed: a cancellation, which nobody logs as a fault (CAP-7). */
export class DismissedCaptcha extends AppError {
  override readonly message = 'Dismissed captcha'

  constructor() {
    super('captcha.dismissed')
  }
}

/** How far the captcha of an action is. */
export interface CaptchaView {
  readonly status: 'idle' | 'busy' | 'solved' | 'failed'
  /** Code of the failure that the last attempt ended with. */
  readonly failure: string | null
}

export interface CaptchaService {
  /** A token for an action, or null when the captcha is switched off (CAP-2, CAP-8). Who asks while one is being got gets the
   *  same promise. @throws AppError, a `DismissedCaptcha` when the visitor closed it */
  execute(action: CaptchaAction): Promise<string | null>
  /** The token of an action has been sent; the next one is got anew. */
  spend(action: CaptchaAction): void
  /** The same object as long as nothing has changed. */
  view(action: CaptchaAction): CaptchaView
  subscribe(listener: () => void): () => void
  /** Takes the site key that a field of a form names (FIELD-21). */
  takeSiteKey(action: CaptchaAction, siteKey: string | undefined): void
  /** The page of an action is left: who waits is told that it is over. */
  leave(action: CaptchaAction): void
}

export interface CaptchaServicePorts extends Omit<ProviderPorts, 'action' | 'siteKey' | 'onExpired'> {
  readonly providers: Readonly<Record<Exclude<CaptchaType, 'disabled'>, CreateProvider>>
  /** Takes what is called when the visitor closes a dialog. */
  readonly onDismissed: (listener: () => void) => void
}

type Attempt = ReturnType<typeof createAttempt>

interface OfType {
  readonly type: CaptchaType
}

const IDLE: CaptchaView = { status: 'idle', failure: null }

/** The captchas of a page: one machine for each action, each with a provider of its own. */
export function createCaptchaService(ports: CaptchaServicePorts): CaptchaService {
  const attempts = new Map<CaptchaAction, Attempt>()
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const attemptOf = (action: CaptchaAction): Attempt => {
    const known = attempts.get(action)
    if (known) return known
    const made = createAttempt(action, ports, notify)
    attempts.set(action, made)
    return made
  }
  ports.onDismissed(() => {
    for (const { actor } of attempts.values()) actor.send({ type: 'captcha.dismissed' })
  })
  return {
    execute: (action) => attemptOf(action).execute(),
    spend: (action) => attempts.get(action)?.actor.send({ type: 'token.spent' }),
    view: (action) => attempts.get(action)?.view() ?? IDLE,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    takeSiteKey: (action, siteKey) => attemptOf(action).takeSiteKey(siteKey),
    leave: (action) => attempts.get(action)?.actor.send({ type: 'page.left' }),
  }
}

function createAttempt(action: CaptchaAction, ports: CaptchaServicePorts, notify: () => void) {
  let siteKey: string | undefined
  let provider: CaptchaProvider | null = null
  let waiting: PromiseWithResolvers<string | null> | null = null
  let view = IDLE

  const of = (type: CaptchaType): CaptchaProvider => {
    if (type === 'disabled') throw new Error('a captcha that is switched off has no provider')
    const onExpired = () => actor.send({ type: 'captcha.expired' })
    provider ??= ports.providers[type]({ ...ports, action, siteKey, onExpired })
    return provider
  }
  const machine = captchaMachine.provide({
    actors: {
      loadScript: fromPromise<unknown, OfType>(({ input, signal }) => of(input.type).load(signal)),
      renderWidget: fromPromise<unknown, OfType>(({ input, signal }) => of(input.type).render(signal)),
      askReadiness: fromPromise(async ({ input }) => of(input.type).isReady()),
      execute: fromPromise<SolvedCaptcha, OfType>(({ input, signal }) => of(input.type).execute(signal)),
      resetWidget: fromPromise<unknown, OfType>(({ input }) => of(input.type).reset()),
      disposeWidget: fromPromise<unknown, OfType>(async () => {
        provider?.dispose()
        provider = null
      }),
    },
  })
  const { type, isForceDisabled } = ports.config
  const actor = createActor(machine, { input: { type, isForceDisabled } })
  const show = (next: CaptchaView) => {
    if (next.status === view.status && next.failure === view.failure) return
    view = next
    notify()
  }
  actor.on('captcha.settled', ({ outcome }) => {
    const ended = waiting
    waiting = null
    settle(ended, outcome)
    if (outcome.kind === 'failed') show({ status: 'failed', failure: outcome.failure.code })
  })
  actor.on('captcha.passed', () => track({ eventType: FACTS.captchaPassed, details: { action, type } }))
  actor.on('captcha.missed', ({ code }) => track({ eventType: FACTS.captchaMissed, details: { action, type, code } }))
  actor.subscribe((snapshot) => {
    if (snapshot.hasTag('solved')) show({ status: 'solved', failure: null })
    else if (snapshot.context.isWaiting) show({ status: 'busy', failure: null })
    else if (view.status === 'solved') show(IDLE)
  })
  actor.start()
  return {
    actor,
    view: () => view,
    execute(): Promise<string | null> {
      if (waiting) return waiting.promise
      const asked = Promise.withResolvers<string | null>()
      waiting = asked
      actor.send({ type: 'captcha.requested' })
      return asked.promise
    },
    takeSiteKey(key: string | undefined) {
      siteKey = key
    },
  }
}

function settle(ended: PromiseWithResolvers<string | null> | null, outcome: CaptchaOutcome): void {
  if (outcome.kind === 'token') ended?.resolve(outcome.token)
  else if (outcome.kind === 'skipped') ended?.resolve(null)
  else if (outcome.failure.code === 'captcha.dismissed') ended?.reject(new DismissedCaptcha())
  else {
    const { code, params, retryAfterSeconds } = outcome.failure
    const wait = retryAfterSeconds > 0 ? { retryAfterSeconds } : {}
    ended?.reject(new AppError(code as ErrorCode, params, wait))
  }
}

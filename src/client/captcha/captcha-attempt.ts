import { fromPromise } from 'xstate'
import { AppError } from '#calls/app-error.ts'
import { captchaMachine } from '#machines/captcha/captcha.machine.ts'
import type { CaptchaType } from '#machines/captcha/captcha.rules.ts'
import type { CaptchaOutcome, SolvedCaptcha } from '#machines/captcha/captcha-setup.machine.ts'
import { COUNTED_FACTS } from '#machines/site/events/event-facts.ts'
import { makeActor } from '#renderers/shell/run-machine.ts'
import type { CaptchaAction, CaptchaSwitch, ErrorCode } from '#schemas'
import { track } from '../page/track.ts'
import type { CaptchaProvider } from './captcha-provider.ts'

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

export const IDLE: CaptchaView = { status: 'idle', failure: null }

/** What the captcha of one action needs. */
export interface AttemptPorts {
  readonly action: CaptchaAction
  readonly provider: CaptchaSwitch
  /** Makes the provider of a type. */
  readonly createProvider: (type: CaptchaType, onExpired: () => void) => CaptchaProvider
  /** The view is another one. */
  readonly onChange: () => void
}

/** The captcha of one action: its machine, with a provider of its own. */
export interface Attempt {
  readonly send: CaptchaActor['send']
  readonly view: () => CaptchaView
  /** A token, or null when none is asked for; who asks while one is being got gets the same promise. */
  execute(): Promise<string | null>
}

interface OfType {
  readonly type: CaptchaType
}

type CaptchaActor = ReturnType<typeof startActor>

export function createAttempt(ports: AttemptPorts): Attempt {
  let waiting: PromiseWithResolvers<string | null> | null = null
  const actor = startActor(ports)
  actor.on('captcha.settled', ({ outcome }) => {
    const ended = waiting
    waiting = null
    if (ended) settle(ended, outcome)
  })
  return {
    send: (event) => actor.send(event),
    view: followView(actor, ports.onChange),
    execute() {
      if (waiting) return waiting.promise
      const asked = Promise.withResolvers<string | null>()
      waiting = asked
      actor.send({ type: 'captcha.requested' })
      return asked.promise
    },
  }
}

function startActor({ action, provider: input, createProvider }: AttemptPorts) {
  let provider: CaptchaProvider | null = null
  const of = (type: CaptchaType): CaptchaProvider => {
    provider ??= createProvider(type, () => actor.send({ type: 'captcha.expired' }))
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
  const actor = makeActor(machine, { input })
  const details = () => ({ action, type: actor.getSnapshot().context.loadedType })
  actor.on('captcha.passed', () => track({ eventType: COUNTED_FACTS.captchaPassed, details: details() }))
  actor.on('captcha.missed', ({ code }) =>
    track({ eventType: COUNTED_FACTS.captchaMissed, details: { ...details(), code } }),
  )
  return actor.start()
}

/** @returns the view as it is now: the same object as long as nothing has changed */
function followView(actor: CaptchaActor, onChange: () => void): () => CaptchaView {
  let view = IDLE
  const show = (next: CaptchaView) => {
    if (next.status === view.status && next.failure === view.failure) return
    view = next
    onChange()
  }
  actor.on('captcha.settled', ({ outcome }) => {
    if (outcome.kind === 'failed') show({ status: 'failed', failure: outcome.failure.code })
  })
  actor.subscribe((snapshot) => {
    if (snapshot.hasTag('solved')) show({ status: 'solved', failure: null })
    else if (snapshot.context.isWaiting) show({ status: 'busy', failure: null })
    else if (view.status === 'solved') show(IDLE)
  })
  return () => view
}

function settle(ended: PromiseWithResolvers<string | null>, outcome: CaptchaOutcome): void {
  if (outcome.kind === 'token') ended.resolve(outcome.token)
  else if (outcome.kind === 'skipped') ended.resolve(null)
  else if (outcome.failure.code === 'captcha.dismissed') ended.reject(new DismissedCaptcha())
  else {
    const { code, params, retryAfterSeconds } = outcome.failure
    const wait = retryAfterSeconds > 0 ? { retryAfterSeconds } : {}
    ended.reject(new AppError(code as ErrorCode, params, wait))
  }
}

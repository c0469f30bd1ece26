import { getBetByGuid } from '#calls/betting.calls.ts'
import { getFavorites } from '#calls/favorites.calls.ts'
import { getBearerBalance } from '#calls/money.calls.ts'
import { say } from '#cli/command-text.ts'
import type { ActorCall, Impossible, PageDeed, PageSighting } from '#machines/shell/machine-acts.ts'
import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import type { BalanceAnswer, FavoritesAnswer, Scenario, ServiceTokenEvent } from '#schemas'
import { endOf } from './played-steps.ts'
import { CallPlanner, type ScenarioCall } from './token-calls.ts'
import {
  nextAnswer,
  nextReading,
  type StoredToken,
  startTimeOf,
  storedOf,
  type TokenAnswer,
  type ToldStep,
  toldSteps,
} from './token-scenario.ts'

type Known<T extends ServiceTokenEvent['type']> = Extract<ServiceTokenEvent, { readonly type: T }>

/** What the tabs of the site share: a lock, a channel, and what they keep. */
const LOCK = 'livery.service-token'
const CHANNEL = 'livery.player'
const TOKEN_KEY = preferenceKey('serviceToken')
export const EPOCH_KEY = preferenceKey('authEpoch')
const LIFE_MS = 900_000
/** A Date header tells whole seconds, so that the skew of the clocks is known as exactly. */
export const SECOND_MS = 1000

interface BearerCall {
  readonly call: ActorCall
  readonly query?: Readonly<Record<string, unknown>>
  /** How it succeeds. */
  readonly good?: unknown
}

/** Calls for bearers, in the order in which a scenario has addresses for them, and how each of them succeeds. */
const BEARER_CALLS: readonly BearerCall[] = [
  { call: getBearerBalance, good: { accounts: [] } satisfies BalanceAnswer },
  { call: getFavorites, good: { items: [], champs: [] } satisfies FavoritesAnswer },
  { call: getBetByGuid, query: { betGuid: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11' } },
]
/** A call waits for its token as long as the scenario does. */
const PATIENT = { timeoutMs: 2_000_000_000 }

/** What a scenario of the service token needs around its page. */
export class TokenStage {
  readonly #steps: readonly ToldStep[]
  readonly #calls: CallPlanner
  readonly #urls: readonly string[]
  readonly #skews: readonly number[]
  readonly #startMs: number
  readonly #epoch: number

  constructor(scenario: Scenario) {
    const { isSignedIn = false, epoch = 0 } = (scenario.input ?? {}) as { isSignedIn?: boolean; epoch?: number }
    this.#steps = toldSteps(scenario)
    this.#calls = new CallPlanner(this.#steps, isSignedIn)
    this.#urls = [...new Set(this.#steps.flatMap(({ event }) => (event && 'url' in event ? [event.url] : [])))]
    this.#skews = [...new Set(numbersOf('skewMs', scenario.steps))]
    this.#startMs = startTimeOf(scenario)
    this.#epoch = epoch
  }

  /** Why the whole scenario cannot be played; undefined when nothing is against it as a whole. */
  get reason(): string | undefined {
    if (this.#urls.length > BEARER_CALLS.length) return say('driver.more_addresses_than_page')
    const left = this.#steps.slice(0, -1).flatMap(({ after }) => after.children)
    const last = this.#steps.at(-1)?.after.children ?? []
    const hangs = left.some((path) => /readStored/.test(path) && !last.includes(path) && !endOf(this.#steps, path))
    return hangs ? say('driver.story_leaves_storage_unread') : undefined
  }

  /** Requests that were sent before the scenario, with tokens of other tabs that have ended since. */
  get prelude(): readonly PageDeed[] {
    const tokens = [...this.#calls.earlier]
    const nowMs = this.#startMs
    const had = tokens.flatMap(([token, calls]) => {
      const shared = { epoch: this.#epoch, token, expiresAtMs: nowMs + LIFE_MS, skewMs: 0, receivedAtMs: nowMs }
      return [told(shared), ...calls.flatMap((call) => this.#make(call))]
    })
    const away: readonly PageDeed[] = [
      { do: 'clock', nowMs: nowMs + LIFE_MS },
      { do: 'return' },
      { do: 'clock', nowMs },
    ]
    return [{ do: 'lock', lock: LOCK, isTaken: true }, { do: 'prepare' }, ...had, ...(had.length > 0 ? away : [])]
  }

  /** What is done for the event of a step, counted from 0. */
  deeds(index: number): readonly PageDeed[] | Impossible {
    const { event } = this.#steps[index] ?? {}
    const impossible = this.#calls.impossible.get(index)
    if (impossible !== undefined) return { impossible }
    switch (event?.type) {
      case 'token.wanted': {
        const call = this.#calls.ofStep.get(index)
        return call ? [this.#begin(call)] : []
      }
      case 'request.refused':
        return this.#served(index)
      case 'request.accepted':
        return this.#accept(index, event)
      case 'request.abandoned': {
        const call = this.#calls.ofStep.get(index)
        return call ? [{ do: 'callOff', name: call.name }] : { impossible: say('driver.nobody_gives_up_nobody') }
      }
      case 'token.shared': {
        const { type: _type, nowMs: _now, ...shared } = event
        return [told(shared)]
      }
      case 'page.resumed':
        return [{ do: 'return' }]
      case 'user.signed-out':
        return this.#signOut(index, event)
      default:
        return []
    }
  }

  /** What happens around a step: the clock shows what the scenario says of it, the storage holds what is read next, and the other tab
   *  has the lock again when this one needs it no more. */
  around(index: number) {
    const step = this.#steps[index]
    if (!step) return { before: [], after: [] }
    const begun = step.after.children.filter((path) => !step.before.children.includes(path))
    const before: PageDeed[] = []
    if (begun.some((path) => /holdLock|readStored/.test(path))) before.push(...this.#storageFor(index))
    const lock = begun.find((path) => path.startsWith('root/holdLock#'))
    if (lock !== undefined) before.push({ do: 'locks', areThere: endOf(this.#steps, lock)?.do !== 'err' })
    const nowMs = this.#clockAt(step, index, begun)
    if (nowMs !== undefined) before.push({ do: 'clock', nowMs })
    const isHeld = step.after.children.some((path) => path.startsWith('root/holdLock#'))
    const wasHeld = step.before.children.some((path) => path.startsWith('root/holdLock#'))
    const after: PageDeed[] = wasHeld && !isHeld ? [{ do: 'lock', lock: LOCK, isTaken: true }] : []
    const extras = this.#calls.extras.get(index) ?? []
    const { token } = step.after.context
    if (extras.length > 0 && token) after.push({ do: 'clock', nowMs: token.receivedAtMs })
    return { before, after: [...after, ...extras.flatMap((call) => this.#make(call))] }
  }

  /** What is done for a step at which the lock of all tabs is had, lost or not there. */
  lockDeeds(index: number): readonly PageDeed[] | Impossible {
    const { told: step, before } = this.#steps[index] as ToldStep
    const isOver = before.context.isThrough
    const shown = this.#steps
      .slice(0, index)
      .some(({ told: { do: deed, actor } }) => deed === 'emit' && actor === step.actor)
    if (step.do === 'ok') {
      return shown ? [{ do: 'lock', lock: LOCK, isTaken: true }] : { impossible: say('driver.lock_not_cannot_lost') }
    }
    if (step.do === 'err') return shown || isOver ? { impossible: say('driver.page_tells_lock_lost') } : []
    if (!(step.value as { readonly isHeld?: boolean }).isHeld) return { impossible: say('driver.page_shows_lock') }
    if (shown) return { impossible: say('driver.page_lock_but_once') }
    return before.context.isStealing ? [] : [{ do: 'lock', lock: LOCK, isTaken: false }]
  }

  /** An event without the number of its request, with the address that the page calls. */
  comparableEvent(event: ServiceTokenEvent): unknown {
    const { requestId: _own, ...told } = event as ServiceTokenEvent & { readonly requestId?: string }
    return 'url' in told ? { ...told, url: this.#pathOf(told.url) } : told
  }

  /** The page numbers its requests by itself, and asks for those too that a scenario leaves out. */
  comparable({ effects, context, ...seen }: PageSighting): PageSighting {
    const { askings: _count, waiting, refusals, refusedTokens, ...rest } = context as Record<string, unknown>
    const own = this.#named({ ...rest, waiting, refusals, refusedTokens }) as Record<string, unknown>
    return {
      ...seen,
      context: own,
      effects: effects
        .filter((effect) => !this.#isLeftOut(effect))
        .map((effect) => this.#named(effect) as typeof effect),
    }
  }

  #isLeftOut({ type, params }: PageSighting['effects'][number]): boolean {
    return type === 'token.settled' && this.#nameOf((params as { readonly requestId: string }).requestId) === null
  }

  #nameOf(requestId: string): string | null | undefined {
    const number = Number(/^request-(\d+)$/.exec(requestId)?.[1])
    return this.#calls.askings[number - 1]
  }

  #named(value: unknown): unknown {
    if (typeof value === 'string') return this.#nameOf(value) ?? this.#urlOf(value)
    if (Array.isArray(value)) return value.map((one) => this.#named(one))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        this.#urlOf(key),
        key === 'skewMs' ? this.#skewOf(one as number) : this.#named(one),
      ]),
    )
  }

  #skewOf(skewMs: number): number {
    return this.#skews.find((known) => Math.abs(known - skewMs) <= SECOND_MS) ?? skewMs
  }

  #pathOf(url: string): string {
    return BEARER_CALLS[this.#urls.indexOf(url)]?.call.path ?? url
  }

  #urlOf(path: string): string {
    return this.#urls.find((url) => this.#pathOf(url) === path) ?? path
  }

  #begin({ name, url }: ScenarioCall): PageDeed {
    const { call, query = {} } = BEARER_CALLS[Math.max(0, this.#urls.indexOf(url ?? ''))] as BearerCall
    return { do: 'call', name, call: { ...call, ...PATIENT }, query }
  }

  #make(call: ScenarioCall): readonly PageDeed[] {
    return [this.#begin(call), { do: 'awaitCall', name: call.name }]
  }

  /** The server has never issued the tokens of a scenario, and refuses each that it is sent. */
  #served(index: number): readonly PageDeed[] {
    const call = this.#calls.ofStep.get(index)
    return call ? [{ do: 'serve', name: call.name }] : []
  }

  #accept(index: number, { url }: Known<'request.accepted'>): readonly PageDeed[] | Impossible {
    const { good } = BEARER_CALLS[this.#urls.indexOf(url)] ?? {}
    const call = this.#calls.ofStep.get(index)
    if (!good || !call) return { impossible: say('driver.no_good_answer_known') }
    return [{ do: 'answer', name: call.name, body: good }]
  }

  #signOut(index: number, { epoch }: Known<'user.signed-out'>): readonly PageDeed[] | Impossible {
    const { context, value } = (this.#steps[index] as ToldStep).before
    if (epoch <= context.epoch) return { impossible: say('driver.each_sign_out_browser') }
    if (value === 'guest') return { impossible: say('driver.page_whose_player_gone') }
    const ofOther: readonly PageDeed[] = [
      { do: 'store', key: EPOCH_KEY, text: JSON.stringify({ epoch, userId: null }) },
      { do: 'tellOfPlayer', channel: CHANNEL, word: { kind: 'signed-out', because: 'choice' } },
    ]
    const press: PageDeed = {
      do: 'click',
      on: { role: 'button', name: 'Sign out', index: 0, within: { role: 'main' } },
    }
    return epoch === context.epoch + 1 ? [press] : ofOther
  }

  #storageFor(index: number): readonly PageDeed[] {
    const reading = nextReading(this.#steps, index)
    if (!reading) return []
    if (reading.do === 'err') return [{ do: 'storage', is: 'closed' }]
    const stored = storedOf(reading)
    return [
      { do: 'storage', is: 'open' },
      { do: 'store', key: TOKEN_KEY, text: stored === null ? null : JSON.stringify(stored) },
    ]
  }

  #clockAt({ told: step, event }: ToldStep, index: number, begun: readonly string[]): number | undefined {
    if (event) return 'nowMs' in event ? event.nowMs : undefined
    if (step.do === 'ok' && step.actor?.startsWith('root/fetchToken#'))
      return (step.value as unknown as TokenAnswer).receivedAtMs
    if (!begun.some((path) => path.startsWith('root/readStored#'))) return undefined
    const reading = nextReading(this.#steps, index)
    const isTaken = reading?.do === 'ok' && storedOf(reading) !== null
    return isTaken ? (reading.value as unknown as StoredToken).nowMs : nextAnswer(this.#steps, index)?.sentAtMs
  }
}

function told(shared: Readonly<Record<string, unknown>>): PageDeed {
  return { do: 'tellOfPlayer', channel: CHANNEL, word: { kind: 'token', shared } }
}

/** All numbers under a key, wherever they stand. */
function numbersOf(key: string, value: unknown): readonly number[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    name === key && typeof one === 'number' ? [one] : numbersOf(key, one),
  )
}

import { say } from '#cli/command-text.ts'
import type { ServiceTokenEvent } from '#schemas'
import type { TokenOutcome, ToldStep } from './token-scenario.ts'

type Refused = Extract<ServiceTokenEvent, { readonly type: 'request.refused' }>

/** A call of the page for bearers, as a scenario needs it. */
export interface ScenarioCall {
  readonly name: string
  /** Address as the scenario writes it; undefined as long as nothing hangs on it. */
  url: string | undefined
}

/** A call that has been sent with a token and is not answered yet. */
interface Sent {
  readonly call: ScenarioCall
  readonly token: string
  readonly epoch: number
}

/** A token that some request must have been sent with. */
const ANY_TOKEN = 'the token of an earlier time'
const NEVER = say('driver.request_refused_only_token')

/** Finds out which calls a page has to make so that the requests of a scenario ask, are refused, succeed and are aborted
 *  as the scenario says. A request that a scenario refuses or lets succeed has asked before: where the scenario leaves that out,
 *  the page does it at a moment at which the token is handed over at once; or before the scenario, with a token that it
 *  has lost since. */
export class CallPlanner {
  /** Step → the call that asks, is answered or is called off there. */
  readonly ofStep = new Map<number, ScenarioCall>()
  /** Step → calls that are made after it, which the scenario leaves out. */
  readonly extras = new Map<number, ScenarioCall[]>()
  /** Tokens that the page has had before the scenario, each with the calls that were sent with it. */
  readonly earlier = new Map<string, ScenarioCall[]>()
  /** Step → why the page cannot do it. */
  readonly impossible = new Map<number, string>()
  readonly #steps: readonly ToldStep[]
  readonly #isPlayer: boolean
  readonly #asking = new Map<string, { readonly call: ScenarioCall; readonly epoch: number }>()
  #sent: readonly Sent[] = []
  #calls = 0

  constructor(steps: readonly ToldStep[], isPlayer: boolean) {
    this.#steps = steps
    this.#isPlayer = isPlayer
    for (const index of steps.keys()) this.#take(index)
  }

  /** What the scenario calls the requests of the page, in the order in which they ask; null for those that it leaves out. */
  get askings(): readonly (string | null)[] {
    const early = [...this.earlier.values()].flat().map(() => null)
    const told = this.#steps.flatMap(({ event }, index) => [
      ...(event?.type === 'token.wanted' || event?.type === 'request.refused' ? [event.requestId] : []),
      ...(this.extras.get(index) ?? []).map(() => null),
    ])
    return [...early, ...told]
  }

  #take(index: number): void {
    const step = this.#steps[index] as ToldStep
    const { event, before } = step
    if (event?.type === 'token.wanted') this.#ask(index, event.requestId, this.#newCall(), before.context.epoch)
    if (event?.type === 'request.refused') this.#refuse(index, event)
    if (event?.type === 'request.accepted') {
      const sent = this.#sentFor(index, { url: event.url })
      if (sent) this.ofStep.set(index, sent.call)
    }
    if (event?.type === 'request.abandoned') {
      const asking = this.#asking.get(event.requestId)
      if (asking) this.ofStep.set(index, asking.call)
    }
    for (const { requestId, outcome } of step.settled) this.#settle(requestId, outcome)
  }

  #refuse(index: number, { requestId, url, token, epoch }: Refused): void {
    const { value, context } = (this.#steps[index] as ToldStep).before
    const isSame = value === 'guest' || value === 'rejected' ? undefined : context.epoch
    const sent = this.#sentFor(index, { url, token, epoch: epoch ?? isSame })
    if (sent) this.#ask(index, requestId, sent.call, sent.epoch)
  }

  #ask(index: number, requestId: string, call: ScenarioCall, epoch: number): void {
    if (this.#asking.has(requestId)) this.impossible.set(index, say('driver.each_asking_page_number'))
    this.ofStep.set(index, call)
    this.#asking.set(requestId, { call, epoch })
  }

  #settle(requestId: string, outcome: TokenOutcome): void {
    const asking = this.#asking.get(requestId)
    this.#asking.delete(requestId)
    if (asking && outcome.kind === 'token') this.#sent = [...this.#sent, { ...asking, token: outcome.token }]
  }

  #newCall(url?: string): ScenarioCall {
    this.#calls += 1
    return { name: `c${this.#calls}`, url }
  }

  /** The call that is answered at a step; it is not sent any more. */
  #sentFor(
    index: number,
    wanted: { readonly url: string; readonly token?: string; readonly epoch?: number | undefined },
  ): Sent | undefined {
    const { url, token, epoch } = wanted
    const isMeant = (sent: Sent) =>
      (token ?? sent.token) === sent.token && (epoch ?? sent.epoch) === sent.epoch && (sent.call.url ?? url) === url
    const found = this.#sent.find((sent) => isMeant(sent) && sent.call.url === url) ?? this.#sent.find(isMeant)
    if (found) {
      found.call.url = url
      this.#sent = this.#sent.filter((sent) => sent !== found)
      return found
    }
    const made = this.#duringScenario(index, wanted) ?? this.#beforeScenario(wanted)
    if (!made) this.impossible.set(index, NEVER)
    return made
  }

  #duringScenario(index: number, { url, token, epoch }: { url: string; token?: string; epoch?: number | undefined }) {
    const place = this.#steps.findIndex(({ after: { value, context } }, at) => {
      if (at >= index || value !== 'fetched' || context.token === null) return false
      return (token ?? context.token.token) === context.token.token && (epoch ?? context.epoch) === context.epoch
    })
    const context = this.#steps[place]?.after.context
    if (!context?.token) return undefined
    const call = this.#newCall(url)
    this.extras.set(place, [...(this.extras.get(place) ?? []), call])
    return { call, token: context.token.token, epoch: context.epoch }
  }

  #beforeScenario({ url, token = ANY_TOKEN, epoch }: { url: string; token?: string; epoch?: number | undefined }) {
    const own = this.#steps[0]?.before.context.epoch ?? 0
    if (!this.#isPlayer || (epoch ?? own) !== own) return undefined
    const call = this.#newCall(url)
    this.earlier.set(token, [...(this.earlier.get(token) ?? []), call])
    return { call, token, epoch: own }
  }
}

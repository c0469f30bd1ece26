import type { Request, Route } from 'playwright'
import { say } from '#cli/command-text.ts'
import type { AnyMachineActs, CallingActor, FetchingActor, PageAnswer } from '#machines/shell/machine-acts.ts'
import { type CallAnswer, failedAnswer } from './call-answer.ts'

/** The parameter by which a call goes that the driver lets the page make. */
export const CALL_NAME = 'scenario-call'

/** Keeps the calls waiting that actors of the machine make, until the scenario says how each ends, and answers those of the page on
 *  which the scenario hangs. */
export class HeldCalls {
  readonly #actors: readonly (readonly [string, CallingActor | FetchingActor])[]
  /** Actor → its calls, in order. */
  readonly #held = new Map<string, HeldRequest[]>()
  /** Actors whose file cannot be had at the moment, however often the browser asks for it. */
  readonly #failing = new Set<string>()

  readonly #answers: readonly PageAnswer[]
  /** How many requests have been answered so. */
  readonly #given = new Map<PageAnswer, number>()
  readonly #answered = new Map<string, number>()

  /** Calls that the page makes by name; the last one of a name is the one that waits. */
  readonly #named = new Map<string, HeldRequest>()
  readonly #withholds: RegExp | undefined

  constructor(
    { actors, withholds }: Pick<AnyMachineActs, 'actors' | 'withholds'>,
    answers: readonly PageAnswer[] = [],
  ) {
    this.#answers = answers
    this.#withholds = withholds
    this.#actors = Object.entries(actors).flatMap(([name, actor]) =>
      'call' in actor || 'file' in actor ? [[name, actor] as const] : [],
    )
  }

  /** Takes a request that an actor makes. @param pass hands it to the server   @returns whether it was one */
  take(route: Route, pass: () => Promise<void>): boolean {
    const request = route.request()
    const address = new URL(request.url())
    if (this.#withholds?.test(address.pathname)) return true
    const name = address.searchParams.get(CALL_NAME)
    if (name !== null) this.#named.set(name, { route, pass })
    if (name !== null || this.#answerItself(route)) return true
    const found = this.#actors.find(([, actor]) => isOfActor(actor, request))
    if (!found) return false
    const [actor] = found
    if (this.#failing.has(actor)) route.abort('internetdisconnected').catch(() => undefined)
    else this.#held.set(actor, [...(this.#held.get(actor) ?? []), { route, pass }])
    return true
  }

  #answerItself(route: Route): boolean {
    const isLeft = (answer: PageAnswer) => (this.#given.get(answer) ?? 0) < (answer.times ?? Number.POSITIVE_INFINITY)
    const found = this.#answers.find(
      (answer) => isLeft(answer) && isRequestOf(answer.call, answer.isMeant, route.request()),
    )
    if (!found) return false
    this.#given.set(found, (this.#given.get(found) ?? 0) + 1)
    const { path } = found.call
    // A page that is closed meanwhile wants no answer any more.
    answerPage(route, found).then(
      () => this.#answered.set(path, this.answered(path) + 1),
      () => undefined,
    )
    return true
  }

  /** How many requests to a path have been answered at once. */
  answered(path: string): number {
    return this.#answered.get(path) ?? 0
  }

  /** Whether the call has come that an actor makes, such as `signIn` for the second time. */
  has(name: string, number: number): boolean {
    return this.#held.get(name)?.[number - 1] !== undefined
  }

  /** Whether a call has come that the page makes by a name. */
  hasNamed(name: string): boolean {
    return this.#named.has(name)
  }

  /** Answers a call that the page makes by a name, or hands it to the server. @throws Error when it has not come */
  async endNamed(name: string, body?: unknown): Promise<void> {
    const held = this.#named.get(name)
    if (!held) throw new Error(say('driver.call_not_come', { name }))
    this.#named.delete(name)
    await (body === undefined ? held.pass() : held.route.fulfill({ json: body }))
  }

  /** Whether an actor waits for its file. */
  hasFile(name: string): boolean {
    return (this.#held.get(name)?.length ?? 0) > 0
  }

  /** Lets the file come that an actor waits for, or lets it fail, until `settle`. */
  async deliver(name: string, isThere: boolean): Promise<void> {
    const held = this.#held.get(name) ?? []
    this.#held.delete(name)
    if (!isThere) this.#failing.add(name)
    for (const { route, pass } of held) await (isThere ? pass() : route.abort('internetdisconnected'))
  }

  /** The actor has ended: its file can be had the next time. */
  settle(name: string): void {
    this.#failing.delete(name)
  }

  /** Lets a call end as the scenario says; it must have been made. */
  async answer(name: string, number: number, answer: Exclude<CallAnswer, { kind: 'unanswered' }>): Promise<void> {
    const held = this.#held.get(name)?.[number - 1]
    if (!held) throw new Error(say('driver.made_no_call_number', { name, number }))
    if (answer.kind === 'refused') return held.route.abort('internetdisconnected')
    const headers = { ...answer.headers, 'content-type': answer.type }
    await held.route.fulfill({ status: answer.status, headers, body: answer.body })
  }
}

/** A request that waits. */
interface HeldRequest {
  readonly route: Route
  readonly pass: () => Promise<void>
}

async function answerPage(route: Route, { body, bodyAt, failure }: PageAnswer): Promise<void> {
  const told = bodyAt?.(new URL(route.request().url()).hostname) ?? body
  if (told !== undefined) return route.fulfill({ json: told })
  const refusal = failure && failedAnswer(typeof failure === 'string' ? { code: failure } : failure)
  if (refusal?.kind !== 'answered') return route.abort('internetdisconnected')
  return route.fulfill({ status: refusal.status, contentType: refusal.type, body: refusal.body })
}

function isOfActor(actor: CallingActor | FetchingActor, request: Request): boolean {
  if ('call' in actor)
    return [actor.call, actor.orCall].some((call) => call !== undefined && isRequestOf(call, actor.isOwn, request))
  return actor.file.test(new URL(request.url()).pathname)
}

function isRequestOf(call: PageAnswer['call'], isOwn: CallingActor['isOwn'], request: Request): boolean {
  const { pathname } = new URL(request.url())
  const isThere = [call.path, call.alsoAt].some(
    (path) => path !== undefined && (pathname === path || pathname.startsWith(`${path}/`)),
  )
  if (!isThere || request.method() !== call.method) return false
  return isOwn?.(request.postData() === null ? undefined : request.postDataJSON()) ?? true
}

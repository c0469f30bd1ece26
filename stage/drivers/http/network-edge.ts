import { say } from '#cli/command-text.ts'
import { readFailure, UNKNOWN_FAILURE } from '#machines/shell/failure.rules.ts'
import type { Scenario } from '#schemas'
import { type CallAnswer, failedAnswer } from '../browser/call-answer.ts'
import type { HttpMachine } from './http-machine.ts'
import { GivenFault } from './scenario-given.ts'

/** What only networks do, and servers that have failed completely. */
const AT_WILL: ReadonlySet<string> = new Set(['request.offline', UNKNOWN_FAILURE])

/** How a call fares that never comes to the server: refused, or answered in its stead as the server itself writes that failure.
 *  Undefined when it goes to the server.
 *  @param error what the scenario lets the call fail with   @param isInjected whether the scenario wants it made here */
export function edgeOf(error: unknown, isInjected: boolean): CallAnswer | undefined {
  if (!isInjected && !AT_WILL.has(readFailure(error).code)) return undefined
  const answer = failedAnswer(error)
  if ('reason' in answer) throw new Error(answer.reason)
  return answer
}

/** Holds what a scenario wants to be injected: failures alone, of actors that make calls, which a server could answer.
 *  @throws GivenFault that leads to the first one that is none of these */
export function checkInjected({ given, steps }: Scenario, { actors }: HttpMachine): void {
  for (const [index, path] of (given?.injected ?? []).entries()) {
    const reason = reasonAgainst(path, steps, actors)
    if (reason !== undefined)
      throw new GivenFault(`/given/injected/${index}`, say('driver.cannot_injected', { path, reason }))
  }
}

function reasonAgainst(path: string, steps: Scenario['steps'], actors: HttpMachine['actors']): string | undefined {
  const actor = actors[/^root\/(.+)#/.exec(path)?.[1] ?? '']
  if (!actor) return say('driver.makes_no_call_those', { known: Object.keys(actors).join(', ') })
  const step = steps.find((each) => each.actor === path && (each.do === 'ok' || each.do === 'err'))
  if (step?.do !== 'err') return say('driver.success_never_injected_story')
  const { code } = readFailure(step.value)
  if (AT_WILL.has(code)) return say('driver.made_network_edge_anyhow', { code })
  if (actor.isOfPage?.(code)) return say('driver.doing_of_page', { code })
  const answer = failedAnswer(step.value)
  if ('reason' in answer) return answer.reason
  return answer.kind === 'unanswered' ? say('driver.made_never_answering_leave', { code }) : undefined
}

import { readFailure, UNKNOWN_FAILURE } from '#machines/shell/failure.rules.ts'
import type { AnyMachineActs, EventPlace } from '#machines/shell/machine-acts.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { callAnswer } from './call-answer.ts'
import { actorName, eventActs } from './event-acts.ts'

/** Why a scenario cannot be played on the page, as far as it can be told without opening it; undefined when it can. */
export async function reasonAgainst(scenario: Scenario, acts: AnyMachineActs): Promise<string | undefined> {
  const own = acts.reasonAgainst?.(scenario)
  if (own !== undefined) return own
  for (const [index, step] of scenario.steps.entries()) {
    const reason = await reasonAgainstStep(step, acts, { scenario, step: index })
    if (reason !== undefined) return `step ${index + 1}: ${reason}`
  }
  return undefined
}

async function reasonAgainstStep(
  step: ScenarioStep,
  acts: AnyMachineActs,
  place: EventPlace,
): Promise<string | undefined> {
  const { event } = step
  if (step.illegal) return 'no page sends an event that the schema of events refuses'
  if (step.do === 'emit' || step.do === 'ok' || step.do === 'err') {
    const staged = acts.actors[/^root\/(.+)#/.exec(step.actor ?? '')?.[1] ?? '']
    const deeds = staged && 'deeds' in staged ? staged.deeds?.(place) : undefined
    if (deeds && 'impossible' in deeds) return `nobody can bring about what ${step.actor} tells: ${deeds.impossible}`
    if (step.do !== 'emit') return reasonAgainstEnd({ ...step, do: step.do }, acts)
    return deeds ? undefined : 'what an actor tells meanwhile is the doing of the page alone'
  }
  if (step.do !== 'send' || !event) return undefined
  const done = eventActs(acts, event, place)
  return 'impossible' in done ? `nobody can bring ${event.type} about: ${done.impossible}` : undefined
}

async function reasonAgainstEnd(
  step: ScenarioStep & { readonly do: 'ok' | 'err' },
  { actors }: AnyMachineActs,
): Promise<string | undefined> {
  const name = actorName(step) ?? ''
  const actor = actors[name]
  if (!actor) return `its acts do not say how ${name} comes to its end`
  if ('impossible' in actor) return `nobody can end ${name}: ${actor.impossible}`
  if ('file' in actor && step.do === 'err' && readFailure(step.value).code !== UNKNOWN_FAILURE) {
    return `a file of the page fails without a code`
  }
  if (!('call' in actor)) return undefined
  const answer = await callAnswer(step, actor)
  return 'reason' in answer && answer.kind === 'impossible' ? answer.reason : undefined
}

import { say } from '#cli/command-text.ts'
import { readFailure, UNKNOWN_FAILURE } from '#machines/shell/failure.rules.ts'
import type { AnyMachineActs, EventPlace } from '#machines/shell/machine-acts.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { actorName, eventActs } from '../acts/event-acts.ts'
import { callAnswer } from './call-answer.ts'

/** Why a scenario cannot be played on the page, as far as that is known without opening it; undefined when it can. */
export async function reasonAgainst(scenario: Scenario, acts: AnyMachineActs): Promise<string | undefined> {
  const own = acts.reasonAgainst?.(scenario)
  if (own !== undefined) return own
  for (const [index, step] of scenario.steps.entries()) {
    const reason = await reasonAgainstStep(step, acts, { scenario, step: index })
    if (reason !== undefined) return say('driver.step', { step: index + 1, reason })
  }
  return undefined
}

async function reasonAgainstStep(
  step: ScenarioStep,
  acts: AnyMachineActs,
  place: EventPlace,
): Promise<string | undefined> {
  const { event } = step
  if (step.illegal) return say('driver.no_page_sends_event')
  if (step.do === 'emit' || step.do === 'ok' || step.do === 'err') {
    const staged = acts.actors[/^root\/(.+)#/.exec(step.actor ?? '')?.[1] ?? '']
    const deeds = staged && 'deeds' in staged ? staged.deeds?.(place) : undefined
    if (deeds && 'impossible' in deeds)
      return say('driver.nobody_bring_about_tells', { actor: step.actor ?? '', impossible: deeds.impossible })
    if (step.do !== 'emit') return reasonAgainstEnd({ ...step, do: step.do }, acts)
    return deeds ? undefined : say('driver.actor_tells_meanwhile_doing')
  }
  if (step.do !== 'send' || !event) return undefined
  const done = eventActs(acts, event, place)
  return 'impossible' in done
    ? say('driver.nobody_bring_about', { type: event.type, impossible: done.impossible })
    : undefined
}

async function reasonAgainstEnd(
  step: ScenarioStep & { readonly do: 'ok' | 'err' },
  { actors }: AnyMachineActs,
): Promise<string | undefined> {
  const name = actorName(step) ?? ''
  const actor = actors[name]
  if (!actor) return say('driver.acts_do_not_say_how', { name })
  if ('impossible' in actor) return say('driver.nobody_end', { name, impossible: actor.impossible })
  if ('file' in actor && step.do === 'err' && readFailure(step.value).code !== UNKNOWN_FAILURE) {
    return say('driver.file_page_fails_without')
  }
  if (!('call' in actor)) return undefined
  const answer = await callAnswer(step, actor)
  return 'reason' in answer && answer.kind === 'impossible' ? answer.reason : undefined
}

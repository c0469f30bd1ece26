import { say } from '#cli/command-text.ts'
import type { AnyMachineActs, EventPlace, Impossible, PageDeed } from '#machines/shell/machine-acts.ts'
import type { ScenarioStep } from '#schemas'

interface AnyEvent {
  readonly type: string
}

/** What a person does for an event, or why nobody can. */
export function eventActs(
  { events }: AnyMachineActs,
  event: AnyEvent,
  place: EventPlace,
): readonly PageDeed[] | Impossible {
  const acts = Object.hasOwn(events, event.type) ? events[event.type] : undefined
  if (acts === undefined) return { impossible: say('driver.acts_do_not_say') }
  return typeof acts === 'function' ? acts(event as never, place) : acts
}

/** What a person does for an event; nothing when nobody can do anything. */
export function actsOf(acts: AnyMachineActs, event: AnyEvent, place: EventPlace): readonly PageDeed[] {
  const done = eventActs(acts, event, place)
  return 'impossible' in done ? [] : done
}

/** The name of the actor that a step ends: `signIn` of `root/signIn#2`; undefined when it ends none. */
export function actorName({ do: deed, actor }: Pick<ScenarioStep, 'do' | 'actor'>): string | undefined {
  return deed === 'ok' || deed === 'err' ? /^root\/(.+)#/.exec(actor ?? '')?.[1] : undefined
}

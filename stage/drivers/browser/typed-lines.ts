import type { EventPlace, PageAct, PageThing } from '#machines/shell/machine-acts.ts'
import { isSameJson } from '../../player/plain-json.ts'

interface TypingEvent {
  readonly type: string
  readonly line?: string
}

/** What a person does for an event that tells what a line says now. A line that is typed over itself tells nobody, so that it first
 *  says something else where the scenario has left that text in it; an empty one is what a failure may have left too. */
export function typed(
  on: PageThing,
  text: string,
  event: TypingEvent,
  { scenario, step }: EventPlace,
): readonly PageAct[] {
  const isOfLine = (told: { readonly type: string; readonly line?: unknown } | undefined) =>
    told?.type === event.type && told.line === event.line
  const last = scenario.steps.slice(0, step).findLast((each) => isOfLine(each.event))?.event
  const isThere = text === '' || isSameJson(last, event)
  const other: readonly PageAct[] = isThere ? [{ do: 'fill', on, text: text === '' ? '-' : '' }] : []
  return [...other, { do: 'fill', on, text }]
}

/** The state in which a scenario has left its machine before a step: `entering`; undefined where it does not say. */
export function stateBefore({ scenario, step }: EventPlace): unknown {
  return scenario.steps.slice(0, step).findLast(({ expect }) => expect?.value !== undefined)?.expect?.value
}

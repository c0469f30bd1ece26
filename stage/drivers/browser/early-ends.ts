import { say } from '#cli/command-text.ts'
import type { AnyMachineActs, EventPlace } from '#machines/shell/machine-acts.ts'
import type { PageObservation, WatchedMachine } from './watched-machine.ts'

/** Why the page cannot be where the scenario is. */
export interface Unplayable {
  readonly reason: string
}

interface Watched {
  readonly machine: WatchedMachine
  readonly acts: AnyMachineActs
}

/** Why a step cannot go as written: something that the scenario leaves running has ended by itself before anything
 *  could be held against it. Undefined when there was a moment that could, which then indicates a real divergence.
 *  @param action what identifies the moments after the action of the step; without it the action itself was not possible
 *  */
export async function endedEarly(
  { scenario: { steps }, step }: EventPlace,
  { machine, acts }: Watched,
  action?: { readonly isAfter: (seen: PageObservation) => boolean },
): Promise<Unplayable | undefined> {
  const told = new Set(steps.slice(0, step + 1).map(({ actor }) => actor))
  const early = ({ ended }: PageObservation) => ended.find((path) => !told.has(path) && ownActor(acts, path))
  const seen = await machine.observeAll()
  // A step that lets time pass does nothing that could have been held against an earlier moment.
  const isDeed = steps[step]?.do !== 'advance' && steps[step]?.do !== 'mark'
  const judged = action && isDeed ? seen.filter(action.isAfter) : seen.slice(-1)
  const paths = judged.map(early)
  const path = paths.includes(undefined) ? undefined : paths.at(-1)
  if (path === undefined) return undefined
  return { reason: say('driver.step_page_over', { step: step + 1, path, why: ownActor(acts, path)?.own ?? '' }) }
}

function ownActor({ actors }: AnyMachineActs, path: string) {
  const actor = actors[/^root\/(.+)#/.exec(path)?.[1] ?? '']
  return actor && 'own' in actor ? actor : undefined
}

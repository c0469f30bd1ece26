import { unknownName } from '../unknown-name.ts'
import type { ScenarioFault } from './scenario-fault.ts'

const PATH = /^root\/([A-Za-z][\w.-]*)#[1-9]\d*$/

/** What is wrong with the path of an actor below the machine, such as `root/signIn#1`: its form, or its name.
 *  @param pointer leads to it   @returns nothing or one fault */
export function actorPathFault(path: string, actors: readonly string[], pointer: string): readonly ScenarioFault[] {
  const name = PATH.exec(path)?.[1]
  if (name === undefined) return [{ pointer, message: actorFormText(path) }]
  return actors.includes(name) ? [] : [{ pointer, message: unknownName('actor', name, actors) }]
}

/** How the path of an actor is written, for one that is written otherwise. */
export function actorFormText(path: string): string {
  return `"${path}" is no actor: write root for the machine, or root/submit#2 for the second actor that was started from submit`
}

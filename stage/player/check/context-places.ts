import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { explore } from '../../explore/explore.ts'
import { fillSecrets } from '../../recorder/secret-values.ts'
import { MachineStage } from '../machine-stage.ts'
import { takeStep } from '../scenario-player.ts'

type Input = Readonly<Record<string, unknown>>

/** How far is looked for places that a scenario itself does not come to. */
const BOUNDS = { maxPlaces: 300, maxMoves: 4000, grain: 'abstract' } as const

/** What is looked up once for a machine. */
interface KnownPlaces {
  /** At the start, by the contract's inputs. */
  readonly start: ReadonlySet<string>
  explored?: ReadonlySet<string>
}

const knownPlaces = new WeakMap<AnyMachineContract, KnownPlaces>()

/**
 * Whether there is ever a value at a pointer into a machine's context: during the scenario itself, or in any state that
 * an exploration reaches with the values that the contract calls typical. Of a list each place counts as any other. The
 * exploration is made once for a machine, and only when the scenario itself does not know the place.
 * @returns undefined when it is known, else the known pointer that comes nearest, or null
 */
export function contextPlaces(contract: AnyMachineContract, scenario: Scenario) {
  const known = knownPlaces.get(contract) ?? { start: startPlaces(contract) }
  knownPlaces.set(contract, known)
  let own: ReadonlySet<string> | undefined
  return (pointer: string): undefined | { readonly meant: string | null } => {
    if (isAmong(known.start, pointer)) return undefined
    own ??= ownPlaces(contract, scenario)
    if (isAmong(own, pointer)) return undefined
    known.explored ??= exploredPlaces(contract)
    if (isAmong(known.explored, pointer)) return undefined
    return { meant: nearestPlace(pointer, new Set([...own, ...known.explored])) }
  }
}

function startPlaces(contract: AnyMachineContract): ReadonlySet<string> {
  return new Set((contract.inputs ?? []).flatMap((input) => [...placesAlong(contract, input, [])]))
}

function ownPlaces(contract: AnyMachineContract, { input = {}, seed = 0, steps }: Scenario): ReadonlySet<string> {
  return placesAlong(contract, fillSecrets(input, seed) as Input, fillSecrets(steps, seed) as readonly ScenarioStep[])
}

function exploredPlaces(contract: AnyMachineContract): ReadonlySet<string> {
  const places = new Set<string>()
  for (const { input, steps } of explore(contract, contract.inputs ?? [{}], BOUNDS).places)
    for (const place of placesAlong(contract, input, steps)) places.add(place)
  return places
}

/** All places of the context on one way, lists by `*`. */
function placesAlong(contract: AnyMachineContract, input: Input, steps: readonly ScenarioStep[]): ReadonlySet<string> {
  const places = new Set<string>()
  const seen = new Map<string, object>()
  const stage = new MachineStage(contract, input)
  addPlaces(stage.context, '', places, seen)
  for (const step of steps) {
    takeStep(stage, step)
    addPlaces(stage.context, '', places, seen)
  }
  return places
}

/** Parts that have not changed are the same objects and were looked at before. @param seen the last value at a pointer
 *  */
function addPlaces(value: unknown, pointer: string, places: Set<string>, seen: Map<string, object>): void {
  places.add(pointer)
  if (typeof value !== 'object' || value === null || seen.get(pointer) === value) return
  seen.set(pointer, value)
  if (Array.isArray(value)) {
    places.add(`${pointer}/*`)
    for (const item of value) addPlaces(item, `${pointer}/*`, places, seen)
    return
  }
  for (const [key, member] of Object.entries(value)) {
    addPlaces(member, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, places, seen)
  }
}

/** The known places that a pointer may mean: a number is the place of a list or the key of an object. */
function placesOf(places: ReadonlySet<string>, tokens: readonly string[]): readonly string[] {
  let found: readonly string[] = ['']
  for (const token of tokens) {
    const forms = /^\d+$/.test(token) ? [token, '*'] : [token]
    found = found.flatMap((place) => forms.map((form) => `${place}/${form}`)).filter((place) => places.has(place))
  }
  return found
}

function isAmong(places: ReadonlySet<string>, pointer: string): boolean {
  return placesOf(places, pointer.split('/').slice(1)).length > 0
}

/** The known pointer that differs by the first name which is not known. */
function nearestPlace(pointer: string, places: ReadonlySet<string>): string | null {
  const tokens = pointer.split('/').slice(1)
  const index = tokens.findIndex((_, at) => placesOf(places, tokens.slice(0, at + 1)).length === 0)
  const parents = placesOf(places, tokens.slice(0, index))
  const names = [...places].flatMap((place) => {
    const cut = place.lastIndexOf('/')
    return parents.includes(place.slice(0, cut)) ? [place.slice(cut + 1)] : []
  })
  const meant = nearest(tokens[index] ?? '', names)
  return meant === null ? null : `/${[...tokens.slice(0, index), meant, ...tokens.slice(index + 1)].join('/')}`
}

import type { MachineRenames, Scenario, ScenarioAbility, ScenarioMigration, ScenarioStep } from '#schemas'
import { movedFacts } from './context-moves.ts'

/** What is wrong with a map, or with a scenario that it is applied to; `pointer` leads to the place. */
export interface MigrationFault {
  readonly pointer: string
  readonly message: string
}

type Names = Readonly<Record<string, string>>
type Value = Readonly<Record<string, unknown>>

const KINDS = ['events', 'states', 'actors', 'actions', 'context'] as const

/** Why a map of new names cannot be applied: a name that it gives twice, or that is old and new at once, so that nobody could
 *  tell afterwards what was meant, nor apply the map again. */
export function migrationFaults({ machines }: ScenarioMigration): readonly MigrationFault[] {
  const names = Object.fromEntries(
    Object.entries(machines).flatMap(([old, { name }]) => (name === undefined ? [] : [[old, name]])),
  )
  return [
    ...nameFaults(names).map(({ pointer, message }) => ({ pointer: `/machines${pointer}/name`, message })),
    ...Object.entries(machines).flatMap(([machine, renames]) =>
      KINDS.flatMap((kind) =>
        [
          ...nameFaults(siblingNames(kind, renames[kind] ?? {})),
          ...(kind === 'context' ? nestFaults(renames.context ?? {}) : []),
        ].map(({ pointer, message }) => ({ pointer: `/machines/${token(machine)}/${kind}${pointer}`, message })),
      ),
    ),
  ]
}

/** A state's new name is its own alone; beside its siblings it is a path. */
function siblingNames(kind: (typeof KINDS)[number], names: Names): Names {
  if (kind !== 'states') return names
  return Object.fromEntries(
    Object.entries(names).map(([path, key]) => [path, [...path.split('.').slice(0, -1), key].join('.')]),
  )
}

function nameFaults(names: Names): readonly MigrationFault[] {
  const givenTo = Map.groupBy(Object.entries(names), ([, name]) => name)
  return Object.entries(names).flatMap(([old, name]) => {
    const pointer = `/${token(old)}`
    if (old === name) return [{ pointer, message: `"${old}" is given its own name` }]
    if (Object.hasOwn(names, name))
      return [{ pointer, message: `"${name}" is a new name here and an old one elsewhere` }]
    const others = (givenTo.get(name) ?? []).map(([other]) => other).filter((other) => other !== old)
    return others.length > 0 ? [{ pointer, message: `"${name}" is also the new name of "${others.join('", "')}"` }] : []
  })
}

function nestFaults(pointers: Names): readonly MigrationFault[] {
  return Object.keys(pointers).flatMap((pointer) => {
    const around = Object.keys(pointers).find((other) => pointer.startsWith(`${other}/`))
    return around === undefined
      ? []
      : [{ pointer: `/${token(pointer)}`, message: `it lies in ${around}, which moves too` }]
  })
}

function token(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** A scenario by its new names, or what cannot be renamed in it. What the map does not name stays. */
export function migrateScenario(
  { machines }: ScenarioMigration,
  scenario: Scenario,
): { readonly scenario: Scenario; readonly faults: readonly MigrationFault[] } {
  const renames = Object.hasOwn(machines, scenario.machine) ? machines[scenario.machine] : undefined
  if (!renames) return { scenario, faults: [] }
  const rewriter = new Rewriter(renames)
  const steps = scenario.steps.map((step, index) => rewriter.step(step, `/steps/${index}`))
  const migrated = { ...scenario, machine: renames.name ?? scenario.machine, steps }
  return { scenario: migrated, faults: rewriter.faults }
}

/** Renames things, one after the other, and collects what it cannot rename. */
class Rewriter {
  readonly faults: MigrationFault[] = []
  readonly #renames: MachineRenames
  /** Kind and new name → the name that came to it first. */
  readonly #seen = new Map<string, string>()

  constructor(renames: MachineRenames) {
    this.#renames = renames
  }

  step(step: ScenarioStep, at: string): ScenarioStep {
    const { actor, event, expect } = step
    return {
      ...step,
      ...(actor === undefined ? {} : { actor: this.#actor(actor, `${at}/actor`) }),
      ...(event === undefined
        ? {}
        : { event: { ...event, type: this.#name('events', event.type, `${at}/event/type`) } }),
      ...(expect === undefined ? {} : { expect: this.#expectation(expect, `${at}/expect`) }),
    }
  }

  #expectation(expect: NonNullable<ScenarioStep['expect']>, at: string): NonNullable<ScenarioStep['expect']> {
    const { value, ctx, can, effects, children, inputs } = expect
    return {
      ...expect,
      ...(value === undefined ? {} : { value: this.#state(value, [], `${at}/value`) as NonNullable<typeof value> }),
      ...(ctx ? { ctx: this.#context(ctx, `${at}/ctx`) } : {}),
      ...(can ? { can: can.map((ability, index) => this.#ability(ability, `${at}/can/${index}`)) } : {}),
      ...(effects
        ? {
            effects: effects.map((effect, index) => ({
              ...effect,
              type: this.#name('actions', effect.type, `${at}/effects/${index}/type`),
            })),
          }
        : {}),
      ...(children ? { children: children.map((path, index) => this.#actor(path, `${at}/children/${index}`)) } : {}),
      ...(inputs ? { inputs: this.#keys(inputs, (path) => this.#actor(path, `${at}/inputs/${token(path)}`)) } : {}),
    }
  }

  #ability(ability: ScenarioAbility, at: string): ScenarioAbility {
    if (typeof ability !== 'string') return { ...ability, type: this.#name('events', ability.type, `${at}/type`) }
    const [, mark = '', name = ''] = /^(!?)(.*)$/s.exec(ability) ?? []
    return `${mark}${this.#name('events', name, at)}`
  }

  #actor(path: string, at: string): string {
    return path.replace(/^(root\/)(.+)(#\d+)$/, (_, root: string, name: string, number: string) => {
      return `${root}${this.#name('actors', name, at)}${number}`
    })
  }

  /** A state value: texts and keys are states below the path. */
  #state(value: unknown, path: readonly string[], at: string): unknown {
    const named = (key: string) => this.#name('states', [...path, key].join('.'), at)
    if (typeof value === 'string') return named(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        named(key),
        this.#state(inner, [...path, key], `${at}/${token(key)}`),
      ]),
    )
  }

  #name(kind: Exclude<(typeof KINDS)[number], 'context'>, name: string, at: string): string {
    const names = this.#renames[kind] ?? {}
    const own = kind === 'states' ? (name.split('.').at(-1) ?? name) : name
    const fresh = Object.hasOwn(names, name) ? (names[name] ?? own) : own
    const whole = kind === 'states' ? [...name.split('.').slice(0, -1), fresh].join('.') : fresh
    const before = this.#seen.get(`${kind} ${whole}`)
    if (before !== undefined && before !== name) {
      this.faults.push({
        pointer: at,
        message: `the scenario has both "${before}" and "${name}", which would be "${whole}" alike`,
      })
    }
    if (before === undefined) this.#seen.set(`${kind} ${whole}`, name)
    return fresh
  }

  #context(ctx: Value, at: string): Value {
    return movedFacts(ctx, this.#renames.context ?? {}, (pointer, message) =>
      this.faults.push({ pointer: `${at}/${token(pointer)}`, message }),
    )
  }

  #keys(record: Value, rename: (key: string) => string): Value {
    return Object.fromEntries(Object.entries(record).map(([key, value]) => [rename(key), value]))
  }
}

import { type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition, not } from 'xstate'
import { describeTransition, guardName, transitionKey } from '#stage/coverage/coverage-items.ts'
import { stateText, transitionText, wayText } from '#stage/coverage/coverage-text.ts'
import { type ConfigPart, type Rewriting, rewriteMachine } from '#stage/explore/machine-rewrite.ts'
import { pathOf, transitionsOf, withDescendants } from '#stage/player/machine-nodes.ts'

/** What was done to a machine. */
export type MutantKind = 'drop' | 'redirect' | 'negate' | 'action' | 'delay'

/** Where a replay has to pass so that it can tell a mutant from its machine. */
export interface MutantSpot {
  /** Key of the transition that was changed; absent when a replay may tell them apart without taking it. */
  readonly transition?: string
  /** Path of the state that was changed; absent for a transition. */
  readonly state?: string
}

/** One change of a machine's configuration, in words that name no other. */
export interface Mutant {
  readonly kind: MutantKind
  /** As `livery scenario cover` writes it: `closed.waiting, after hoverDelay → open`, or a state. */
  readonly place: string
  readonly change: string
  readonly spot: MutantSpot
  make(): AnyStateMachine
}

/** Every way in which a machine is changed, in the order of its definition: one change each. */
export function mutantsOf(machine: AnyStateMachine): readonly Mutant[] {
  return withDescendants(machine.root).flatMap((node) => [
    ...STATE_ACTIONS.flatMap((section) => stateActionMutants(machine, node, section)),
    ...transitionsOf(node).flatMap((transition) => transitionMutants(machine, transition)),
    ...delayMutants(machine, node),
  ])
}

/** More changes than this without an event are a loop that the mutation made. */
const MAX_MICROSTEPS = 1000
const STATE_ACTIONS = ['entry', 'exit'] as const

function copy(machine: AnyStateMachine, rewriting: Rewriting): AnyStateMachine {
  return rewriteMachine(machine, {
    ...rewriting,
    state: (node, config) => {
      const own = rewriting.state?.(node, config) ?? config
      return node.parent ? own : { ...own, options: { maxIterations: MAX_MICROSTEPS } }
    },
  })
}

function stateActionMutants(
  machine: AnyStateMachine,
  node: AnyStateNode,
  section: (typeof STATE_ACTIONS)[number],
): readonly Mutant[] {
  const written = listOf((node.config as unknown as ConfigPart)[section])
  return written.map((action, index) => ({
    kind: 'action',
    place: stateText(pathOf(node)),
    change: `does not do ${actionText(written, index, action)} on ${section}`,
    spot: { state: pathOf(node) },
    make: () =>
      copy(machine, {
        state: (other, config) => (other === node ? { ...config, [section]: written.toSpliced(index, 1) } : config),
      }),
  }))
}

function transitionMutants(machine: AnyStateMachine, transition: AnyTransitionDefinition): readonly Mutant[] {
  const key = transitionKey(transition)
  const described = describeTransition(transition)
  const mutant = (
    kind: MutantKind,
    change: string,
    rewrite: (candidate: ConfigPart) => ConfigPart | undefined,
    spot: MutantSpot = { transition: key },
  ): Mutant => ({
    kind,
    place: transitionText(described),
    change,
    spot,
    make: () => copy(machine, { candidate: (place, candidate) => (place === key ? rewrite(candidate) : candidate) }),
  })
  const actions = listOf(writtenActions(transition))
  return [
    mutant('drop', `${wayText(described)} is not there`, () => undefined),
    ...redirections(transition).map(({ targets, name }) =>
      mutant('redirect', `leads to ${name}`, (candidate) => ({ ...candidate, target: targets })),
    ),
    ...(transition.guard === undefined
      ? []
      : [
          mutant(
            'negate',
            `not ${guardName(transition.guard)}`,
            (candidate) => ({ ...candidate, guard: not(candidate.guard as never) }),
            {},
          ),
        ]),
    ...actions.map((action, index) =>
      mutant('action', `does not do ${actionText(actions, index, action)}`, (candidate) => ({
        ...candidate,
        actions: actions.toSpliced(index, 1),
      })),
    ),
  ]
}

/** What XState keeps of the actions is what was written, as a list. */
function writtenActions({ actions }: AnyTransitionDefinition): unknown {
  return actions
}

/** Each target, one at a time, led to each of the states beside it. */
function redirections({ target = [] }: AnyTransitionDefinition) {
  return target.flatMap((node, index) => {
    const beside = Object.values(node.parent?.states ?? {}).filter(
      (other) => other !== node && other.type !== 'history',
    )
    return beside.map((other) => ({
      targets: target.with(index, other).map(({ id }) => `#${id}`),
      name: stateText(pathOf(other)),
    }))
  })
}

const DELAY_CHANGES: readonly (readonly [string, (ms: number) => number])[] = [
  ['half as long', (ms) => Math.floor(ms / 2)],
  ['twice as long', (ms) => ms * 2],
  ['1 ms shorter', (ms) => ms - 1],
  ['1 ms longer', (ms) => ms + 1],
]

function delayMutants(machine: AnyStateMachine, node: AnyStateNode): readonly Mutant[] {
  return Object.keys((node.config.after as ConfigPart | undefined) ?? {}).flatMap((delay) =>
    DELAY_CHANGES.map(
      ([words, change]): Mutant => ({
        kind: 'delay',
        place: `${stateText(pathOf(node))}, after ${delay}`,
        change: `is ${words}`,
        spot: { state: pathOf(node) },
        make: () => {
          const name = `${delay}, ${words}`
          return copy(machine, {
            delay: (other, own) => (other === node && own === delay ? name : own),
            implementations: (named) => ({
              ...named,
              delays: { ...named.delays, [name]: changedDelay(named.delays[delay] ?? Number(delay), change) },
            }),
          })
        },
      }),
    ),
  )
}

type Delays = AnyStateMachine['implementations']['delays']

function changedDelay(delay: Delays[string], change: (ms: number) => number): Delays[string] {
  const changed = (ms: number) => Math.max(0, change(ms))
  if (typeof delay === 'number') return changed(delay)
  const compute = delay as (...args: readonly unknown[]) => number
  return ((...args: readonly unknown[]) => changed(compute(...args))) as Delays[string]
}

function listOf(section: unknown): readonly unknown[] {
  return section === undefined ? [] : [section].flat()
}

/** `storeFailure`; of one that occurs twice, `storeFailure (2)`. */
function actionText(all: readonly unknown[], index: number, action: unknown): string {
  const name = guardName(action)
  const before = all.slice(0, index).filter((other) => guardName(other) === name).length
  return before > 0 ? `${name} (${before + 1})` : name
}

import { type AnyStateMachine, type AnyStateNode, createMachine } from 'xstate'
import { placeKey } from '../coverage/coverage-items.ts'

/** A part of a machine's configuration as it was written; a candidate that was a mere target is `{target}` here. */
export type ConfigPart = Readonly<Record<string, unknown>>

/** What happens to the parts of a configuration; what is not named stays as it is. */
export interface Rewriting {
  /** A candidate of a transition, by the key of its place; undefined leaves it out, and those after it move up. */
  candidate?(key: string, candidate: ConfigPart): ConfigPart | undefined
  /** What a state has besides its transitions and states. */
  state?(node: AnyStateNode, config: ConfigPart): ConfigPart
  /** The name of a delay. */
  delay?(node: AnyStateNode, name: string): string
  /** What an actor is made of: a name, or its logic. */
  source?(source: unknown): unknown
  /** The named parts that the copy has. */
  implementations?(named: AnyStateMachine['implementations']): AnyStateMachine['implementations']
}

/** A copy of a machine whose configuration has been rewritten. Everything that the rewriting leaves alone is the machine's own. */
export function rewriteMachine(machine: AnyStateMachine, rewriting: Rewriting): AnyStateMachine {
  const named = rewriting.implementations?.(machine.implementations) ?? machine.implementations
  return createMachine(rewriteNode(machine.root, rewriting) as never, named as never)
}

function rewriteNode(node: AnyStateNode, rewriting: Rewriting): ConfigPart {
  const config = node.config as unknown as ConfigPart
  const at = (eventType: string, candidates: unknown) => rewriteCandidates(node, eventType, candidates, rewriting)
  const own = rewriting.state?.(node, config) ?? config
  const nameOf = (delay: string) => rewriting.delay?.(node, delay) ?? delay
  return {
    ...own,
    ...mapped('on', config.on, at),
    ...single('always', config.always, (candidates) => at('', candidates)),
    ...single('onDone', config.onDone, (candidates) => at(`xstate.done.state.${node.id}`, candidates)),
    ...mapped('after', config.after, (delay, candidates) => at(afterEvent(node, delay), candidates), nameOf),
    ...single('invoke', config.invoke, () => node.invoke.map((_, index) => rewriteInvoke(node, index, at, rewriting))),
    ...single('states', config.states, () =>
      Object.fromEntries(Object.entries(node.states).map(([key, inner]) => [key, rewriteNode(inner, rewriting)])),
    ),
  }
}

function rewriteCandidates(
  node: AnyStateNode,
  eventType: string,
  candidates: unknown,
  { candidate: rewrite }: Rewriting,
): readonly unknown[] | undefined {
  const rewritten = [candidates].flat().flatMap((written: unknown, index) => {
    const candidate = typeof written === 'object' && written !== null ? (written as ConfigPart) : { target: written }
    const fresh = rewrite ? rewrite(placeKey(node, eventType, index), candidate) : candidate
    return fresh === undefined ? [] : [fresh]
  })
  return rewritten.length > 0 ? rewritten : undefined
}

function rewriteInvoke(
  node: AnyStateNode,
  index: number,
  at: (eventType: string, candidates: unknown) => unknown,
  { source }: Rewriting,
): ConfigPart {
  const config = [(node.config as unknown as ConfigPart).invoke].flat()[index] as ConfigPart
  const { id } = node.invoke[index] ?? { id: '' }
  return {
    ...config,
    ...(source ? { src: source(config.src) } : {}),
    ...single('onDone', config.onDone, (candidates) => at(`xstate.done.actor.${id}`, candidates)),
    ...single('onError', config.onError, (candidates) => at(`xstate.error.actor.${id}`, candidates)),
    ...single('onSnapshot', config.onSnapshot, (candidates) => at(`xstate.snapshot.${id}`, candidates)),
  }
}

/** One key of a configuration; nothing where it is missing. */
function single(name: string, value: unknown, map: (value: unknown) => unknown): ConfigPart {
  return value === undefined ? {} : { [name]: map(value) }
}

/** A section of a configuration whose entries are candidates; entries without any are left out. */
function mapped(
  name: string,
  section: unknown,
  map: (key: string, candidates: unknown) => unknown,
  nameOf: (key: string) => string = (key) => key,
): ConfigPart {
  if (typeof section !== 'object' || section === null) return {}
  const entries = Object.entries(section).map(([key, candidates]) => [nameOf(key), map(key, candidates)] as const)
  return { [name]: Object.fromEntries(entries.filter(([, candidates]) => candidates !== undefined)) }
}

/** What XState calls the end of a delay. */
function afterEvent(node: AnyStateNode, delay: string): string {
  return node.after.find((transition) => String(transition.delay) === delay)?.eventType ?? ''
}

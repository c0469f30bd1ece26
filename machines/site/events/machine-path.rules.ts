import type { AnyStateMachine, AnyStateNode } from 'xstate'

/** Where a way through a machine has come to. */
interface Place {
  readonly node: AnyStateNode
  /** What happens on it: events that are taken, and `=placing.unknown` for states that are entered. */
  readonly way: readonly string[]
  /** The states that it has passed. */
  readonly passed: ReadonlySet<AnyStateNode>
}

/** A way through a machine, which comes to no state twice, with as many of some steps as can be found in their order.
 *  @param wanted events, and states as `=placing.unknown`, in the order in which they make sense   @returns those on the way */
export function wayThrough(machine: AnyStateMachine, wanted: readonly string[]): readonly string[] {
  const most = new Map<AnyStateNode, number>()
  let best: readonly string[] = []
  const note = (way: readonly string[]) => {
    const found = inOrder(way, wanted)
    if (found.length > best.length) best = found
    return found.length
  }
  const open = entered(machine.root, { way: [], passed: new Set() })
  for (let place = open.shift(); place; place = open.shift()) {
    const { node, way, passed } = place
    const count = note(way)
    // Another way to a state is of interest when it has more of the steps.
    if (count <= (most.get(node) ?? -1)) continue
    most.set(node, count)
    for (const [event, targets] of stepsFrom(node)) {
      const next = { way: [...way, event], passed }
      note(next.way)
      for (const target of targets) if (!passed.has(target)) open.push(...entered(target, next))
    }
  }
  return best
}

/** The places that a state leads into at once: itself, and where its parts begin. */
function entered(node: AnyStateNode, { way, passed }: Omit<Place, 'node'>): Place[] {
  const here = { way: [...way, `=${node.path.join('.')}`], passed: new Set([...passed, node]) }
  const parts: readonly AnyStateNode[] =
    node.type === 'parallel' ? Object.values(node.states) : (node.initial?.target ?? [])
  return [{ node, ...here }, ...parts.flatMap((part) => entered(part, here))]
}

/** What a state and those around it do next: events, times that pass and answers of actors, with where they lead. */
function stepsFrom(node: AnyStateNode): [event: string, targets: readonly AnyStateNode[]][] {
  const own = [...node.transitions, ['', node.always ?? []] as const].map(
    ([event, transitions]): [string, readonly AnyStateNode[]] => [
      event,
      transitions.flatMap(({ target }) => (target ?? []) as readonly AnyStateNode[]),
    ],
  )
  return node.parent ? [...own, ...stepsFrom(node.parent)] : own
}

/** The steps of a way that are wanted, without those that come after a later one. */
function inOrder(way: readonly string[], wanted: readonly string[]): readonly string[] {
  const found: string[] = []
  let next = 0
  for (const step of way) {
    const at = wanted.indexOf(step, next)
    if (at < 0) continue
    found.push(step)
    next = at + 1
  }
  return found
}

import type { AnyStateMachine, AnyStateNode } from 'xstate'

interface Place {
  readonly node: AnyStateNode
  /** Steps on the way to it: events that are taken, and `=state` for states that are entered. */
  readonly way: readonly string[]
}

/** The way through a machine that has most of some steps on it: the shortest to each state is looked at.
 *  @param wanted events, and states as `=placing.unknown`   @returns those on the way, in the order in which they are taken */
export function wayThrough(machine: AnyStateMachine, wanted: ReadonlySet<string>): readonly string[] {
  const seen = new Set<AnyStateNode>()
  const open: Place[] = entered(machine.root, [])
  let best: readonly string[] = []
  for (let place = open.shift(); place; place = open.shift()) {
    const { node, way } = place
    if (seen.has(node)) continue
    seen.add(node)
    const here = onWay(way, wanted)
    if (here.length > best.length) best = here
    for (const from of lineage(node))
      for (const [event, transitions] of [...from.transitions, ['', from.always ?? []] as const]) {
        const next = [...way, event]
        const taken = onWay(next, wanted)
        if (taken.length > best.length) best = taken
        for (const { target } of transitions) for (const one of target ?? []) open.push(...entered(one, next))
      }
  }
  return best
}

/** The places that a state leads into at once: itself, and where its parts begin. */
function entered(node: AnyStateNode, before: readonly string[]): Place[] {
  const way = [...before, `=${node.path.join('.')}`]
  const within =
    node.type === 'parallel' ? Object.values(node.states) : (node.initial?.target ?? []).map((target) => target)
  return [{ node, way }, ...within.flatMap((part) => entered(part as AnyStateNode, way))]
}

function lineage(node: AnyStateNode): AnyStateNode[] {
  return node.parent ? [node, ...lineage(node.parent)] : [node]
}

function onWay(way: readonly string[], wanted: ReadonlySet<string>): readonly string[] {
  return [...new Set(way.filter((step) => wanted.has(step)))]
}

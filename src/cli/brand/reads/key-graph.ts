import type ts from 'typescript'

/** What is known of the values of properties: a property is a set of declarations, since one of a union has several. */
export interface KeyGraph {
  /** A value of `declaration` is used where it decides or shows something. */
  readonly use: (declaration: ts.Node) => void
  /** A value of `from` becomes the value of `to`, and counts as used when that one does. */
  readonly flow: (from: ts.Node, to: ts.Node) => void
  /** Whether a value is used, directly or where it flows to. */
  readonly isUsed: (declaration: ts.Node) => boolean
}

/** An empty graph.
 *  @param isOutside whether a property belongs to what other programs read: a value that becomes its value is used
 *  @param isKey whether a property is a key of the configuration: one key never becomes another */
export function createKeyGraph(
  isOutside: (declaration: ts.Node) => boolean,
  isKey: (declaration: ts.Node) => boolean,
): KeyGraph {
  const used = new Set<ts.Node>()
  const sources = new Map<ts.Node, Set<ts.Node>>()
  return {
    use(declaration) {
      const waiting = [declaration]
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        if (used.has(next)) continue
        used.add(next)
        waiting.push(...(sources.get(next) ?? []))
      }
    },
    flow(from, to) {
      if (from === to || (isKey(from) && isKey(to))) return
      if (used.has(to) || isOutside(to)) {
        this.use(from)
        return
      }
      const known = sources.get(to)
      if (known) known.add(from)
      else sources.set(to, new Set([from]))
    },
    isUsed: (declaration) => used.has(declaration),
  }
}

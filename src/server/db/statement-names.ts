/** How often a statement is met before it gets a name. */
const MET_BEFORE = 5
/** Names that a process gives: each keeps a plan in every session of the server. */
const MOST_NAMES = 600
/** Statements without a name that are remembered. */
const MOST_MET = 5000

/** Gives names to statements that are sent again and again, by which a session of PostgreSQL plans each of them once.
 *  @param most names that are given at all */
export function createStatementNames(most = MOST_NAMES) {
  const names = new Map<string, string>()
  const met = new Map<string, number>()
  let generation = 1

  return {
    /** The name of a statement; undefined as long as it has none. */
    nameOf(text: string): string | undefined {
      const name = names.get(text)
      if (name !== undefined || names.size >= most) return name
      const times = (met.get(text) ?? 0) + 1
      if (times <= MET_BEFORE) {
        if (met.size >= MOST_MET) met.clear()
        met.set(text, times)
        return undefined
      }
      met.delete(text)
      const given = `livery_${generation}_${names.size + 1}`
      names.set(text, given)
      return given
    },
    /** Gives every statement another name from now on, since what was planned under the former ones is old. */
    renew(): void {
      names.clear()
      generation += 1
    },
  }
}

/** Batches that are stored in one transaction. */
interface Group<Item> {
  readonly items: Item[]
  readonly done: PromiseWithResolvers<void>
}

/** Lets what comes while a key is being stored wait, and stores it together then: the rows of its sums are locked once for all of them,
 *  instead of by each after the other.
 *  @param store stores items of a key
 *  @param before waits before a group is stored; what comes meanwhile is part of it
 *  @returns adds items; resolves when they are stored, rejects when those that were stored with them were not */
export function addTogether<Item>(
  store: (key: string, items: readonly Item[]) => Promise<unknown>,
  before?: () => Promise<void>,
) {
  const groups = new Map<string, Group<Item>>()
  const running = new Set<string>()

  async function run(key: string): Promise<void> {
    running.add(key)
    while (groups.has(key)) {
      await before?.()
      const group = groups.get(key)
      groups.delete(key)
      if (!group) continue
      const { done, items } = group
      await store(key, items).then(() => done.resolve(), done.reject)
    }
    running.delete(key)
  }

  return (key: string, items: readonly Item[]): Promise<void> => {
    const group = groups.get(key) ?? { items: [], done: Promise.withResolvers<void>() }
    group.items.push(...items)
    groups.set(key, group)
    if (!running.has(key)) void run(key)
    return group.done.promise
  }
}

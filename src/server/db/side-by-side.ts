/** As many as leave most connections of the database to others. */
export const A_FEW = 4

/** Acts on all items, `most` of them at a time, so that one transaction need not wait for the commit of another. The first failure ends it: what is
 *  under way is waited for, and no other item begins. @throws whatever `act` throws */
export async function sideBySide<Item>(
  items: Iterable<Item>,
  most: number,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items]
  const failures: unknown[] = []
  const walk = async () => {
    while (failures.length === 0) {
      const [item] = waiting.splice(0, 1)
      if (item === undefined) return
      await act(item).catch((failure: unknown) => failures.push(failure))
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, waiting.length) }, walk))
  if (failures.length > 0) throw failures[0]
}

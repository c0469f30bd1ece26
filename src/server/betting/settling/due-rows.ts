/** Rows that are read at once. */
const AT_ONCE = 100

/** Works on all that is due, each once: what cannot be done stays as it is, and keeps nothing else waiting.
 *  @param read what comes behind the last row that was worked on; null to begin   @returns how many there were */
export async function eachDue<Row>(
  read: (after: Row | null, limit: number) => Promise<readonly Row[]>,
  work: (row: Row) => Promise<unknown>,
): Promise<number> {
  let count = 0
  let rows: readonly Row[] = []
  do {
    rows = await read(rows.at(-1) ?? null, AT_ONCE)
    for (const row of rows) await work(row)
    count += rows.length
  } while (rows.length === AT_ONCE)
  return count
}

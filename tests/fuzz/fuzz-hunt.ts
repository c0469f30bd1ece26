import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { requests } from './fuzz-requests.ts'
import type { FuzzRun } from './fuzz-run.ts'

const FOLDER = fileURLToPath(new URL('../../test-results/fuzz', import.meta.url))
const MOST_IN_A_ROW = 10
const ROWS = 50

/** Sends at least so many requests, in rows that follow from the seed.
 *  @returns null when all went well, else the shortest row that fails, as text; the file that it is saved in is named too */
export async function hunt(run: FuzzRun, seed: number, atLeast: number, folder = FOLDER): Promise<string | null> {
  const rows = fc.array(requests, { minLength: 1, maxLength: MOST_IN_A_ROW, size: 'max' })
  let sent = 0
  const property = fc.asyncProperty(rows, async (row) => {
    for (const request of row) {
      sent += 1
      const faults = await run.send(request)
      if (faults.length > 0) throw new Error(`${request.call}: ${faults.join('; ')}`)
    }
  })
  for (let round = 0; sent < atLeast; round++) {
    const details = await fc.check(property, { seed: seed + round, numRuns: ROWS })
    if (details.failed)
      return saved(
        folder,
        seed + round,
        `${fc.defaultReportMessage(details)}\n${String(details.errorInstance)}`,
        details.counterexample,
      )
  }
  return null
}

function saved(folder: string, seed: number, report: string, counterexample: unknown): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${seed}.json`)
  writeFileSync(file, `${JSON.stringify({ seed, report, counterexample }, null, 2)}\n`)
  return `${report}\nSaved in ${file}`
}

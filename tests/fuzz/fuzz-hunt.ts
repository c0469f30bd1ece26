import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { type FuzzRequest, requests } from './fuzz-requests.ts'
import type { FuzzRun } from './fuzz-run.ts'

const FOLDER = fileURLToPath(new URL('../../test-results/fuzz', import.meta.url))
const MOST_IN_A_ROW = 10
const ROWS = 50
/** After so many requests a long run says that it lives. */
const A_STRETCH = 5000

/** How long rows are sent and a failing one is shortened: a row that fails now and then would never be short enough. */
const ROUND_MS = 120_000

/** What was wrong with an answer. */
class Fault extends Error {
  /** Where in its row the request stands. */
  readonly at: number
  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

/** Sends at least so many requests, in rows that follow from the seed.
 *  @returns null when all went well, else the shortest row that fails, as text; the file that it is saved in is named too */
export async function hunt(run: FuzzRun, seed: number, atLeast: number, folder = FOLDER): Promise<string | null> {
  const rows = fc.array(requests, { minLength: 1, maxLength: MOST_IN_A_ROW, size: 'max' })
  let sent = 0
  const property = fc.asyncProperty(rows, async (row) => {
    for (const [at, request] of row.entries()) {
      sent += 1
      if (sent % A_STRETCH === 0) console.log(`seed ${seed}: ${sent} of ${atLeast} requests`)
      const faults = await run.send(request).catch((error: Error) => [error.stack ?? error.message])
      if (faults.length > 0) throw new Fault(at, `${request.call}: ${faults.join('; ')}`)
    }
  })
  for (let round = 0; sent < atLeast; round++) {
    const details = await fc.check(property, {
      ...{ seed: seed + round, numRuns: ROWS, interruptAfterTimeLimit: ROUND_MS },
    })
    if (details.failed) return saved(folder, seed + round, details)
  }
  return null
}

function saved(folder: string, seed: number, details: fc.RunDetails<[FuzzRequest[]]>): string {
  const { errorInstance: fault, counterexample } = details
  const row = counterexample?.[0] ?? []
  // Shrinking leaves what comes after the request that failed.
  const shortest = fault instanceof Fault ? row.slice(0, fault.at + 1) : row
  const report = `${fc.defaultReportMessage(details)}\n${String(fault)}`
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${seed}.json`)
  writeFileSync(file, `${JSON.stringify({ seed, report, counterexample: [shortest] }, null, 2)}\n`)
  return `${report}\nSaved in ${file}`
}

/** What acts of players cost, by time of processors: the file from which `livery capacity` reckons machines. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { measureActCosts } from './loads/act-costs.ts'
import { postgresDatabase } from './loads/bench-databases.ts'
import { createReport, duration, type Report, shortNumber } from './report.ts'

const FILE = fileURLToPath(new URL('../../src/cli/capacity/costs.json', import.meta.url))

/** Runs, prints and writes the costs. They are those of this machine, so none is judged. */
export async function benchCapacity(): Promise<Report> {
  const report = createReport()
  const postgres = await postgresDatabase()
  report.holds('there is a PostgreSQL server', postgres !== undefined)
  if (!postgres) return report
  const costs = await measureActCosts(postgres).finally(postgres.drop)
  for (const [id, { engineMs, databaseMs }] of Object.entries(costs.acts))
    report.row(id, `${duration(engineMs * 1000)} engine`, `${duration(databaseMs * 1000)} PostgreSQL`)
  report.row('a message of the stream', `${duration(costs.stream.engineMsAMessage * 1000)} engine`)
  report.row('a connection to the stream', `${shortNumber(costs.stream.bytesAConnection / 1024)} kB`)
  report.row('a process without players', `${shortNumber(costs.idle.engineMsASecond)} ms a second`)
  // An operator's own machine has a file of its own.
  writeFileSync(process.env.LIVERY_COSTS ?? FILE, `${JSON.stringify(costs, null, 2)}\n`)
  return report
}

import { editStudioDraft } from '#calls/studio/studio-draft.calls.ts'
import { publishDraft, rollBackBrand } from '#calls/studio/studio-life.calls.ts'
import type { StudioPublishAnswer } from '#schemas'
import { type EngineProcess, startEngine } from '../server-process.ts'
import { BENCH_BRAND, sendTo } from './bench-brand.ts'
import { postgresDatabase } from './bench-databases.ts'
import { claimedOwner, STUDIO_ENV, type StudioCaller } from './studio-caller.ts'

const ROUNDS = 5
const ASK_EVERY_MS = 10
const TEXT = { path: 'locales/en/site.json', pointer: '/site.menu_live' } as const

/** How long it took until every process showed what was done in one of them, in ms. */
export interface PublishedTimes {
  readonly published: readonly number[]
  readonly rolledBack: readonly number[]
}

/** Publishes and rolls back at the first of several processes on one PostgreSQL and one folder of brands.
 *  @returns null without a PostgreSQL server */
export async function publishToMany(brands: string, count: number): Promise<PublishedTimes | null> {
  const database = await postgresDatabase()
  if (!database) return null
  const env = { ...STUDIO_ENV, DATABASE_URL: database.url ?? '', LIVERY_SECRET_KEY: 'A'.repeat(43) }
  const processes: EngineProcess[] = []
  try {
    const first = await startEngine({ brands, env })
    processes.push(first)
    // A later start would make the first owner's link void.
    const owner = await claimedOwner(first)
    while (processes.length < count) processes.push(await startEngine({ brands, env }))
    return await publishRounds(processes, owner)
  } finally {
    for (const each of processes) await each.stop()
    await database.drop()
  }
}

async function publishRounds(processes: readonly EngineProcess[], owner: StudioCaller): Promise<PublishedTimes> {
  const untilLive = async (text: string, startedAt: number) => {
    await Promise.all(processes.map(({ port }) => isLive(port, text)))
    return performance.now() - startedAt
  }
  const published: number[] = []
  const rolledBack: number[] = []
  let last = 0
  for (let round = 0; round < ROUNDS; round++) {
    const value = `Published ${round}`
    await owner.send(editStudioDraft, BENCH_BRAND, { body: { edits: [{ ...TEXT, value }], editor: 'bench1' } })
    const startedAt = performance.now()
    const { revision } = await owner.send<StudioPublishAnswer>(publishDraft, BENCH_BRAND, { body: { message: value } })
    published.push(await untilLive(value, startedAt))
    if (round > 0) {
      const backAt = performance.now()
      await owner.send(rollBackBrand, BENCH_BRAND, { body: { number: last } })
      rolledBack.push(await untilLive(`Published ${round - 1}`, backAt))
    }
    last = revision?.number ?? last
  }
  return { published, rolledBack }
}

async function isLive(port: number, text: string): Promise<void> {
  while (!(await sendTo(port, '/en')).body.includes(text)) await new Promise((done) => setTimeout(done, ASK_EVERY_MS))
}

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { asLines, madeGames } from '#server/casino/catalogue/catalogue.test-support.ts'
import { importCatalogue } from '#server/casino/catalogue/catalogue-import.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

/** A server whose brands have a catalogue of made games. */
export interface CatalogueSite extends ServerProcess {
  /** Scheme and host of a brand: `http://aurora.localhost:41234`. */
  readonly origin: (brand: string) => string
}

const START_WITHIN_MS = 120_000

/** Starts the built site with a provider and so many games of it in each of the brands; `stop` removes its data. */
export async function startCatalogueSite(brands: readonly string[], count: number): Promise<CatalogueSite> {
  const data = mkdtempSync(join(tmpdir(), 'livery-catalogue-'))
  const database = await openDatabase({ dataDir: data, log: pino({ level: 'silent' }) })
  const [now, providers] = [new Date(), new Set(['acme'])]
  for (const brand of brands)
    await forBrand(database.db, brand).transaction((tx) =>
      importCatalogue(tx, { chunks: [asLines(madeGames('acme', count))], providers, now }),
    )
  await database.close()
  const server = await startServerProcess({
    ...{
      script: 'tools/bench/workers/provider-server.worker.ts',
      readyPath: '/readyz',
      startWithinMs: START_WITHIN_MS,
    },
    env: {
      ...{
        LIVERY_DATA: data,
        DATABASE_URL: '',
        LIVERY_MODE: 'development',
        LIVERY_TEST_MONEY: 'on',
        LOG_LEVEL: 'warn',
      },
      ...{ LIVERY_FEED: 'off', FRAME_PORT: String(await freePort()) },
    },
  })
  return {
    ...server,
    origin: (brand) => `http://${brand}.localhost:${server.port}`,
    stop: async () => {
      await server.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.on('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? done(address.port) : fail(new Error('no port'))))
    })
  })
}

import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import pino from 'pino'
import type { CasinoConfig, CasinoImportOutput } from '#schemas'
import { importCatalogue } from '#server/casino/catalogue/catalogue-import.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { secretsOf } from '#server/site/brands/brand-secrets.ts'
import { createBrandStore } from '#server/site/brands/brand-store.ts'
import { siteOfBrand } from '#server/wiring/pages/site-of-brand.ts'
import { say } from '../command-text.ts'
import type { Command } from '../commands.ts'
import { DatabaseCommandFailure, readCommandOptions, tellingCommand, type VerbOutcome } from '../database-command.ts'
import { type CommandData, openNamedDatabase } from '../named-database.ts'

/** Ids of the providers that a brand has joined. @throws DatabaseCommandFailure when there is no such brand */
export type ProvidersOf = (data: CommandData, brand: string) => Promise<ReadonlySet<string>>

const NAME = ['casino', 'import'] as const

/** `livery casino import FILE --brand …`: takes the catalogue of a file over, all of it or nothing (CAS-15).
 *  Exits 0, 1 when a line of the file is wrong, 2 when it cannot be read. */
export function catalogueCommand(providersOf: ProvidersOf): Command {
  return tellingCommand(NAME, async (args, io) => {
    const [file, ...options] = args
    if (!file || file.startsWith('-'))
      throw new DatabaseCommandFailure(
        'usage',
        say('cli.with_usage', { message: say('casino.one_file'), usage: say('casino.usage_import') }),
      )
    const { brand } = readCommandOptions({ brand: 'text' }, options, NAME)
    const data = await openNamedDatabase(io)
    try {
      const providers = await providersOf(data, brand)
      const path = resolve(io.cwd, file)
      const output = await forBrand(data.database.db, brand).transaction((tx) =>
        importCatalogue(tx, { chunks: chunksOf(path), providers, now: new Date() }),
      )
      return outcomeOf(output)
    } finally {
      await data.database.close()
    }
  })
}

/** @throws DatabaseCommandFailure when the file cannot be read */
async function* chunksOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) yield decoder.decode(chunk as Buffer, { stream: true })
    yield decoder.decode()
  } catch (error) {
    const why = (error as Error).message
    throw new DatabaseCommandFailure('usage', say('casino.not_read', { path, why }), path)
  }
}

function outcomeOf(output: CasinoImportOutput): VerbOutcome {
  const { read, faults, refused } = output
  if (faults === 0) return { output, text: say('casino.imported', { ...sumsOf(output) }) }
  const lines = refused.map(({ line, code, reason }) => say('casino.fault', { line, code, reason }))
  const more = faults > refused.length ? [say('casino.more_faults', { count: faults - refused.length })] : []
  return { output, text: [...lines, ...more, say('casino.nothing_imported', { read, faults })].join('\n'), exit: 1 }
}

function sumsOf({ refused: _refused, faults: _faults, ...sums }: CasinoImportOutput) {
  return sums
}

/** The providers in the configuration of a brand of this folder. */
export async function configuredProviders(
  { environment, cwd }: CommandData,
  brand: string,
): Promise<ReadonlySet<string>> {
  const folder = resolve(cwd, environment.LIVERY_BRANDS)
  const log = pino({ level: 'silent' })
  const brands = createBrandStore({
    ...{ brandsDir: folder, now: () => performance.now(), secretOf: secretsOf(process.env), log },
  })
  const site = await siteOfBrand(brands, brand).catch(() => {
    throw new DatabaseCommandFailure('brand_broken', say('casino.brand_unknown', { brand, folder }), '--brand')
  })
  const { providers = {} } = site.config.casino as CasinoConfig & {
    readonly providers?: Readonly<Record<string, unknown>>
  }
  return new Set(Object.keys(providers))
}

import { join, resolve } from 'node:path'
import pino from 'pino'
import { AppError } from '#calls/app-error.ts'
import { readKeyRing } from '#server/account/secrets/secret-key.ts'
import { createFolderStore, DOCUMENTS_FOLDER } from '#server/protection/document-store.ts'
import type { IdentificationService } from '#server/protection/identification.service.ts'
import { createBrandStore } from '#server/site/brands/brand-store.ts'
import { createIdentity } from '#server/wiring/account/identity.wiring.ts'
import { say } from '../command-text.ts'
import type { Command } from '../commands.ts'
import {
  DatabaseCommandFailure,
  type DatabaseVerb,
  databaseCommand,
  type OptionKinds,
  type OptionValues,
  type VerbOutcome,
} from '../database-command.ts'
import { type CommandData, requireFolder } from '../named-database.ts'

/** A command on identifications. The documents lie in the data folder, so this is needed beside a PostgreSQL server too. */
export function deskCommand<const Kinds extends OptionKinds>(
  verb: Omit<DatabaseVerb<Kinds>, 'work'> & {
    readonly work: (desk: IdentificationService, options: OptionValues<Kinds>, cwd: string) => Promise<VerbOutcome>
  },
): Command {
  return databaseCommand({
    ...verb,
    work: async (data, options) => {
      requireFolder(data.dataDir)
      try {
        return await verb.work(openDesk(data), options, data.cwd)
      } catch (error) {
        throw asRefusal(error)
      }
    },
  })
}

function openDesk({ database, environment, dataDir, cwd }: CommandData): IdentificationService {
  const log = pino({ level: 'silent' })
  const brands = createBrandStore({
    brandsDir: resolve(cwd, environment.LIVERY_BRANDS),
    now: () => performance.now(),
    log,
  })
  const { identification } = createIdentity({
    database,
    brands,
    log,
    clock: () => new Date(),
    keepsSecrets: false,
    keyRing: readKeyRing({ environment, dataDir }),
    documents: createFolderStore(join(dataDir, DOCUMENTS_FOLDER)),
  })
  return identification
}

function asRefusal(error: unknown): unknown {
  const code = error instanceof AppError ? error.code : ''
  if (code === 'identification.not_open')
    return new DatabaseCommandFailure('not_open', say('identification.not_open'), '--account')
  if (code === 'brand.broken')
    return new DatabaseCommandFailure('brand_broken', say('identification.brand_broken'), '--brand')
  return error
}

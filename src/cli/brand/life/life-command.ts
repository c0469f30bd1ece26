import pino from 'pino'
import { DataFolderError } from '#server/db/embedded/data-folder-error.ts'
import { forStudio } from '#server/db/for-studio.ts'
import { ENGINE_BASE } from '#server/site/brands/brand-store.ts'
import { type BrandRevisions, createBrandRevisions } from '#server/studio/life/brand-revisions.ts'
import type { PublicationPorts } from '#server/studio/life/publication.ts'
import type { ChromiumLack } from '#server/studio/pictures/chromium-launch.ts'
import { StudioFailure } from '#server/studio/studio-failure.ts'
import { say } from '../../command-text.ts'
import type { Command, CommandIo } from '../../commands.ts'
import { type CommandData, NoDatabase, openNamedDatabase } from '../../named-database.ts'
import { usageOf } from '../../usages.ts'
import { type BrandArguments, BrandCommandFailure, type BrandCommandForm, runBrandCommand } from '../brand-arguments.ts'

/** What a command on the life of a brand works with. */
export interface LifeWork {
  readonly read: BrandArguments
  readonly io: CommandIo
  readonly revisions: BrandRevisions
  readonly data: CommandData
  readonly ports: Omit<PublicationPorts, 'swap'>
}

/** A verb of `livery brand` that reads or writes the history of brands, beside a running server too. */
export interface LifeVerb {
  readonly verb: string
  readonly options: BrandCommandForm['options']
  readonly positionals: BrandCommandForm['positionals']
  readonly work: (work: LifeWork) => Promise<{ readonly output: unknown; readonly text: string }>
}

/** Makes the command of a verb: opens the database that the environment names, and tells what the work comes to. */
export function lifeCommand({ verb, options, positionals, work }: LifeVerb): Command {
  return (args, io) => {
    const form = { usage: usageOf('brand', verb), options: ['json', 'brands', ...options] as const, positionals }
    return runBrandCommand(args, io, form, async (read) => {
      const { output, text } = await withDatabase(read, io, work)
      io.stdout(read.isJson ? `${JSON.stringify(output, null, 2)}\n` : `${text}\n`)
      return 0
    })
  }
}

async function withDatabase(read: BrandArguments, io: CommandIo, work: LifeVerb['work']) {
  const data = await openData(io)
  try {
    const ports = {
      door: forStudio(data.database.db),
      brandsDir: read.brandsDir,
      baseDir: ENGINE_BASE,
      clock: () => new Date(),
      log: pino({ level: 'silent' }),
    }
    const revisions = createBrandRevisions(ports)
    await revisions.settle()
    return await work({ read, io, revisions, data, ports })
  } catch (error) {
    throw error instanceof StudioFailure ? asCommandFailure(error) : error
  } finally {
    await data.database.close()
  }
}

async function openData(io: CommandIo): Promise<CommandData> {
  try {
    return await openNamedDatabase(io)
  } catch (error) {
    if (error instanceof DataFolderError) throw new BrandCommandFailure('database_broken', error.message, error.path)
    if (!(error instanceof NoDatabase)) throw error
    throw new BrandCommandFailure(error.reason === 'absent' ? 'database_absent' : 'usage', error.message, error.path)
  }
}

/** The reason of a refusal in the words of commands. */
function asCommandFailure(failure: StudioFailure): BrandCommandFailure | StudioFailure {
  const { code, params } = failure
  const { brand: id = '', file = '', line = '', message = '', pointer = '', number = '' } = params
  const lack = /^pictures\.browser_(named|none|packed)$/.exec(code)?.[1] as ChromiumLack | undefined
  if (lack) return new BrandCommandFailure('browser_missing', say(`scenario.chromium_${lack}`, params))
  if (code === 'pictures.unserved')
    return new BrandCommandFailure('brand_broken', say('brand.pictures_unserved', { id }), null)
  if (code === 'request.invalid' && params.language !== undefined)
    return new BrandCommandFailure('language_unknown', say('brand.pictures_language', params))
  if (code === 'brand.unchanged')
    return new BrandCommandFailure('brand_unchanged', say('brand.life_unchanged', { id }), String(id))
  if (code === 'brand.read_only')
    return new BrandCommandFailure('brand_read_only', say('brand.life_read_only', { file }), String(file))
  if (code === 'brand.exists') return new BrandCommandFailure('brand_exists', say('brand.exists', { id }), String(id))
  if (code === 'brand.unknown')
    return new BrandCommandFailure('brand_unknown', say('brand.life_gone', { id }), String(id))
  if (code === 'revision.unknown')
    return new BrandCommandFailure('revision_unknown', say('brand.life_no_revision', { id, number }), String(number))
  if (code === 'brand.broken')
    return new BrandCommandFailure('brand_broken', say('brand.life_broken', { file, line, message }), String(file))
  if (code === 'draft.conflict')
    return new BrandCommandFailure('brand_changed', say('brand.life_changed', { id, file, pointer }), String(file))
  return failure
}

/** The number of a revision on the command line. @throws BrandCommandFailure usage */
export function revisionNumber(text: string, verb: string): number {
  const number = Number(text)
  if (/^\d{1,9}$/.test(text) && number > 0) return number
  const message = `${say('brand.life_number', { text })} ${usageOf('brand', verb)}`
  throw new BrandCommandFailure('usage', message, text)
}

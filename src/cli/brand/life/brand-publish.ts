import { join } from 'node:path'
import type { BrandPublishOutput, BrandRevision } from '#schemas'
import { COMMAND_LINE } from '#server/studio/life/brand-revisions.ts'
import { say } from '../../command-text.ts'
import { usageOf } from '../../usages.ts'
import { BrandCommandFailure } from '../brand-arguments.ts'
import { knownBrands, requireBrand } from '../brand-folder.ts'
import { lifeCommand, revisionNumber } from './life-command.ts'

const LONGEST_MESSAGE = 500

/** `livery brand publish <id> --message TEXT`: makes the live folder, as it was edited by hand or under git, the next revision. */
export const publishCommand = lifeCommand({
  verb: 'publish',
  options: ['message'],
  positionals: [1, 1],
  work: async ({ read: { positionals, brandsDir, message }, revisions }) => {
    const [id = ''] = positionals
    requireBrand(id, await knownBrands(brandsDir))
    const why = soundMessage(message, 'publish')
    if (why === undefined) throw new BrandCommandFailure('usage', usageOf('brand', 'publish'), '--message')
    const revision = await revisions.publishFolder(id, { author: COMMAND_LINE, message: why })
    return toldRevision(id, brandsDir, revision)
  },
})

/** `livery brand rollback <id> <number>`: serves the files of an earlier revision again, as the next revision. */
export const rollbackCommand = lifeCommand({
  verb: 'rollback',
  options: ['message'],
  positionals: [2, 2],
  work: async ({ read: { positionals, brandsDir, message }, revisions }) => {
    const [id = '', text = ''] = positionals
    requireBrand(id, await knownBrands(brandsDir))
    const signed = { author: COMMAND_LINE, message: soundMessage(message, 'rollback') }
    const revision = await revisions.rollBack(id, revisionNumber(text, 'rollback'), signed)
    return toldRevision(id, brandsDir, revision)
  },
})

/** A message without white space around it, as far as there is one. @throws BrandCommandFailure usage when it is blank or too long */
export function soundMessage(message: string | undefined, verb: string): string | undefined {
  const text = message?.trim()
  if (text === '' || (text !== undefined && text.length > LONGEST_MESSAGE))
    throw new BrandCommandFailure(
      'usage',
      `${say('brand.life_message', { most: LONGEST_MESSAGE })} ${usageOf('brand', verb)}`,
      '--message',
    )
  return text
}

/** A revision that a command has made, as it prints it. */
export function toldRevision(brand: string, brandsDir: string, revision: BrandRevision) {
  const output: BrandPublishOutput = { brand, folder: join(brandsDir, brand), revision }
  const { number, files, message, isLive } = revision
  const text = isLive
    ? say('brand.life_published', { id: brand, number, files: say('brand.count_files', { count: files }), message })
    : say('brand.life_not_live', { id: brand, number })
  return { output, text }
}

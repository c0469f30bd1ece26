import { join } from 'node:path'
import type { BrandRenameOutput } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { renameBrand, renameObstacle } from '#server/studio/life/brand-rename.ts'
import { COMMAND_LINE } from '#server/studio/life/brand-revisions.ts'
import { createFolderSwap } from '#server/studio/life/folder-swap.ts'
import { say } from '../../command-text.ts'
import { BrandCommandFailure } from '../brand-arguments.ts'
import { knownBrands, requireBrand } from '../brand-folder.ts'
import { indexHosts, refuseId } from './brand-transfer.ts'
import { type LifeWork, lifeCommand } from './life-command.ts'

/** `livery brand rename <id> <new>`: gives a brand without players another id. */
export const renameCommand = lifeCommand({
  verb: 'rename',
  options: [],
  positionals: [2, 2],
  work: async (work) => {
    const { read, ports, revisions } = work
    const { brandsDir } = read
    const [from = '', to = ''] = read.positionals
    const ids = await knownBrands(brandsDir)
    requireBrand(from, ids)
    refuseId(to)
    if (ids.includes(to)) throw new BrandCommandFailure('brand_exists', say('brand.exists', { id: to }), to)
    await refuseInUse(work, from)
    await renameBrand({ ...ports, swap: createFolderSwap(brandsDir) }, { from, to, author: COMMAND_LINE })
    await indexHosts(brandsDir)
    const signed = { author: COMMAND_LINE, message: say('brand.rename_message', { from }) }
    const revision = await revisions.publishFolder(to, signed)
    const output: BrandRenameOutput = { from, brand: to, folder: join(brandsDir, to), revision }
    return { output, text: say('brand.rename_done', { from, to, number: revision.number }) }
  },
})

/** @throws BrandCommandFailure brand_in_use when players, other brands, a draft or a plan hang on the id */
async function refuseInUse({ data, ports }: LifeWork, id: string): Promise<void> {
  const refuse = (message: string) => new BrandCommandFailure('brand_in_use', message, id)
  const player = await forBrand(data.database.db, id).transaction((tx) =>
    tx.select('account').select('account_id').limit(1).executeTakeFirst(),
  )
  if (player) throw refuse(say('brand.rename_players', { id }))
  const obstacle = await renameObstacle(ports, id)
  if (obstacle?.kind === 'children')
    throw refuse(say('brand.rename_children', { id, children: obstacle.ids.join(', ') }))
  if (obstacle?.kind === 'draft') throw refuse(say('brand.rename_draft', { id }))
  if (obstacle) throw refuse(say('brand.rename_plan', { id }))
}

import {
  comparePicture,
  diffBrand,
  listPictures,
  listRevisions,
  publishDraft,
  restoreRevision,
  rollBackBrand,
  withdrawPublication,
} from '#calls/studio/studio-life.calls.ts'
import type { BrandLife, BrandState } from '../../studio/life/brand-life.ts'
import { type BrandPictures, pictureAnswer } from '../../studio/pictures/brand-pictures.ts'
import { answerStudio, requireRole, type StudioHandler } from '../../studio/studio-scope.ts'

/** Answers the calls on revisions, publications and differences of brands. */
export function lifeHandlers(life: BrandLife): readonly StudioHandler[] {
  return [
    answerStudio(listRevisions, async ({ segments: { brand } }, scope) => {
      requireRole(scope, 'viewer', brand)
      return life.history(brand)
    }),
    answerStudio(publishDraft, async ({ segments: { brand }, body: { message, at } }, scope) => {
      const { name: author } = requireRole(scope, 'publisher', brand)
      if (at === undefined) return { revision: await life.publishDraft(brand, { author, message }) }
      return { scheduled: await life.plan(brand, { author, message, at: new Date(at) }) }
    }),
    answerStudio(withdrawPublication, async ({ segments: { brand }, body: { id } }, scope) => {
      const { name } = requireRole(scope, 'publisher', brand)
      await life.withdraw(brand, id, name)
      return { isDone: true }
    }),
    answerStudio(rollBackBrand, async ({ segments: { brand }, body: { number, message } }, scope) => {
      const { name: author } = requireRole(scope, 'publisher', brand)
      return { revision: await life.rollBack(brand, number, { author, message }) }
    }),
    answerStudio(restoreRevision, async ({ segments: { brand }, body: { number } }, scope) => {
      const { name } = requireRole(scope, 'editor', brand)
      await life.restore(brand, number, name)
      return { isDone: true }
    }),
    answerStudio(diffBrand, async ({ segments: { brand }, query: { from, to } }, scope) => {
      requireRole(scope, 'viewer', brand)
      return life.diff(brand, stateNamed(from), stateNamed(to))
    }),
  ]
}

function stateNamed(name: string): BrandState {
  return name === 'live' || name === 'draft' ? name : Number(name)
}

/** What pictures are made with. */
export interface PictureHandlerPorts {
  readonly life: Pick<BrandLife, 'statesOf'>
  readonly pictures: BrandPictures
  readonly brandsDir: string
  readonly baseDir: string
}

/** Answers the calls that show two states of a brand as pictures. */
export function pictureHandlers({ life, pictures, ...folders }: PictureHandlerPorts): readonly StudioHandler[] {
  const statesOf = async (brand: string, from: string, to: string) => ({
    ...folders,
    ...(await life.statesOf(brand, stateNamed(from), stateNamed(to))),
  })
  return [
    answerStudio(listPictures, async ({ segments: { brand }, query: { from, to, language } }, scope) => {
      requireRole(scope, 'viewer', brand)
      return pictures.list(await statesOf(brand, from, to), language)
    }),
    answerStudio(comparePicture, async ({ segments: { brand }, query }, scope) => {
      requireRole(scope, 'viewer', brand)
      const { from, to, path, width, scheme } = query
      const asked = { path, width: Number(width), scheme }
      return pictureAnswer(await pictures.compare(await statesOf(brand, from, to), asked))
    }),
  ]
}

import { createStudioBrand } from '#calls/studio/studio-draft.calls.ts'
import type { StudioNewBrandBody } from '#schemas'
import { type BrandDesign, makeBrand } from '../../site/making/brand-maker.ts'
import { MakingFailure } from '../../site/making/making-failure.ts'
import { logAct } from '../../studio/access/acts.ts'
import type { BrandRevisions } from '../../studio/life/brand-revisions.ts'
import { StudioFailure } from '../../studio/studio-failure.ts'
import type { StudioPorts } from '../../studio/studio-ports.ts'
import { answerStudio, hasRole, operatorOf, type StudioHandler } from '../../studio/studio-scope.ts'
import { brandAddress } from './studio-addresses.ts'

/** What brands are made with. */
export interface MakingPorts extends Pick<StudioPorts, 'door' | 'brandsDir' | 'baseDir' | 'studioHosts' | 'clock'> {
  readonly revisions: Pick<BrandRevisions, 'publishFolder'>
}

const FIRST_MESSAGE = 'Made the brand'

/** Answers the call that makes a brand: its folder, which is served at once, and its first revision. */
export function makingHandlers(ports: MakingPorts): readonly StudioHandler[] {
  return [
    answerStudio(createStudioBrand, async ({ body }, scope) => {
      const operator = operatorOf(scope)
      if (!hasRole(operator, 'owner', '*')) throw new StudioFailure('access.forbidden', { role: 'owner' })
      const { id, files } = await made(ports, body)
      const { name: author } = operator
      const details = { files: files.length, ...(body.from ? { from: body.from } : {}) }
      await ports.door.transaction((tx) =>
        logAct(tx, { at: ports.clock(), account: author, brand: id, act: 'brand.made', details }),
      )
      await ports.revisions.publishFolder(id, { author, message: FIRST_MESSAGE })
      return { id, address: brandAddress(scope.origin, id, body.host === undefined ? [] : [body.host]) }
    }),
  ]
}

async function made({ brandsDir, baseDir, studioHosts = [] }: MakingPorts, body: StudioNewBrandBody) {
  try {
    return await makeBrand({ brandsDir, baseDir, studioHosts }, designOf(body))
  } catch (error) {
    throw error instanceof MakingFailure ? asStudioFailure(error) : error
  }
}

/** A brand of a language that nobody has translated yet may be made: its texts are written in the studio. */
function designOf({ host, language, country, currency, ...body }: StudioNewBrandBody): BrandDesign {
  return {
    ...body,
    hosts: host === undefined ? [] : [host],
    languages: language === undefined ? [] : [language],
    country,
    currency,
    isUntranslatedAllowed: true,
  }
}

/** Which part of the form a refusal is about. */
const FIELDS = {
  host_invalid: 'host',
  language_unknown: 'language',
  country_unknown: 'country',
  currency_unknown: 'currency',
  color_invalid: 'color',
  preset_unknown: 'preset',
} as const

function asStudioFailure({ code, asked, params }: MakingFailure): StudioFailure {
  if (code === 'brand_exists') return new StudioFailure('brand.exists', { brand: asked })
  if (code === 'id_invalid') return new StudioFailure('brand.id_invalid', { brand: asked })
  if (code === 'host_taken') return new StudioFailure('brand.host_taken', { host: asked, ...params })
  if (code === 'parent_unknown') return new StudioFailure('brand.unknown', { brand: asked })
  return new StudioFailure('request.invalid', { field: FIELDS[code], value: asked, ...params })
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CAMPAIGN_PRESETS, type CampaignPreset, campaignPreset } from '#machines/site/licence/campaign-presets.ts'
import type { JsonObject } from '#machines/site/merge-patch.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import type { Campaign, CampaignListOutput, CampaignNewOutput } from '#schemas'
import { isAbsent } from '#server/site/brands/brand-files.ts'
import { rewriteJson } from '#server/site/brands/rewrite-json.ts'
import {
  type BrandArguments,
  BrandCommandFailure,
  type BrandCommandForm,
  runBrandCommand,
} from '../brand/brand-arguments.ts'
import { knownBrands, openBrand, requireBrand } from '../brand/brand-folder.ts'
import { writeFiles } from '../brand/write-files.ts'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import { usageOf } from '../usages.ts'

type Campaigns = Readonly<Record<string, Campaign>>

const ID = /^[a-z0-9][a-z0-9-]{0,63}$/
const FILE = 'config/promo.json'
const STEP = 10

/** `livery campaign list BRAND`: its campaigns in their order, those that are not offered too (PROMO-15). */
function listCampaigns(args: readonly string[], io: CommandIo): Promise<number> {
  const form: BrandCommandForm = {
    ...{ noun: 'campaign', usage: usageOf('campaign', 'list') },
    ...{ options: ['json', 'brands'], positionals: [1, 1] },
  }
  return runBrandCommand(args, io, form, async (read) => {
    const [brand = ''] = read.positionals
    const campaigns = Object.entries(await campaignsOf(read, brand))
      .sort(([, one], [, other]) => one.order - other.order)
      .map(([id, { type, trigger, budgetMinor, isOffered }]) => ({ id, type, on: trigger.on, budgetMinor, isOffered }))
    const output: CampaignListOutput = { brand, campaigns }
    const lines = campaigns.map(({ id, type, on, budgetMinor, isOffered }) =>
      say(isOffered ? 'campaign.line' : 'campaign.line_off', { id, type, on, budget: budgetMinor }),
    )
    const text = lines.length > 0 ? lines.join('\n') : say('campaign.none', { brand })
    io.stdout(`${read.isJson ? JSON.stringify(output, null, 2) : text}\n`)
    return 0
  })
}

/** `livery campaign preset [KIND]`: the kinds of campaigns, or one of them with its usual numbers, as `config/promo.json` takes it. */
function showPreset(args: readonly string[], io: CommandIo): Promise<number> {
  const form: BrandCommandForm = {
    ...{ noun: 'campaign', usage: usageOf('campaign', 'preset') },
    ...{ options: ['json'], positionals: [0, 1] },
  }
  return runBrandCommand(args, io, form, async ({ positionals: [asked], isJson }) => {
    const shown =
      asked !== undefined
        ? JSON.stringify(campaignPreset(presetNamed(asked)), null, 2)
        : isJson
          ? JSON.stringify(CAMPAIGN_PRESETS)
          : CAMPAIGN_PRESETS.join('\n')
    io.stdout(`${shown}\n`)
    return 0
  })
}

/** `livery campaign new BRAND ID --preset KIND`: writes a campaign of a kind into the configuration of a brand, after all that it has;
 *  players are not offered it until its `isOffered` is set. What else the file says keeps its place and form. */
function newCampaign(args: readonly string[], io: CommandIo): Promise<number> {
  const form: BrandCommandForm = {
    ...{ noun: 'campaign', usage: usageOf('campaign', 'new') },
    ...{ options: ['json', 'brands', 'preset'], positionals: [2, 2] },
  }
  return runBrandCommand(args, io, form, async (read) => {
    const output = await makeCampaign(read)
    const { file, id } = output
    io.stdout(`${read.isJson ? JSON.stringify(output, null, 2) : say('campaign.made', { file, id })}\n`)
    return 0
  })
}

async function makeCampaign(read: BrandArguments): Promise<CampaignNewOutput> {
  const [brand = '', id = ''] = read.positionals
  if (read.preset === undefined)
    throw new BrandCommandFailure('usage', say('campaign.no_preset', { known: CAMPAIGN_PRESETS.join('|') }), '--preset')
  const preset = presetNamed(read.preset)
  if (!ID.test(id)) throw new BrandCommandFailure('id_invalid', say('campaign.id_invalid', { id }), id)
  const campaigns = await campaignsOf(read, brand)
  const file = join(read.brandsDir, brand, FILE)
  if (Object.hasOwn(campaigns, id))
    throw new BrandCommandFailure('campaign_taken', say('campaign.exists', { brand, id, file }), id)
  const last = Math.max(0, ...Object.values(campaigns).map(({ order }) => order))
  const campaign = campaignPreset(preset, last + STEP)
  const { text, value } = await promoFile(file)
  const known = (value.campaigns ?? {}) as JsonObject
  const after = { ...value, campaigns: { ...known, [id]: campaign as unknown as JsonObject } }
  await writeFiles(join(read.brandsDir, `.campaign-${brand}-${process.pid}`), [
    { path: file, text: rewriteJson(text, value, after) },
  ])
  return { brand, id, file, campaign }
}

/** @throws BrandCommandFailure when there is no such kind */
function presetNamed(asked: string): CampaignPreset {
  const preset = CAMPAIGN_PRESETS.find((one) => one === asked)
  if (preset) return preset
  const meant = nearest(asked, CAMPAIGN_PRESETS)
  const message =
    meant === null
      ? say('campaign.preset_unknown', { asked, known: CAMPAIGN_PRESETS.join(', ') })
      : say('campaign.preset_meant', { asked, meant })
  throw new BrandCommandFailure('preset_unknown', message, asked)
}

/** The campaigns of a brand upon its parents. @throws BrandCommandFailure when there is no such brand */
async function campaignsOf({ brandsDir }: BrandArguments, brand: string): Promise<Campaigns> {
  const ids = await knownBrands(brandsDir)
  requireBrand(brand, ids)
  const { branch } = await openBrand(brandsDir, brand, ids)
  const promo = branch.level.documents.get(FILE)?.value as { readonly campaigns?: Campaigns } | undefined
  return promo?.campaigns ?? {}
}

/** The section of a brand as it is written; empty where there is none. @throws BrandCommandFailure when it is not JSON */
async function promoFile(file: string): Promise<{ readonly text: string; readonly value: JsonObject }> {
  try {
    const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '')
    return { text, value: JSON.parse(text) as JsonObject }
  } catch (error) {
    if (isAbsent(error)) return { text: '{}\n', value: {} }
    if (!(error instanceof SyntaxError)) throw error
    throw new BrandCommandFailure('brand_broken', say('campaign.file_broken', { file, why: error.message }), file)
  }
}

/** The verbs of `livery campaign`. */
export const campaignCommands = { list: listCampaigns, preset: showPreset, new: newCampaign } as const

import { BONUS_TYPE_IDS } from '#machines/site/licence/bonus-types.ts'
import { CAMPAIGN_PRESETS, campaignPreset } from '#machines/site/licence/campaign-presets.ts'
import { say } from '../../app/studio-texts.ts'

/** A value with its usual numbers with which a new entry can begin. */
export interface EntryPreset {
  readonly id: string
  readonly label: string
  /** @param order the place among its neighbours; undefined where they have none */
  readonly value: (order: number | undefined) => unknown
}

/** What a new entry of a map can begin with, beside what its schema requires: a campaign of each kind of bonus (PROMO-2).
 *  @param path path of the document, as `config/promo.json` */
export function entryPresets(path: string, pointer: string): readonly EntryPreset[] {
  if (path !== 'config/promo.json' || pointer !== '/campaigns') return []
  return CAMPAIGN_PRESETS.map((name) => ({
    id: name,
    label: say('rows.preset_campaign', {
      number: BONUS_TYPE_IDS[campaignPreset(name).type],
      kind: say(`desk.campaign_type_${name}`),
    }),
    value: (order) => campaignPreset(name, order),
  }))
}

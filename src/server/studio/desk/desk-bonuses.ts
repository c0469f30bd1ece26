import type { Selectable } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { spellBulkCode } from '#machines/promo/awards/bulk-code.rules.ts'
import type {
  Campaign,
  DeskAbuseSignal,
  DeskBatchAnswer,
  DeskBatchBody,
  DeskBonusesAnswer,
  DeskCampaign,
  DeskCampaignAnswer,
  DeskCodeBatch,
  DeskCodesBody,
  DeskGrant,
  DeskGrantAnswer,
  DeskGrantBody,
  DeskGrantDecisionBody,
  DeskPreviewAnswer,
} from '#schemas'
import { requireAccount } from '../../account/office/support-desk.ts'
import { type BrandTransaction, forBrand } from '../../db/for-brand.ts'
import { storableId, storableJson } from '../../db/storable.ts'
import type { PromoGrantTable } from '../../db/tables/promo-tables.ts'
import { isOn } from '../../promo/awards/entitlement.ts'
import { type AbuseSignal, abuseSignals } from '../../promo/desk/abuse-facts.ts'
import { type CodeBatch, codeBatches, codesOfBatch, makeCodes, revokeCodes } from '../../promo/desk/bulk-codes.ts'
import { campaignPreview } from '../../promo/desk/campaign-preview.ts'
import { type CampaignSums, campaignSums } from '../../promo/desk/campaign-sums.ts'
import { type AskedGrant, costOfGrant, GrantRefusal, giveGrant } from '../../promo/desk/grants.ts'
import { StudioFailure } from '../studio-failure.ts'
import type { AtDesk, BonusSite, DeskPorts, DoAtDesk } from './desk-ports.ts'

type GrantRow = Selectable<PromoGrantTable>

/** Grants that are shown. */
const MOST_GRANTS = 100
const NO_SUMS = {
  ...{ given: 0, open: 0, converted: 0, forfeited: 0 },
  ...{ givenMinor: 0, openMinor: 0, convertedMinor: 0, forfeitedMinor: 0, usedMinor: 0 },
} satisfies CampaignSums

/** Bonuses at the desk: what campaigns have given, codes in bulk, grants to players, and what should be looked at (PROMO-15, PROMO-20). */
export function createDeskBonuses(
  { db, clock, bonuses }: Pick<DeskPorts, 'db' | 'clock' | 'bonuses'>,
  doAtDesk: DoAtDesk,
) {
  return {
    /** The campaigns of a brand and its latest grants. @param mayDecide whether the operator approves grants and makes codes */
    listBonuses: async ({ brand, operator }: AtDesk, mayDecide: boolean): Promise<DeskBonusesAnswer> => {
      const site = await bonuses.site(brand)
      const { global, promo } = site.sections
      return forBrand(db, brand).transaction(async (tx) => {
        const [sums, grants] = [await campaignSums(tx, global), await latestGrants(tx)]
        return {
          ...{ currency: global.defaultCurrency, exponent: global.currencies[global.defaultCurrency]?.exponent ?? 2 },
          ...{ approvalMinor: promo.grantApprovalMinor, mayDecide, campaigns: shownCampaigns(site, sums, clock()) },
          grants: grants.map((grant) => shownGrant(grant, operator.name)),
        }
      })
    },

    /** The codes of a campaign, signs of abuse, and what it would have cost lately. */
    readCampaign: async (brand: string, campaign: string): Promise<DeskCampaignAnswer> => {
      const { global, promo } = (await bonuses.site(brand)).sections
      const known = Object.hasOwn(promo.campaigns, campaign) ? promo.campaigns[campaign] : undefined
      return forBrand(db, brand).transaction(async (tx) => {
        const [batches, signals] = [await codeBatches(tx, campaign), await abuseSignals(tx, campaign)]
        const { games } = bonuses.granting
        const preview = known ? await campaignPreview(tx, known, { global, games, now: clock() }) : null
        const exponentOf = (currency: string) => global.currencies[currency]?.exponent ?? 2
        return {
          ...{ batches: batches.map(shownBatch), signals: signals.map((one) => shownSignal(one, exponentOf)) },
          ...(preview ? { preview } : {}),
        }
      })
    },

    /** What a campaign would have cost lately that nobody has published yet (PROMO-15). */
    previewCampaign: async (brand: string, campaign: Campaign): Promise<DeskPreviewAnswer> => {
      const { global } = (await bonuses.site(brand)).sections
      const { defaultCurrency: currency, currencies } = global
      const preview = await forBrand(db, brand).transaction((tx) =>
        campaignPreview(tx, campaign, { global, games: bonuses.granting.games, now: clock() }),
      )
      return { currency, exponent: currencies[currency]?.exponent ?? 2, ...(preview ? { preview } : {}) }
    },

    ...codeActs({ db, bonuses }, doAtDesk),
    ...grantActs({ clock, bonuses }, doAtDesk),
  }
}

function codeActs({ db, bonuses }: Pick<DeskPorts, 'db' | 'bonuses'>, doAtDesk: DoAtDesk) {
  return {
    /** Makes codes for a campaign. @throws StudioFailure campaign.unknown, codes.unsuited */
    makeCodes: async (desk: AtDesk, { campaign, count, reason }: DeskCodesBody): Promise<DeskBatchAnswer> => {
      const { campaigns } = (await bonuses.site(desk.brand)).sections.promo
      const known = Object.hasOwn(campaigns, campaign) ? campaigns[campaign] : undefined
      if (!known) throw new StudioFailure('campaign.unknown')
      if (known.trigger.on !== 'code') throw new StudioFailure('codes.unsuited')
      const details = { campaign, count, reason }
      return doAtDesk(desk, { act: 'bonus.codes_made', details }, async (tx, now) => {
        const by = desk.operator.name
        return shownCodes(tx, await makeCodes(tx, { campaignId: campaign, count, by, reason, now }))
      })
    },

    /** The codes of a batch. @throws StudioFailure item.unknown */
    readCodes: async (brand: string, batch: number): Promise<DeskBatchAnswer> => {
      const answer = await forBrand(db, brand).transaction((tx) => shownCodes(tx, storableId(batch)))
      if (answer.codes.length === 0) throw new StudioFailure('item.unknown')
      return answer
    },

    /** Revokes what of a batch was not used. @throws StudioFailure item.decided when there is nothing to revoke */
    revokeCodes: async (desk: AtDesk, { batch, reason }: DeskBatchBody): Promise<void> => {
      await doAtDesk(desk, { act: 'bonus.codes_revoked', details: { batch, reason } }, async (tx, now) => {
        if ((await revokeCodes(tx, storableId(batch), now)) === undefined) throw new StudioFailure('item.decided')
      })
    },
  }
}

function grantActs({ clock, bonuses }: Pick<DeskPorts, 'clock' | 'bonuses'>, doAtDesk: DoAtDesk) {
  const give = (tx: BrandTransaction, grant: GrantRow, { sections }: BonusSite, now: Date) => {
    const asked = { campaignId: grant.campaign_id, players: grant.players }
    return orFailure(giveGrant(tx, asked, { sections, ...bonuses.granting, grantId: grant.grant_id, now }))
  }
  return {
    /** Gives a bonus to players, all or none of them; one above the brand's limit waits for somebody else.
     *  @throws StudioFailure campaign.unknown, player.unknown, grant.budget_spent, grant.player_refused */
    grant: async (desk: AtDesk, { campaign, players, reason }: DeskGrantBody): Promise<DeskGrantAnswer> => {
      const site = await bonuses.site(desk.brand)
      const costMinor = costOf(site, { campaignId: campaign, players }, clock())
      const state = costMinor > site.sections.promo.grantApprovalMinor ? 'waiting' : 'given'
      const act = state === 'given' ? 'bonus.granted' : 'bonus.grant_asked'
      const details = { campaign, players: players.join(' '), costMinor, reason }
      return doAtDesk(desk, { act, details }, async (tx, now) => {
        for (const accountId of players) await requireAccount(tx, accountId)
        const by = desk.operator.name
        const decided = state === 'given' ? { decided_at: now, decided_by: by, decision_reason: reason } : {}
        const grant = await tx
          .insert('promo_grant', {
            ...{ campaign_id: campaign, players: storableJson(players), cost_minor: costMinor, reason, asked_at: now },
            ...{ asked_by: by, state, ...decided },
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        if (state === 'given') await give(tx, grant, site, now)
        return { grant: grant.grant_id, state }
      })
    },

    /** Approves a grant that somebody else has asked for, or refuses it.
     *  @throws StudioFailure item.unknown, item.decided, grant.same_operator, and as grant */
    decideGrant: async (desk: AtDesk, { grant: id, decision, reason }: DeskGrantDecisionBody): Promise<void> => {
      const site = await bonuses.site(desk.brand)
      const act = decision === 'approved' ? 'bonus.grant_approved' : 'bonus.grant_refused'
      await doAtDesk(desk, { act, details: { grant: id, reason } }, async (tx, now) => {
        const grant = await tx
          .select('promo_grant')
          .selectAll('promo_grant')
          .where('grant_id', '=', storableId(id))
          .forUpdate()
          .executeTakeFirst()
        if (!grant) throw new StudioFailure('item.unknown')
        if (grant.state !== 'waiting') throw new StudioFailure('item.decided')
        const by = desk.operator.name
        if (decision === 'approved' && grant.asked_by === by) throw new StudioFailure('grant.same_operator')
        const state = decision === 'approved' ? 'given' : 'refused'
        await tx
          .update('promo_grant', { state, decided_at: now, decided_by: by, decision_reason: reason })
          .where('grant_id', '=', grant.grant_id)
          .execute()
        if (state === 'given') await give(tx, grant, site, now)
      })
    },
  }
}

function costOf({ sections }: BonusSite, asked: AskedGrant, now: Date): number {
  try {
    return costOfGrant(sections, asked, now)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new StudioFailure('campaign.unknown')
  }
}

async function orFailure(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof GrantRefusal)) throw error
    if (error.reason === 'promo.budget_spent') throw new StudioFailure('grant.budget_spent')
    throw new StudioFailure('grant.player_refused', { player: error.accountId })
  }
}

function latestGrants(tx: BrandTransaction): Promise<GrantRow[]> {
  return tx
    .select('promo_grant')
    .selectAll('promo_grant')
    .orderBy((order) => order('state', '=', 'waiting'), 'desc')
    .orderBy('grant_id', 'desc')
    .limit(MOST_GRANTS)
    .execute()
}

function shownCampaigns(
  { sections, titleOf }: BonusSite,
  sums: ReadonlyMap<string, CampaignSums>,
  now: Date,
): DeskCampaign[] {
  const { campaigns } = sections.promo
  const known = Object.entries(campaigns).map(([id, campaign]): DeskCampaign => {
    const { type, trigger, budgetMinor } = campaign
    const state = sections.boolean.isBonusAllowed && isOn(campaign, now) ? 'on' : 'off'
    return { id, title: titleOf(campaign), type, on: trigger.on, state, budgetMinor, ...(sums.get(id) ?? NO_SUMS) }
  })
  const gone = [...sums].flatMap(([id, sum]): DeskCampaign[] => {
    if (Object.hasOwn(campaigns, id)) return []
    return [{ id, title: id, type: '', on: '', state: 'gone', budgetMinor: 0, ...sum }]
  })
  const places = ['on', 'off', 'gone']
  return [...known, ...gone].sort(
    (one, other) =>
      places.indexOf(one.state) - places.indexOf(other.state) ||
      (campaigns[one.id]?.order ?? 0) - (campaigns[other.id]?.order ?? 0) ||
      (one.id < other.id ? -1 : 1),
  )
}

function shownGrant(grant: GrantRow, operator: string): DeskGrant {
  return {
    ...{ id: grant.grant_id, campaign: grant.campaign_id, players: [...grant.players], costMinor: grant.cost_minor },
    ...{ reason: grant.reason, askedAt: grant.asked_at.toISOString(), askedBy: grant.asked_by, state: grant.state },
    ...(grant.decided_at ? { decidedAt: grant.decided_at.toISOString() } : {}),
    ...(grant.decided_by ? { decidedBy: grant.decided_by } : {}),
    ...(grant.decision_reason ? { decisionReason: grant.decision_reason } : {}),
    isMine: grant.asked_by === operator,
  }
}

function shownBatch({ batchId, codes, used, madeAt, madeBy, reason, revokedAt }: CodeBatch): DeskCodeBatch {
  return {
    ...{ id: batchId, codes, used, madeAt: madeAt.toISOString(), madeBy, reason },
    ...(revokedAt ? { revokedAt: revokedAt.toISOString() } : {}),
  }
}

async function shownCodes(tx: BrandTransaction, batch: number): Promise<DeskBatchAnswer> {
  const rows = await codesOfBatch(tx, batch)
  return {
    batch,
    codes: rows.map(({ code, usedBy, usedAt }) => ({
      code: spellBulkCode(code),
      ...(usedBy === null ? {} : { usedBy }),
      ...(usedAt ? { usedAt: usedAt.toISOString() } : {}),
    })),
  }
}

function shownSignal({ accounts, ...signal }: AbuseSignal, exponentOf: (currency: string) => number): DeskAbuseSignal {
  const { currency } = signal
  const amounts = currency === undefined ? {} : { exponent: exponentOf(currency) }
  return { ...signal, accounts: [...accounts], ...amounts }
}

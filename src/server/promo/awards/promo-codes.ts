import { AppError } from '#calls/app-error.ts'
import { promoCodeOf } from '#machines/promo/awards/promo-code.rules.ts'
import type { ErrorCode } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import type { MoneyRefusal } from '#server/money/money-guard.ts'
import { lockBulkCode, spendBulkCode } from '../desk/bulk-codes.ts'
import type { NamedCampaign, PromoPorts, PromoSections, Rewarded } from '../promo-ports.ts'
import { claimAward, giveAward, hadBefore } from './award-life.ts'
import { campaignOfCode, personalRefusal } from './entitlement.ts'

/** A code that a player has tried. */
export interface CodeUse {
  readonly code: string
  readonly campaign: NamedCampaign | null
  readonly refusal: string | null
  readonly usedAt: Date
}

/** A code that is tried. */
export interface CodeTry {
  readonly player: Rewarded
  /** As it was typed: case, spaces, dashes and look-alike letters do not matter. */
  readonly typed: string
  readonly sections: PromoSections
  readonly now: Date
}

/** Why a code gives a player nothing: the key of a text, with what that names. */
interface CodeRefusal {
  readonly refusal: ErrorCode
  readonly params?: MoneyRefusal['params']
}

type CodeOutcome = { readonly awardId: number } | CodeRefusal

const ONCE = 'once'
const SHOWN_CODES = 200
const HOUR_MS = 3_600_000
/** Codes that nobody knows by which a player may guess in an hour. */
const MOST_GUESSES = 20

/** Says what a code would give, without giving it; a code that gives nothing is kept among those that were tried (PROMO-20). */
export async function checkCode(
  tx: BrandTransaction,
  ports: PromoPorts,
  of: CodeTry,
): Promise<{ readonly named: NamedCampaign } | CodeRefusal> {
  await slowDown(tx, of)
  const found = await campaignTried(tx, of)
  const refused = 'refusal' in found ? found : await refusalOf(tx, ports, { ...of, named: found.named })
  if (refused === null) return found
  const { refusal } = refused
  await keepTry(tx, of, { refusal, campaignId: 'named' in found ? found.named.id : null, awardId: null })
  return refused
}

/** Enters a code, and keeps what came of it. A code for a deposit promises its bonus; any other gives it at once (PROMO-20). */
export async function redeemCode(tx: BrandTransaction, ports: PromoPorts, of: CodeTry): Promise<CodeOutcome> {
  await slowDown(tx, of)
  const found = await campaignTried(tx, of)
  const outcome = 'refusal' in found ? found : await given(tx, ports, { ...of, named: found.named })
  if ('bulk' in found && found.bulk !== undefined && 'awardId' in outcome)
    await spendBulkCode(tx, { code: found.bulk, accountId: of.player.accountId, now: of.now })
  await keepTry(tx, of, {
    refusal: 'refusal' in outcome ? outcome.refusal : null,
    campaignId: 'named' in found ? found.named.id : null,
    awardId: 'awardId' in outcome ? outcome.awardId : null,
  })
  return outcome
}

/** The campaign of a typed code, with the code itself where it was made in bulk for one player; or why it gives this player nothing. */
async function campaignTried(
  tx: BrandTransaction,
  { player, typed, sections, now }: CodeTry,
): Promise<{ readonly named: NamedCampaign; readonly bulk?: string } | { readonly refusal: ErrorCode }> {
  const code = promoCodeOf(typed)
  const bulk = code === null ? undefined : await lockBulkCode(tx, code)
  const found = campaignOfCode(sections, { code, country: player.country, now, campaignId: bulk?.campaignId })
  if ('refusal' in found || !bulk) return found
  if (bulk.usedBy !== null)
    return { refusal: bulk.usedBy === player.accountId ? 'promo.had_before' : 'promo.code_spent' }
  return bulk.isRevoked ? { refusal: 'promo.code_over' } : { ...found, bulk: bulk.code }
}

/** Codes that a player has tried, the latest first. */
export async function codesOf(
  tx: BrandTransaction,
  accountId: number,
  { promo }: Pick<PromoSections, 'promo'>,
): Promise<readonly CodeUse[]> {
  const rows = await tx
    .select('promo_code_use')
    .select(['code', 'campaign_id', 'refusal', 'used_at'])
    .where('account_id', '=', accountId)
    .orderBy('use_id', 'desc')
    .limit(SHOWN_CODES)
    .execute()
  return rows.map(({ code, campaign_id: id, refusal, used_at: usedAt }) => {
    const campaign = id !== null && Object.hasOwn(promo.campaigns, id) ? promo.campaigns[id] : undefined
    return { code, refusal, usedAt, campaign: id !== null && campaign ? { id, campaign } : null }
  })
}

async function given(
  tx: BrandTransaction,
  { guard, freeRounds }: PromoPorts,
  { player, named, sections, now }: CodeTry & { readonly named: NamedCampaign },
): Promise<CodeOutcome> {
  const kept = await guard(tx, { path: 'casino', ...player, amountMinor: 0, now })
  if (kept) return refusedBy(kept)
  const cause = { player, named, sections, freeRounds, now, cause: ONCE }
  return named.campaign.reward.percentE4 > 0 ? claimAward(tx, cause) : giveAward(tx, cause)
}

async function refusalOf(
  tx: BrandTransaction,
  { guard }: PromoPorts,
  { player, named, sections, now }: CodeTry & { readonly named: NamedCampaign },
): Promise<CodeRefusal | null> {
  const kept = await guard(tx, { path: 'casino', ...player, amountMinor: 0, now })
  if (kept) return refusedBy(kept)
  const { accountId } = player
  const own = await personalRefusal(tx, { accountId, named, cause: ONCE, sections, now })
  if (own) return { refusal: own }
  return (await hadBefore(tx, { player, named, cause: ONCE })) ? { refusal: 'promo.had_before' } : null
}

function refusedBy({ reason, params }: MoneyRefusal): CodeRefusal {
  return { refusal: reason, ...(params ? { params } : {}) }
}

/** Nobody finds codes by guessing. @throws AppError rate.limited */
async function slowDown(tx: BrandTransaction, { player, now }: CodeTry): Promise<void> {
  const since = new Date(now.getTime() - HOUR_MS)
  const guesses = await tx
    .select('promo_code_use')
    .select('used_at')
    .where('account_id', '=', player.accountId)
    .where('refusal', '=', 'promo.code_unknown')
    .where('used_at', '>', since)
    .orderBy('used_at')
    .limit(MOST_GUESSES)
    .execute()
  const [first] = guesses
  if (!first || guesses.length < MOST_GUESSES) return
  const seconds = Math.ceil((first.used_at.getTime() - since.getTime()) / 1000)
  throw new AppError('rate.limited', { seconds }, { retryAfterSeconds: seconds })
}

async function keepTry(
  tx: BrandTransaction,
  { player, typed, now }: CodeTry,
  of: { readonly refusal: ErrorCode | null; readonly campaignId: string | null; readonly awardId: number | null },
): Promise<void> {
  const code = storableText(promoCodeOf(typed) ?? typed.trim()).slice(0, 40)
  await tx
    .insert('promo_code_use', {
      ...{ account_id: player.accountId, code, used_at: now, refusal: of.refusal },
      ...{ campaign_id: of.campaignId, award_id: of.awardId },
    })
    .execute()
}

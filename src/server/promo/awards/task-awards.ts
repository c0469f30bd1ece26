import { sql } from 'kysely'
import { type TaskOutcome, taskOutcome } from '#machines/promo/awards/bet-task.rules.ts'
import { taskBalance } from '#machines/promo/awards/task-debt.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { BonusRounds, PromoPorts, PromoSections } from '../promo-ports.ts'
import { debtsOf, noteDebt, settleDebts } from './award-debts.ts'
import { charge, fundClaim } from './award-life.ts'
import { moveBonus, PROMO_POSTINGS, type PromoAccounts } from './award-money.ts'
import { givesPoints, takePointsBack } from './award-points.ts'
import type { AwardRow } from './award-rows.ts'
import { awardAmounts, converted } from './award-terms.ts'
import { countingBets, taskOf } from './task-bets.ts'

/** After what time a player who may not play is looked at again. */
const ASK_AGAIN_MS = 3_600_000

/** What an award for bets is settled with. */
interface TaskSettlement extends Pick<PromoPorts, 'guard'> {
  readonly accounts: PromoAccounts
  readonly sections: PromoSections
  readonly freeRounds: BonusRounds
  readonly now: Date
  /** What has made this settlement, as `bet/5/2`: part of the reference of its postings. */
  readonly cause: string
}

/** What has come of an award. */
type Settled = TaskSettlement & { readonly outcome: TaskOutcome; readonly isOver: boolean }

/** Gives what the bets of a promise have earned, ends a promise that has earned nothing, and puts right what was given once its bets were
 *  settled again: an unused bonus is made as large as it ought to be, of a used one the difference is owed (PROMO-19).
 *  @param award locked, with the accounts of its player locked before */
export async function settleTask(tx: BrandTransaction, award: AwardRow, of: TaskSettlement): Promise<void> {
  const task = taskOf(award, of.sections)
  if (!task || task.rule === 'pool' || award.state === 'refused' || award.state === 'expired') return
  const bets = await countingBets(tx, award.award_id)
  const isOver = of.now.getTime() >= award.made_at.getTime() + award.terms.lifeMs
  if (bets.length === 0 && award.granted_minor === 0) return
  await settleOutcome(tx, award, { ...of, isOver, outcome: taskOutcome(task, bets, isOver) })
}

/** Gives what came of bets or rounds, or makes what was given as large as it ought to be by now.
 *  @param of.isOver whether nothing further can count */
export async function settleOutcome(tx: BrandTransaction, award: AwardRow, of: Settled): Promise<void> {
  if (award.granted_minor === 0 && award.deposit_minor === 0) {
    if (of.outcome.kind !== 'earned' || !(await isKeptBack(tx, award, of))) await earn(tx, award, of)
  } else if (givesPoints(award.terms)) await putPointsRight(tx, award, of)
  else await putRight(tx, award, of)
}

/** A player who may not play now, for a break or an exclusion, is not drawn back by a bonus: it waits, and they are looked at again each
 *  hour. */
async function isKeptBack(
  tx: BrandTransaction,
  { award_id, account_id: accountId, currency, expires_at }: AwardRow,
  { guard, now }: Pick<TaskSettlement, 'guard' | 'now'>,
): Promise<boolean> {
  const refusal = await guard(tx, { path: 'casino', accountId, currency, amountMinor: 0, now })
  if (!refusal) return false
  const next = new Date(now.getTime() + ASK_AGAIN_MS)
  const waiting = { state: 'claimed', ended_at: null } as const
  await tx
    .update('promo_award', expires_at && expires_at > next ? waiting : { ...waiting, expires_at: next })
    .where('award_id', '=', award_id)
    .execute()
  return true
}

/** Gives what a promise has earned; one that has earned nothing is used up, until its bets are settled again. */
async function earn(
  tx: BrandTransaction,
  award: AwardRow,
  of: TaskSettlement & { readonly outcome: TaskOutcome },
): Promise<void> {
  const { outcome, sections, now } = of
  const state = outcome.kind === 'nothing' ? ('spent' as const) : ('claimed' as const)
  if (award.state !== state) {
    const change = { state, ended_at: state === 'spent' ? now : null }
    await tx.update('promo_award', change).where('award_id', '=', award.award_id).execute()
  }
  if (outcome.kind !== 'earned') return
  const player = { accountId: award.account_id, currency: award.currency, country: '' }
  const named = { id: award.campaign_id, campaign: award.terms }
  const worthMinor = worth(award, outcome, sections)
  // What is owed of money is not taken off points.
  const owedMinor = givesPoints(award.terms) ? 0 : await settleDebts(tx, award, worthMinor)
  if (!givesPoints(award.terms))
    await tx.update('promo_award', { worth_minor: worthMinor }).where('award_id', '=', award.award_id).execute()
  await fundClaim(tx, {
    ...{
      player,
      named,
      sections,
      freeRounds: of.freeRounds,
      now,
      cause: award.cause,
      awardId: award.award_id,
      owedMinor,
    },
    ...{ accounts: of.accounts, depositMinor: outcome.baseMinor, reference: `${award.award_id}/${of.cause}` },
  })
}

/** What an outcome is worth, in the currency of its player. */
function worth({ terms, currency }: AwardRow, outcome: TaskOutcome, { global }: PromoSections): number {
  if (outcome.kind !== 'earned') return 0
  return awardAmounts(terms, { currency, depositMinor: outcome.baseMinor, global }).wholeMinor
}

/** Takes points back that are not earned any more: the promise holds once more, or is used up. */
async function putPointsRight(tx: BrandTransaction, award: AwardRow, of: Settled): Promise<void> {
  const { outcome, isOver, now } = of
  if (outcome.kind === 'earned') return
  const { award_id: awardId, account_id: accountId, campaign_id, charged_minor } = award
  await takePointsBack(tx, { accountId, awardId, now })
  await uncharge(tx, campaign_id, charged_minor)
  const isNothing = outcome.kind === 'nothing' || isOver
  const expiry = new Date(award.made_at.getTime() + award.terms.lifeMs)
  await tx
    .update('promo_award', {
      ...{ granted_minor: 0, charged_minor: 0, deposit_minor: 0 },
      ...(isNothing
        ? ({ state: 'spent', ended_at: now } as const)
        : ({ state: 'claimed', ended_at: null, begun_at: null, expires_at: expiry } as const)),
    })
    .where('award_id', '=', awardId)
    .execute()
}

/** Makes an award as large as its bets are worth by now. */
async function putRight(tx: BrandTransaction, award: AwardRow, of: Settled): Promise<void> {
  const { outcome, sections } = of
  const worthMinor = worth(award, outcome, sections)
  if (worthMinor === (award.worth_minor ?? formerWorth(award, sections))) return
  const isUnused = award.state === 'ready' || award.state === 'queued'
  const { grantedMinor, owedMinor } = taskBalance({
    ...{ grantedMinor: award.granted_minor, isUnused, worthMinor },
    ...(await debtsOf(tx, award)),
  })
  const baseMinor = outcome.kind === 'earned' ? outcome.baseMinor : 0
  if (isUnused && !(await resize(tx, award, { ...of, grantedMinor }))) return
  await tx
    .update('promo_award', { owed_minor: owedMinor, deposit_minor: baseMinor, worth_minor: worthMinor })
    .where('award_id', '=', award.award_id)
    .execute()
  const minor = owedMinor - award.owed_minor
  await noteDebt(tx, { awardId: award.award_id, minor, cause: 'task', reference: of.cause })
}

/** What an award was worth when it was last settled, of which that was not kept. */
function formerWorth(award: AwardRow, sections: PromoSections): number {
  if (award.deposit_minor === 0) return 0
  return worth(award, { kind: 'earned', baseMinor: award.deposit_minor, betIds: [] }, sections)
}

/** Gives the difference to an unused award, or takes it back; one of which nothing is left waits for other bets, or ends.
 *  @returns false when the budget has not that much left */
async function resize(
  tx: BrandTransaction,
  award: AwardRow,
  of: TaskSettlement & { readonly outcome: TaskOutcome; readonly grantedMinor: number; readonly isOver: boolean },
): Promise<boolean> {
  const { accounts, sections, now, cause, grantedMinor, isOver } = of
  const { global } = sections
  const { award_id, campaign_id, currency, terms } = award
  const changeMinor = grantedMinor - award.granted_minor
  const chargedMinor = converted(grantedMinor, { from: currency, to: global.defaultCurrency, global })
  const moreMinor = chargedMinor - award.charged_minor
  if (moreMinor > 0 && !(await charge(tx, { id: campaign_id, campaign: terms }, moreMinor))) return false
  if (moreMinor < 0) await uncharge(tx, campaign_id, -moreMinor)
  if (award.state === 'ready' && changeMinor !== 0) {
    const kind = changeMinor > 0 ? PROMO_POSTINGS.grant : PROMO_POSTINGS.removal
    const gains = { freebet: changeMinor, promo: -changeMinor }
    await moveBonus(tx, accounts, { kind, reference: `${award_id}/${cause}`, gains, now })
  }
  const expiry = new Date(award.made_at.getTime() + terms.lifeMs)
  const isNothing = of.outcome.kind === 'nothing'
  const gone =
    isNothing || isOver
      ? ({ state: isNothing ? 'spent' : 'cancelled', ended_at: now } as const)
      : ({ state: 'claimed', begun_at: null, expires_at: expiry } as const)
  await tx
    .update('promo_award', {
      ...{ granted_minor: grantedMinor, charged_minor: chargedMinor },
      ...(grantedMinor === 0 ? gone : {}),
    })
    .where('award_id', '=', award_id)
    .execute()
  return true
}

async function uncharge(tx: BrandTransaction, campaignId: string, minor: number): Promise<void> {
  await tx
    .update('promo_budget', {
      charged_minor: sql<number>`greatest(0, charged_minor - ${minor})` as unknown as number,
    })
    .where('campaign_id', '=', campaignId)
    .execute()
}

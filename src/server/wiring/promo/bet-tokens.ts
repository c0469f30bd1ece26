import { fitsToken } from '#machines/betting/coupon/token-bounds.rules.ts'
import { isRefund } from '#machines/betting/settling/bet-extras.rules.ts'
import { tokenExtra } from '#machines/promo/awards/bet-token.rules.ts'
import { isTokenKind } from '#machines/site/licence/token-kinds.ts'
import type { BetSettlement } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { noteDebt } from '#server/promo/awards/award-debts.ts'
import { endAward } from '#server/promo/awards/award-life.ts'
import { moveBonus, PROMO_POSTINGS, type PromoAccounts } from '#server/promo/awards/award-money.ts'
import type { AwardRow } from '#server/promo/awards/award-rows.ts'
import { converted } from '#server/promo/awards/award-terms.ts'
import type { PromoSections } from '#server/promo/promo-ports.ts'
import { type BetFacts, endingOf } from './bet-ending.ts'

/** The bet on which something of a bonus was put. */
interface TokenBet {
  readonly bet_id: number
  readonly account_id: number
  readonly reservation_id: number
  readonly cash_minor: number
  readonly bonus_minor: number
  readonly state: string
  readonly sold_stake_minor: number
  readonly revision: number
  readonly settlement: BetSettlement | null
}

interface Following {
  readonly award: AwardRow
  readonly bet: TokenBet
  readonly facts: BetFacts
  readonly accounts: PromoAccounts
  readonly sections: PromoSections
  readonly now: Date
}

/** What has come of the bet, for what was put on it. */
interface TokenOutcome {
  readonly state: 'staked' | 'ready' | 'converted' | 'spent'
  /** What it pays beside the bet. */
  readonly dueMinor: number
  /** Key of the text that says why; null while the bet is open. */
  readonly reason: string | null
}

const OPEN: TokenOutcome = { state: 'staked', dueMinor: 0, reason: null }

/** Follows a double, a power bet or an insurance by its bet: what it pays is the player's own money at once, a void bet gives it back to be
 *  used again, and a bet that is settled again pays the difference, or takes it back as far as there is money; the rest is owed (PROMO-19). */
export async function followToken(tx: BrandTransaction, of: Following): Promise<void> {
  const { award, bet, now } = of
  const outcome = outcomeOf(of)
  await tx
    .update('promo_stake', {
      ...{ reason: outcome.reason, over_at: outcome.reason === null ? null : now, revision: bet.revision },
    })
    .where('source', '=', 'bet')
    .where('source_id', '=', bet.bet_id)
    .execute()
  // It has been put on another bet since, by which it goes from then on.
  if (award.reservation_id !== bet.reservation_id) return
  const money = await settleExtra(tx, of, outcome.dueMinor)
  const { state } = outcome
  const isOver = state === 'converted' || state === 'spent'
  await tx
    .update('promo_award', { state, ended_at: isOver ? now : null, deposit_minor: outcome.dueMinor, ...money })
    .where('award_id', '=', award.award_id)
    .execute()
  if (state === 'ready' && award.expires_at !== null && award.expires_at <= now)
    await endAward(tx, { ...award, state, ended_at: null }, { accounts: of.accounts, state: 'expired', now })
}

function outcomeOf({ award, bet, facts, sections }: Following): TokenOutcome {
  const { settlement } = bet
  const { reward } = award.terms
  if (!settlement || !isTokenKind(reward.kind)) return OPEN
  const back = (reason: string) => ({ state: 'ready', dueMinor: 0, reason }) as const
  if (isRefund(settlement)) return back('promo.counts_not_void')
  const stakeMinor = bet.cash_minor + bet.bonus_minor
  if (!fits({ award, bet, facts, sections })) return back('promo.token_unfit')
  const over = (reason: string) => ({ state: 'spent', dueMinor: 0, reason }) as const
  if (facts.hasOpposite) return over('promo.counts_not_opposite')
  const ending = endingOf(bet)
  if (ending === 'cashed_out') return over('promo.counts_not_cashed_out')
  const terms = { kind: reward.kind, percentE4: reward.percentE4, maximumMinor: award.granted_minor }
  const payoutMinor = settlement.payoutMinor + (settlement.insuranceMinor ?? 0)
  const dueMinor = tokenExtra(terms, { stakeMinor, payoutMinor, ending })
  return dueMinor > 0
    ? { state: 'converted', dueMinor, reason: 'promo.token_paid' }
    : over(reward.kind === 'insurance' ? 'promo.counts_no_loss' : 'promo.token_nothing')
}

/** Whether the bet was taken at odds and with a stake that the terms ask for: prices may have moved since the player chose. */
function fits({ award, bet, facts, sections }: Pick<Following, 'award' | 'bet' | 'facts' | 'sections'>): boolean {
  const bounds = boundsOf(award, sections.global)
  return fitsToken(bounds, { stakeMinor: bet.cash_minor + bet.bonus_minor, odds: facts.odds })
}

/** Which bets it can be put on, in the currency of its player. */
export function boundsOf({ terms, currency }: Pick<AwardRow, 'terms' | 'currency'>, global: PromoSections['global']) {
  const { minimumStakeMinor = 0, minimumOddsE3 = 1000, minimumLegs = 1 } = terms.reward.bet ?? {}
  const of = { from: global.defaultCurrency, to: currency, global }
  return { minimumStakeMinor: converted(minimumStakeMinor, of), minimumOddsE3, minimumLegs }
}

/** Moves the difference between what is due now and what was due before. @returns what was paid in all, and what is owed */
async function settleExtra(
  tx: BrandTransaction,
  { award, bet, accounts, now }: Following,
  dueMinor: number,
): Promise<Pick<AwardRow, 'paid_minor' | 'owed_minor'>> {
  const { award_id, deposit_minor: formerMinor, paid_minor, owed_minor } = award
  const changeMinor = dueMinor - formerMinor
  const movedMinor =
    changeMinor >= 0 ? changeMinor - Math.min(owed_minor, changeMinor) : -Math.min(accounts.cashMinor, -changeMinor)
  await moveBonus(tx, accounts, {
    kind: PROMO_POSTINGS.extra,
    reference: `${award_id}/bet/${bet.bet_id}/${bet.revision}`,
    gains: { cash: movedMinor, promo: -movedMinor },
    now,
  })
  const owedMore = movedMinor - changeMinor
  const reference = `bet/${bet.bet_id}/${bet.revision}`
  await noteDebt(tx, { awardId: award_id, minor: owedMore, cause: 'extra', reference })
  return { paid_minor: paid_minor + movedMinor, owed_minor: owed_minor + owedMore }
}

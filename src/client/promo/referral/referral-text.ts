import type { ReferralTermsShown } from '#schemas'
import type { App } from '../../page/app-context.ts'
import { daysText, type Money, minorText, shareText } from '../promo-text.ts'

const DAY_MS = 86_400_000

type Write = (key: string, params?: Record<string, string | number>) => string

/** The rules of the programme, as its settings say them (REF-4). */
export function rulesOf(app: App, t: Write, terms: ReferralTermsShown, money: Money): readonly string[] {
  const amount = (minor: number) => minorText(app, minor, money)
  const { minimumDepositMinor: deposit, minimumStakeMinor: stake, isVerificationRequired } = terms
  const within = daysText(app, terms.qualifyWithinMs)
  const asked = [
    ...(deposit > 0 ? [t('referral.rule_deposit', { amount: amount(deposit) })] : []),
    ...(stake > 0 ? [t('referral.rule_stake', { amount: amount(stake) })] : []),
    ...(isVerificationRequired ? [t('referral.rule_verification')] : []),
  ]
  return [
    t('referral.rule_share', { share: shareText(app, terms.shareE4), time: daysText(app, terms.earnForMs) }),
    ...asked,
    ...(asked.length > 0 ? [t('referral.rule_within', { time: within })] : []),
    t(terms.carriesLosses ? 'referral.rule_losses' : 'referral.rule_no_losses'),
    ...(terms.holdMs > 0 ? [t('referral.rule_hold', { time: daysText(app, terms.holdMs) })] : []),
    t('referral.rule_minimum', { amount: amount(terms.minimumTransferMinor) }),
    t('referral.rule_most', { count: terms.maximumFriends }),
    t('referral.rule_link', { time: daysText(app, terms.refCodeDays * DAY_MS) }),
    ...['self', 'chargeback', 'away', 'removed', 'privacy', 'closed'].map((name) => t(`referral.rule_${name}`)),
  ]
}

/** The kinds of transfers that move the money of referrals, as the books name them. Each is posted once under its reference. */
export const REFERRAL_POSTINGS = {
  earning: 'referral-earning',
  transfer: 'referral-transfer',
  clawback: 'referral-clawback',
  clawbackUndone: 'referral-clawback-undone',
} as const

/** Kinds of transfers by which players stake money, and get back what was not staked after all. What the player's own accounts lose by
 *  them is what was staked. */
export const STAKE_POSTINGS = [
  'bet-hold',
  'bet-stake',
  'bet-release',
  'bet-premium-hold',
  'bet-premium',
  'bet-premium-release',
  'casino-bet',
  'casino-bet-undone',
  'casino-away',
  'casino-away-undone',
  'lottery-stake',
  'lottery-refund',
] as const

/** Kinds by which stakes pay, and by which that is taken back. */
export const PAYOUT_POSTINGS = [
  'bet-payout',
  'bet-payout-undone',
  'bet-sale',
  'bet-insurance',
  'bet-insurance-undone',
  'casino-win',
  'casino-win-undone',
  'casino-adjustment',
  'casino-back',
  'lottery-win',
  'lottery-win-undone',
] as const

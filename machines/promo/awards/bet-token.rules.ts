import type { TokenKind } from '#machines/site/licence/token-kinds.ts'
import { boostOf, doubleOf, refundOf } from './reward.rules.ts'

/** What it pays by, in the currency of the bet. */
export interface TokenTerms {
  readonly kind: TokenKind
  /** Ten-thousandths of the net win or of the loss; nothing of a double. */
  readonly percentE4: number
  readonly maximumMinor: number
}

/** What it pays beside a settled bet: 12.00 won with a double up to 10.00 → 10.00 more; 10.00 at 12.34 with a power bet of 10 % → 11.34
 *  more; 8.00 lost with a cover of half → 4.00 back (PROMO-19). A bet that was sold pays nothing more. */
export function tokenExtra(
  { kind, percentE4, maximumMinor }: TokenTerms,
  bet: {
    readonly stakeMinor: number
    readonly payoutMinor: number
    readonly ending: 'won' | 'lost' | 'void' | 'cashed_out'
  },
): number {
  if (kind === 'insurance') return refundOf(bet, { shareE4: percentE4, capMinor: maximumMinor })
  if (bet.ending !== 'won') return 0
  const { stakeMinor, payoutMinor } = bet
  return kind === 'double'
    ? doubleOf(payoutMinor, maximumMinor)
    : Math.min(boostOf(payoutMinor, stakeMinor, percentE4), maximumMinor)
}

/** What is known of a bonus, or of players who share something, for somebody who has to judge it. */
export type AbuseFacts =
  /** Stakes of a bonus on both sides. */
  | { readonly kind: 'opposite'; readonly stakes: number; readonly stakedMinor: number }
  /** Players of a campaign who have something in common. */
  | { readonly kind: 'shared'; readonly accounts: readonly number[] }
  /** A bonus on a deposit, what was staked beside it, and what was withdrawn until a week after. */
  | {
      readonly kind: 'cycle'
      readonly depositMinor: number
      readonly stakedMinor: number
      readonly withdrawnMinor: number
    }
  /** Stakes of a bonus, and how many of them are tiny. */
  | { readonly kind: 'tiny'; readonly stakes: number; readonly tiny: number }
  /** Stakes of a bonus in rounds that were ended well after it: a feature that is begun with the bonus and finished without its terms. */
  | { readonly kind: 'delayed'; readonly stakes: number; readonly stakedMinor: number }

/** So small a stake, in minor units, that rounding weighs in its win: 5 % of it is less than half a minor unit. */
export const TINY_STAKE_MINOR = 9
/** So many tiny stakes are no accident. */
const MANY_TINY = 50
/** Of a deposit: withdrawn this much, and staked less than the whole of it. */
const WITHDRAWN_E4 = 8_000

/** Whether facts are worth a look. They accuse nobody: people decide, and nothing is done by itself. */
export function isSignal(facts: AbuseFacts): boolean {
  switch (facts.kind) {
    case 'opposite':
    case 'delayed':
      return facts.stakes > 0
    case 'shared':
      return new Set(facts.accounts).size > 1
    case 'cycle':
      return (
        facts.depositMinor > 0 &&
        facts.withdrawnMinor * 10_000 >= facts.depositMinor * WITHDRAWN_E4 &&
        facts.stakedMinor < facts.depositMinor
      )
    case 'tiny':
      return facts.tiny >= MANY_TINY && facts.tiny * 2 > facts.stakes
  }
}

import type { PROOF } from './licence-proofs.ts'
import type { LicenceId } from './licence-rule.ts'

/** A point that authorities ask of a site for the protection of its players. */
export interface ProtectionPoint {
  /** What is asked for, in plain words. */
  readonly asks: string
  /** The pack in whose audit it is a row, and the tests by which its clauses are proved. */
  readonly pack: LicenceId
  readonly proofs: readonly (keyof typeof PROOF)[]
}

const point = (asks: string, pack: LicenceId, ...proofs: readonly (keyof typeof PROOF)[]): ProtectionPoint => ({
  asks,
  pack,
  proofs,
})

/** The points of the checklist for regulated sites, in its order from 1; each is at least one row of an audit. */
export const PROTECTION_POINTS: readonly ProtectionPoint[] = [
  point('The balance is in sight at play and in the cashier, in the currency of the account.', 'gb', 'balance'),
  point('Payments, bets and results of three months are read without asking for them.', 'gb', 'history', 'bets'),
  point('What was won and lost over a time that the player chooses is shown.', 'gb', 'statement'),
  point('Deposits less withdrawals are shown over the whole time.', 'gb', 'statement'),
  point('What is converted is shown with its rate before it is.', 'gb', 'conversion'),
  point('Selection, kind of bet and price are in sight before the bet is sent.', 'gb', 'coupon'),
  point('The player decides which changes of a price are taken.', 'gb', 'prices'),
  point('Time and net result of the session are always in sight.', 'gb', 'clock'),
  point('Rules have versions, and a bet keeps its own.', 'gb', 'rules'),
  point('Pages of games that are played say that what is shown may be late.', 'gb', 'delayed'),
  point('A game that was interrupted is played on.', 'gb', 'broken'),
  point(
    'Nothing plays by itself, rounds keep their pace, and less than the stake is no win to celebrate.',
    'gb',
    ...(['byPress', 'pace', 'quiet'] as const),
  ),
  point('Nothing is topped up by itself, and no withdrawal is taken back.', 'gb', 'ownDeposits', 'noReversal'),
  point('A limit is offered at registration or before the first deposit.', 'gb', 'prompt'),
  point('Any amount can be typed, and a limit on gross deposits is offered.', 'gb', 'free', 'gross'),
  point('Limits hold for a day, a week and a month; of several, the lowest decides.', 'gb', 'limits', 'lowest'),
  point('Limits are one press away from the home page and the deposit.', 'gb', 'linked'),
  point('A lower limit holds at once; a higher one waits a day and is confirmed.', 'gb', 'raise'),
  point('Players are asked to look their limits over every six months.', 'gb', 'review'),
  point('A deposit limit that is reached refuses deposits until its period begins again.', 'gb', 'reached'),
  point('A reality check tells time and result, and is acknowledged.', 'gb', 'reality'),
  point('Breaks of a day, a week, a month and up to six weeks begin at once.', 'gb', 'time'),
  point(
    'An exclusion begins at once, lasts six months or longer, and ends by asking and a day of waiting.',
    'gb',
    ...(['exclusion', 'comeback'] as const),
  ),
  point('Registers of excluded persons are asked at registration and sign-in; silence refuses.', 'gb', 'register'),
  point('An exclusion reaches every brand of the operator.', 'gb', 'group'),
  point(
    'One sum of deposits and one place of play over all operators, with a wait between two.',
    'de',
    ...(['file', 'active'] as const),
  ),
  point('Nobody under the minimum age plays or deposits.', 'gb', 'age'),
  point('Identity is verified before anything is staked.', 'gb', 'identity'),
  point('Who signs in reads when they last did.', 'gb', 'lastTime'),
  point('Who does nothing for 30 minutes signs in again.', 'br', 'idle'),
  point('The time that has passed is in sight.', 'gb', 'clock'),
  point('Seal, age mark, help and limits are one press away on every page.', 'mt', 'seal', 'help', 'linked'),
  point('How far funds are protected is acknowledged before the first deposit, and after a change.', 'gb', 'funds'),
  point('Who takes a break or is excluded gets no mailings and no bonus.', 'gb', 'silent', 'noOffers'),
  point('Who signs out leaves nothing of theirs in the browser.', 'gb', 'wiped'),
  point('Limits bind every path by which money is staked or deposited.', 'gb', 'matrix'),
  point('No change of a clock or a zone shortens a limit or a break.', 'gb', 'zones'),
  point('Every act of protection is kept with the version of the configuration.', 'gb', 'acts'),
]

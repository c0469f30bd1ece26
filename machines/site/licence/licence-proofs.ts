import type { ClauseProof } from './licence-rule.ts'

const GUARD = 'tests/money/limit-guard.test.ts'
const DEPOSITS = 'tests/money/deposit-limits.test.ts'
const EXCLUSION = 'tests/contract/protection/exclusion.test.ts'
const PAGE = 'tests/browser/protection/limits.test.ts'
const CALLS = 'tests/contract/protection/limits.test.ts'
const FILE = 'tests/contract/protection/operators-file.test.ts'
/** Tests by which clauses are proved. */
export const PROOF = {
  lowest: { file: GUARD, title: 'RG-9: of several limits the one with the smallest share left' },
  raise: { file: GUARD, title: 'RG-10: a raise holds once its wait is over and it is confirmed' },
  swedishRaise: {
    file: 'machines/protection/limits/limit-change.rules.test.ts',
    title: 'RG-10: a raise waits for 72 hours and for the end of the period',
  },
  periods: { file: 'machines/protection/limits/limit-period.rules.test.ts', title: 'RG-9: a day, a week from Monday' },
  limits: { file: GUARD, title: 'RG-9, RG-13: a %s limit per %s' },
  free: { file: PAGE, title: 'RG-3, RG-10: a limit is set by any amount' },
  time: { file: GUARD, title: 'RG-11, RG-13: during a break every path is closed' },
  exclusion: { file: CALLS, title: 'RG-2, RG-5, RG-11: an exclusion is for one of the months' },
  group: { file: EXCLUSION, title: 'RG-11: registers at no brand of the group under their name' },
  register: { file: EXCLUSION, title: 'RG-15: keeps whom it names from registering and from signing in' },
  linked: { file: PAGE, title: 'limits are one press away from the home page and from the deposit' },
  statement: { file: CALLS, title: 'a statement says what was deposited, withdrawn and moved over a time' },
  acts: { file: GUARD, title: 'RG-17: every act is kept with the version' },
  gross: { file: DEPOSITS, title: 'RG-9: a deposit that fails makes room again; a refund and a withdrawal do not' },
  required: { file: DEPOSITS, title: 'limits that have to be set are asked for' },
  noReversal: {
    file: 'tests/contract/payments/no-take-back.test.ts',
    title: 'RG-14: where a licence forbids it, a withdrawal is offered to be taken back nowhere',
  },
  reality: {
    file: 'tests/browser/protection/reality-check.test.ts',
    title: 'RG-12: a reality check says time and result',
  },
  prompt: {
    file: 'tests/browser/payments/cashier.test.ts',
    title: 'a limit is offered before the first deposit',
  },
  review: { file: GUARD, title: 'RG-9: limits that were not thought of for six months are to be looked over' },
  comeback: { file: GUARD, title: 'RG-11: who was excluded asks to return, and waits' },
  clock: {
    file: 'tests/browser/protection/reality-check.test.ts',
    title: 'RG-12: every page shows how long the session has lasted',
  },
  lastTime: {
    file: 'tests/browser/protection/reality-check.test.ts',
    title: 'and who signs in again reads once when they last did',
  },
  byPress: {
    file: 'machines/casino/play/play-by-press.test.ts',
    title: 'CAS-14: nothing but a press asks for a round',
  },
  quiet: {
    file: 'machines/casino/play/sound.rules.test.ts',
    title: 'a return below the stake, or just the stake, never sounds like a win',
  },
  ownDeposits: {
    file: 'tests/money/protection-points.test.ts',
    title: 'RG-14: a deposit is begun by a call of its player and by nothing else',
  },
  noOffers: {
    file: 'src/server/wiring/promo/kept-away.test.ts',
    title: 'while excluded, claims, codes and grants are answered by until when, and leave nothing behind',
  },
  vulnerability: {
    file: 'tests/money/vulnerability.test.ts',
    title: 'RG-14: deposits of the last days less withdrawals start a check',
  },
  balance: { file: 'tests/contract/upstream-signed-in.test.ts', title: 'the header has the balance' },
  history: {
    file: 'tests/contract/payments/cashier.test.ts',
    title: 'PAY-1: the history reaches back as far as the brand says, and with its archive to the first payment',
  },
  bets: {
    file: 'src/server/betting/bet-history.test.ts',
    title: 'BET-4, BET-10: the latest first by pages of 50, as far back as it reaches',
  },
  conversion: {
    file: 'src/server/payments/payments.service.test.ts',
    title: 'PAY-14: money is converted at the rate that was shown, once',
  },
  seal: {
    file: 'tests/browser/page-keys.test.ts',
    title: 'OPS-26: age mark, address and seal of the licence',
  },
  file: { file: FILE, title: 'RG-14: what was deposited elsewhere and here is one sum' },
  safeRecords: {
    file: 'tests/contract/protection/safe-records.test.ts',
    title: 'RG-14: what moves players’ money is recorded once and in its order',
  },
  active: { file: FILE, title: 'RG-14: who plays elsewhere is let in once they have left there' },
  inactive: { file: FILE, title: 'RG-14: who has done nothing for as long as a session lasts has left' },
  coupon: {
    file: 'tests/browser/betting/coupon.test.ts',
    title: 'RG-14: selection, bet type and price are in sight before the bet is sent',
  },
  prices: {
    file: 'src/server/betting/bet-placing.test.ts',
    title: 'PLACE-4: prices change within what the player accepts',
  },
  rules: {
    file: 'src/server/betting/bet-placing.test.ts',
    title: 'MATH-11: terms and rules are frozen into the bet by name and version',
  },
  broken: {
    file: 'src/server/casino/play/game-rounds.test.ts',
    title: 'a round that was interrupted waits for its player in the next session',
  },
  risk: {
    file: 'tests/money/risk-signs.test.ts',
    title: 'RG-14: who shows enough signs of risk waits for a talk once',
  },
  slotStake: {
    file: 'src/server/casino/catalogue/slot-ceiling.test.ts',
    title: 'a round of a slot is staked no more than the brand lets slots be, those of providers too',
  },
  breakButton: {
    file: 'tests/browser/protection/reality-check.test.ts',
    title: 'RG-11: a button on every page takes a break at one press',
  },
  pace: {
    file: 'src/server/casino/play/game-rounds.test.ts',
    title: 'what is out of turn, out of bounds, too fast or not of the game moves nothing',
  },
  reached: { file: DEPOSITS, title: 'RG-9, RG-13: a limit per %s counts what is paid in' },
  age: {
    file: 'tests/contract/account/registration.test.ts',
    title: 'DATE-5: is refused at the birthday one day before the minimum age',
  },
  silent: { file: EXCLUSION, title: 'RG-11: a time-out lets sign in, and ends all mailings' },
  wiped: {
    file: 'tests/browser/account/account-safety.test.ts',
    title: 'SEC-12: the second finds nothing of the first',
  },
  matrix: { file: 'tests/money/guard-matrix.test.ts', title: 'is kept by every limit that binds it' },
  waysOut: { file: 'tests/money/guard-matrix.test.ts', title: 'comes back to who is excluded and has no limit left' },
  zones: { file: 'machines/protection/limits/limit-period.rules.test.ts', title: 'RG-17' },
  registration: {
    file: 'tests/contract/protection/registration-limits.test.ts',
    title: 'RG-14: every form asks for the limits that have to be set',
  },
  funds: {
    file: 'tests/money/protection-demands.test.ts',
    title: 'RG-14: how far funds are protected is acknowledged before the first deposit',
  },
  identity: {
    file: 'tests/money/protection-demands.test.ts',
    title: 'RG-14: who is not identified moves no money in by any path',
  },
  contact: {
    file: 'tests/money/protection-demands.test.ts',
    title: 'RG-14: a deposit limit above what the operator speaks about is set, and the player waits at the desk',
  },
  contactFirst: {
    file: 'tests/money/protection-demands.test.ts',
    title: 'RG-14: where the operator speaks first, a high limit is set only as far as was agreed',
  },
  delayed: {
    file: 'tests/browser/betting/coupon-live.test.ts',
    title: 'the page of a game that is played says that what is shown may be late, in every language',
  },
  help: { file: PAGE, title: 'OFF-13: on a phone, in the dark' },
  idle: {
    file: 'tests/browser/account/auto-logoff.test.ts',
    title: 'AUTH-7: is warned in both, stays by an answer in one, and is signed out',
  },
} as const satisfies Readonly<Record<string, ClauseProof>>

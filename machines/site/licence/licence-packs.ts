import { PROOF } from './licence-proofs.ts'
import type { Clause, LicenceId, LicencePack, SettingDemand } from './licence-rule.ts'

const HOUR_MS = 3_600_000
const WEEK_HOURS = 168
const MONTH_HOURS = 720
const SIX_WEEKS_HOURS = 1008

function asks(key: string, demand: SettingDemand['demand']): readonly SettingDemand[] {
  return [{ section: 'responsible', key, demand }]
}

const PERIODS = asks('limitPeriods', { kind: 'has', values: ['day', 'week', 'month'] })
const raiseWaits = (hours: number) => asks('limitRaiseDelayMs', { kind: 'at_least', value: hours * HOUR_MS })
const exclusionFrom = (months: number) => asks('exclusionMonths', { kind: 'each_at_least', value: months })
/** That a register is asked, and nobody let in whom it did not answer of. */
const asksRegister = (id: string, clause: string, name: string, source: Clause['source'] = 'recalled'): Clause => ({
  clause,
  rule: `${name} is asked at registration and sign-in.`,
  source,
  settings: [
    ...asks('registers', { kind: 'names', id }),
    ...asks('isOpenWithoutRegister', { kind: 'is', value: false }),
  ],
  proof: PROOF.register,
})
const returnAsked: readonly SettingDemand[] = [
  ...asks('isReturnAsked', { kind: 'is', value: true }),
  ...asks('returnWaitHours', { kind: 'at_least', value: 24 }),
]
/** That the operator speaks with players whose deposit limit a month is above so many minor units. */
const contactAbove = (minor: number): readonly SettingDemand[] => [
  ...asks('contactAboveMinor', { kind: 'at_least', value: 1 }),
  ...asks('contactAboveMinor', { kind: 'at_most', value: minor }),
]
const helpIn = (country: string): Clause => ({
  clause: 'Help',
  rule: 'Players are told who helps in their country.',
  source: 'recalled',
  settings: asks('helpOrganisations', { kind: 'helps_in', country }),
  proof: PROOF.help,
})
const kept: Clause = {
  clause: 'Records',
  rule: 'Every act of protection is kept, and none can be changed.',
  source: 'recalled',
  proof: PROOF.acts,
}
const everyPath: Clause = {
  clause: 'Every path',
  rule: 'Limits and breaks bind bets, one-click bets, auto-bets, bets on credit, insurance, casino, lotteries and deposits alike.',
  source: 'recalled',
  proof: PROOF.matrix,
}
const wayOut: Clause = {
  clause: 'What is owed',
  rule: 'No limit, break or exclusion keeps from a player what is theirs.',
  source: 'recalled',
  proof: PROOF.waysOut,
}
const serverTime: Clause = {
  clause: 'Time',
  rule: 'Periods go by the clock of the server and the zone of the brand, over changes of the clocks too.',
  source: 'recalled',
  proof: PROOF.zones,
}
const grownUp: Clause = {
  clause: 'Age',
  rule: 'Nobody under the minimum age has an account.',
  source: 'recalled',
  settings: [{ section: 'global', key: 'minimumAge', demand: { kind: 'at_least', value: 18 } }],
  proof: PROOF.age,
}
/** What every licence asks for in one way or another, and the engine keeps by itself. */
const common: readonly Clause[] = [everyPath, wayOut, serverTime, grownUp, kept]
const raise24: Clause = {
  clause: 'Raise of a limit',
  rule: 'A lower limit holds at once; a higher one waits for 24 hours and has to be confirmed.',
  source: 'text',
  settings: raiseWaits(24),
  proof: PROOF.raise,
}

/** What the pack of each licence asks for. Where the engine lacks something, the clause says what: a brand of that licence cannot go
 *  live on it, and its audit fails. */
export const LICENCE_PACKS: Readonly<Record<LicenceId, LicencePack>> = {
  neutral: {
    name: 'No licence in particular',
    clauses: [
      raise24,
      {
        clause: 'Exclusion',
        rule: 'An exclusion begins at once, lasts for six months or longer, and cannot be ended early.',
        source: 'recalled',
        settings: exclusionFrom(6),
        proof: PROOF.exclusion,
      },
      { clause: 'Breaks', rule: 'A break stops every stake and no payout.', source: 'recalled', proof: PROOF.time },
      ...common,
    ],
  },
  gb: {
    name: 'Great Britain (UKGC)',
    clauses: [
      {
        clause: 'RTS 1A',
        rule: 'The balance is seen on every page, in the currency of the account.',
        source: 'text',
        proof: PROOF.balance,
      },
      {
        clause: 'RTS 1B',
        rule: 'Players read three months of deposits and withdrawals by themselves, and more on request.',
        source: 'text',
        proof: PROOF.history,
      },
      { clause: 'RTS 1B', rule: 'Players read their bets and results.', source: 'text', proof: PROOF.bets },
      {
        clause: 'RTS 1C',
        rule: 'Players see deposits less withdrawals over their whole time.',
        source: 'text',
        proof: PROOF.statement,
      },
      {
        clause: 'RTS 1',
        rule: 'Players see what they have won and lost over a time that they choose.',
        source: 'recalled',
        proof: PROOF.statement,
      },
      {
        clause: 'RTS 2A',
        rule: 'Money that is converted is shown at its rate first, and changed at that rate.',
        source: 'text',
        proof: PROOF.conversion,
      },
      {
        clause: 'RTS 2B',
        rule: 'The coupon shows what is bet on, how and at which price before the bet is sent.',
        source: 'text',
        proof: PROOF.coupon,
      },
      {
        clause: 'RTS 2C',
        rule: 'The player decides whether a changed price is taken.',
        source: 'text',
        proof: PROOF.prices,
      },
      {
        clause: 'LCCP SR 3.4.3',
        rule: 'Players who may be harmed are recognised by what they do, and spoken with.',
        source: 'recalled',
        settings: asks('isRiskWatched', { kind: 'is', value: true }),
        proof: PROOF.risk,
      },
      {
        clause: 'LCCP 4.2.6',
        rule: 'A bet keeps the version of the rules by which it was made.',
        source: 'text',
        proof: PROOF.rules,
      },
      {
        clause: 'LCCP 4.2.1',
        rule: 'Players acknowledge how far their funds are protected before the first deposit.',
        source: 'text',
        settings: asks('fundsProtection', { kind: 'is_set' }),
        proof: PROOF.funds,
      },
      {
        clause: 'RTS 10',
        rule: 'A game that was interrupted is played on.',
        source: 'recalled',
        proof: PROOF.broken,
      },
      {
        clause: 'RTS 14D, 14E',
        rule: 'Rounds are 2.5 seconds apart at slots, and 5 at other games of the casino.',
        source: 'recalled',
        settings: [
          { section: 'casino', key: 'slotRoundMs', demand: { kind: 'at_least', value: 2500 } },
          { section: 'casino', key: 'gameRoundMs', demand: { kind: 'at_least', value: 5000 } },
        ],
        proof: PROOF.pace,
      },
      {
        clause: 'RTS 8A',
        rule: 'Nothing plays by itself: each round is asked for by a press.',
        source: 'recalled',
        proof: PROOF.byPress,
      },
      {
        clause: 'RTS 14F',
        rule: 'What gives back the stake or less is not celebrated as a win.',
        source: 'recalled',
        proof: PROOF.quiet,
      },
      {
        clause: 'RTS 14A',
        rule: 'Nothing is topped up by itself: each deposit is begun by its player.',
        source: 'text',
        proof: PROOF.ownDeposits,
      },
      {
        clause: 'GLI-19 v3',
        rule: 'Who signs in reads when they last did.',
        source: 'recalled',
        settings: asks('isLastSignInShown', { kind: 'is', value: true }),
        proof: PROOF.lastTime,
      },
      {
        clause: 'RTS 15A',
        rule: 'Pages of games that are played say that broadcasts are delayed.',
        source: 'text',
        proof: PROOF.delayed,
      },
      {
        clause: 'LCCP 17.1.1',
        rule: 'Identity is verified before anything is staked.',
        source: 'recalled',
        settings: asks('isIdentityNeeded', { kind: 'is', value: true }),
        proof: PROOF.identity,
      },
      {
        clause: 'RTS 12A',
        rule: 'A limit is offered at registration or before the first deposit.',
        source: 'text',
        proof: PROOF.prompt,
      },
      {
        clause: 'RTS 12B',
        rule: 'Limits hold for 24 hours, 7 days and a month.',
        source: 'text',
        settings: PERIODS,
        proof: PROOF.limits,
      },
      { clause: 'RTS 12B', rule: 'The player types any amount.', source: 'text', proof: PROOF.free },
      {
        clause: 'RTS 12B',
        rule: 'Where several limits hold, the lowest decides.',
        source: 'text',
        proof: PROOF.lowest,
      },
      {
        clause: 'RTS 12B',
        rule: 'A limit on gross deposits is offered.',
        source: 'text',
        settings: asks('limitKinds', { kind: 'has', values: ['deposit'] }),
        proof: PROOF.gross,
      },
      {
        clause: 'RTS 12B',
        rule: 'A deposit limit that is reached refuses deposits until the period begins again.',
        source: 'text',
        proof: PROOF.reached,
      },
      {
        clause: 'RTS 14B',
        rule: 'A withdrawal that was asked for is not taken back.',
        source: 'text',
        settings: [{ section: 'payments', key: 'isWithdrawalCancelAllowed', demand: { kind: 'is', value: false } }],
        proof: PROOF.noReversal,
      },
      {
        clause: 'RTS 12C',
        rule: 'Limits are linked from the home page and the deposit page.',
        source: 'text',
        proof: PROOF.linked,
      },
      { ...raise24, clause: 'RTS 12D' },
      {
        clause: 'RTS 12 (2025)',
        rule: 'Players are asked to review their limits every six months.',
        source: 'text',
        settings: [
          ...asks('limitReviewMonths', { kind: 'at_least', value: 1 }),
          ...asks('limitReviewMonths', { kind: 'at_most', value: 6 }),
        ],
        proof: PROOF.review,
      },
      {
        clause: 'RTS 13B',
        rule: 'A reality check tells time and net result and has to be acknowledged.',
        source: 'text',
        settings: [
          ...asks('realityCheckMs', { kind: 'at_least', value: 60_000 }),
          ...asks('realityCheckMs', { kind: 'at_most', value: HOUR_MS }),
        ],
        proof: PROOF.reality,
      },
      {
        clause: 'LCCP SR 3.3.4',
        rule: 'Time-outs of 24 hours, a week, a month, and up to six weeks.',
        source: 'recalled',
        settings: [
          ...asks('timeOutHours', { kind: 'has', values: [24, WEEK_HOURS, MONTH_HOURS] }),
          ...asks('timeOutHours', { kind: 'each_at_most', value: SIX_WEEKS_HOURS }),
        ],
        proof: PROOF.time,
      },
      {
        clause: 'LCCP SR 3.5',
        rule: 'An exclusion lasts for six months or longer and begins at once.',
        source: 'text',
        settings: exclusionFrom(6),
        proof: PROOF.exclusion,
      },
      {
        clause: 'LCCP SR 3.5',
        rule: 'An exclusion does not lapse by itself: the player asks to return, and waits a day.',
        source: 'recalled',
        settings: returnAsked,
        proof: PROOF.comeback,
      },
      {
        clause: 'RTS 2E, 13C',
        rule: 'Time and net position of the session are always seen.',
        source: 'recalled',
        settings: asks('isSessionClockShown', { kind: 'is', value: true }),
        proof: PROOF.clock,
      },
      {
        clause: 'LCCP SR 3.5',
        rule: 'Who takes a break or an exclusion gets no mailings.',
        source: 'text',
        proof: PROOF.silent,
      },
      { clause: 'LCCP SR 3.5', rule: 'Who is excluded is given no bonus.', source: 'text', proof: PROOF.noOffers },
      {
        clause: 'Privacy',
        rule: 'Who signs out leaves nothing of theirs in the browser.',
        source: 'recalled',
        proof: PROOF.wiped,
      },
      asksRegister('gamstop', 'LCCP SR 3.5', 'GAMSTOP', 'text'),
      {
        clause: 'LCCP SR 3.5',
        rule: 'An exclusion reaches every brand of the operator.',
        source: 'text',
        proof: PROOF.group,
      },
      {
        clause: 'LCCP SR 3.4',
        rule: 'Net deposits of £150 in 30 days start a check of vulnerability.',
        source: 'recalled',
        settings: [
          ...asks('vulnerabilityNetDepositMinor', { kind: 'at_least', value: 1 }),
          ...asks('vulnerabilityNetDepositMinor', { kind: 'at_most', value: 15_000 }),
          ...asks('vulnerabilityDays', { kind: 'at_least', value: 30 }),
          ...asks('vulnerabilityCheckMonths', { kind: 'at_most', value: 12 }),
          ...asks('vulnerabilityUrl', { kind: 'is_set' }),
        ],
        proof: PROOF.vulnerability,
      },
      helpIn('gb'),
      ...common,
    ],
  },
  se: {
    name: 'Sweden (Spelinspektionen)',
    clauses: [
      {
        clause: 'Spellagen 14:7',
        rule: 'Limits for day, week and month are set before play.',
        source: 'text',
        settings: asks('requiredLimits', { kind: 'has', values: ['deposit_day', 'deposit_week', 'deposit_month'] }),
        proof: PROOF.required,
      },
      {
        clause: 'Spelförordningen 11:3',
        rule: 'A raise waits for 72 hours, and for the end of the running period.',
        source: 'text',
        settings: [...raiseWaits(72), ...asks('isLimitRaiseAfterPeriod', { kind: 'is', value: true })],
        proof: PROOF.swedishRaise,
      },
      {
        clause: 'Spelförordningen 11:3',
        rule: 'Above 10,000 SEK a month the operator contacts the player.',
        source: 'text',
        settings: contactAbove(1_000_000),
        proof: PROOF.contact,
      },
      asksRegister('spelpaus', 'Spellagen 14:10', 'Spelpaus'),
      helpIn('se'),
      ...common,
    ],
  },
  nl: {
    name: 'The Netherlands (Kansspelautoriteit)',
    clauses: [
      {
        clause: 'Regeling 2024',
        rule: 'The limit is typed on a neutral screen; no amount is suggested.',
        source: 'text',
        proof: PROOF.free,
      },
      {
        clause: 'Regeling 2024',
        rule: 'Above €350 a month, €150 from 18 to 24, there is personal contact first.',
        source: 'text',
        settings: [
          ...contactAbove(35_000),
          ...asks('contactAboveYoungMinor', { kind: 'at_least', value: 1 }),
          ...asks('contactAboveYoungMinor', { kind: 'at_most', value: 15_000 }),
          ...asks('youngBelowAge', { kind: 'at_least', value: 24 }),
          ...asks('isContactFirst', { kind: 'is', value: true }),
        ],
        proof: PROOF.contactFirst,
      },
      asksRegister('cruks', 'Wet kansspelen 33h', 'CRUKS'),
      raise24,
      helpIn('nl'),
      ...common,
    ],
  },
  de: {
    name: 'Germany (GGL)',
    clauses: [
      {
        clause: 'GlüStV § 6c',
        rule: 'Months are those of the calendar.',
        source: 'text',
        settings: asks('limitPeriodMode', { kind: 'is', value: 'calendar' }),
        proof: PROOF.periods,
      },
      {
        clause: 'GlüStV § 6c',
        rule: 'At most €1,000 a month are deposited at all operators together: the file of limits counts each deposit before it begins.',
        source: 'text',
        settings: asks('operatorsFile', { kind: 'is_set' }),
        proof: PROOF.file,
      },
      {
        clause: 'GlüStV § 6c',
        rule: 'Players set a limit for a month at registration.',
        source: 'recalled',
        settings: [
          ...asks('requiredLimits', { kind: 'has', values: ['deposit_month'] }),
          ...asks('isLimitAskedAtRegistration', { kind: 'is', value: true }),
        ],
        proof: PROOF.registration,
      },
      {
        clause: 'GlüStV § 6c',
        rule: 'The limit that a player sets holds at all operators.',
        source: 'recalled',
        lacks: 'the passing of a player’s own limit to the file of limits; it holds at the brand alone',
      },
      {
        clause: 'GlüStV § 6h',
        rule: 'Nobody plays at two operators at once: the file of active players says where somebody plays.',
        source: 'text',
        settings: asks('operatorsFile', { kind: 'is_set' }),
        proof: PROOF.active,
      },
      {
        clause: 'GlüStV § 6h',
        rule: 'Who has done nothing for 30 minutes plays no more.',
        source: 'recalled',
        settings: [{ section: 'auth', key: 'sessionIdleMs', demand: { kind: 'at_most', value: 30 * 60_000 } }],
        proof: PROOF.inactive,
      },
      {
        clause: 'GlüStV § 6i',
        rule: 'A break of 24 hours is one press away on every page.',
        source: 'recalled',
        settings: asks('breakButtonHours', { kind: 'is', value: 24 }),
        proof: PROOF.breakButton,
      },
      {
        clause: 'GlüStV § 6i',
        rule: 'Players at risk of addiction are recognised early, by what they do.',
        source: 'recalled',
        settings: asks('isRiskWatched', { kind: 'is', value: true }),
        proof: PROOF.risk,
      },
      {
        clause: 'GlüStV § 6i',
        rule: 'All stakes, winnings, deposits and withdrawals are kept unchanged and sealed for the authority, which reads them at any time.',
        source: 'recalled',
        settings: [...asks('safeServerRecipient', { kind: 'is_set' }), ...asks('safeServerApiKey', { kind: 'is_set' })],
        proof: PROOF.safeRecords,
      },
      {
        clause: 'GlüStV § 6i',
        rule: 'The safe server answers in the form that the authority prescribes.',
        source: 'recalled',
        lacks: 'that form: records are JSON of the engine’s own',
      },
      {
        clause: 'GlüStV § 22a',
        rule: 'Rounds of slots are 5 seconds apart.',
        source: 'recalled',
        settings: [{ section: 'casino', key: 'slotRoundMs', demand: { kind: 'at_least', value: 5000 } }],
        proof: PROOF.pace,
      },
      {
        clause: 'GlüStV § 22a',
        rule: 'At most €1 is staked on a round of slots, those of providers too.',
        source: 'recalled',
        settings: [
          { section: 'casino', key: 'slotStakeMaximumMinor', demand: { kind: 'at_least', value: 1 } },
          { section: 'casino', key: 'slotStakeMaximumMinor', demand: { kind: 'at_most', value: 100 } },
        ],
        proof: PROOF.slotStake,
      },
      asksRegister('oasis', 'GlüStV § 8', 'OASIS'),
      helpIn('de'),
      ...common,
    ],
  },
  br: {
    name: 'Brazil (SPA)',
    clauses: [
      {
        clause: 'Portaria 1.231/2024',
        rule: 'Limits of loss and time are set at registration.',
        source: 'text',
        settings: [
          ...asks('requiredLimits', { kind: 'has', values: ['loss_month', 'session_day'] }),
          ...asks('isLimitAskedAtRegistration', { kind: 'is', value: true }),
        ],
        proof: PROOF.registration,
      },
      {
        clause: 'Portaria 1.231/2024',
        rule: 'Limits of loss and of time are offered.',
        source: 'text',
        settings: asks('limitKinds', { kind: 'has', values: ['loss', 'session'] }),
        proof: PROOF.limits,
      },
      {
        clause: 'Portaria 1.207/2024',
        rule: 'A session ends after 30 idle minutes.',
        source: 'text',
        settings: [
          { section: 'auth', key: 'isAutoLogoffEnabled', demand: { kind: 'is', value: true } },
          { section: 'auth', key: 'autoLogoffMs', demand: { kind: 'at_most', value: 30 * 60_000 } },
        ],
        proof: PROOF.idle,
      },
      asksRegister('central-exclusion', 'Portaria 2.579/2025', 'The central exclusion', 'text'),
      helpIn('br'),
      ...common,
    ],
  },
  mt: {
    name: 'Malta (MGA)',
    clauses: [
      { ...raise24, clause: 'PPD D2/2018' },
      {
        clause: 'PPD D2/2018',
        rule: 'An exclusion lasts for six months or longer.',
        source: 'recalled',
        settings: exclusionFrom(6),
        proof: PROOF.exclusion,
      },
      { clause: 'PPD D2/2018', rule: 'Who is excluded still gets what is theirs.', source: 'text', proof: PROOF.time },
      {
        clause: 'PPD D2/2018',
        rule: 'A player who was excluded asks to return, and waits a day before play.',
        source: 'text',
        settings: returnAsked,
        proof: PROOF.comeback,
      },
      {
        clause: 'PPD D2/2018',
        rule: 'Limits and breaks are one press away from the home page and from the deposit.',
        source: 'text',
        proof: PROOF.linked,
      },
      {
        clause: 'PPD D2/2018',
        rule: 'The seal of the licence and the sign of the least age are the brand’s to show on every page.',
        source: 'text',
        proof: PROOF.seal,
      },
      helpIn('mt'),
      ...common,
    ],
  },
}

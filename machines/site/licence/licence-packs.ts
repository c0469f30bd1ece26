import type { Clause, ClauseProof, LicenceId, LicencePack, SettingDemand } from './licence-rule.ts'

const HOUR_MS = 3_600_000
const WEEK_HOURS = 168
const MONTH_HOURS = 720
const SIX_WEEKS_HOURS = 1008

const GUARD = 'tests/money/limit-guard.test.ts'
const DEPOSITS = 'tests/money/deposit-limits.test.ts'
const EXCLUSION = 'tests/contract/protection/exclusion.test.ts'
const PAGE = 'tests/browser/protection/limits.test.ts'
const CALLS = 'tests/contract/protection/limits.test.ts'
const PROOF = {
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
    file: 'src/server/payments/payments.service.test.ts',
    title: 'PAY-9: a player takes a withdrawal back before it is approved, where the brand allows it',
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
  vulnerability: {
    file: 'tests/money/vulnerability.test.ts',
    title: 'RG-14: deposits of the last days less withdrawals start a check',
  },
  help: { file: PAGE, title: 'OFF-13: on a phone, in the dark' },
  idle: {
    file: 'tests/browser/account/auto-logoff.test.ts',
    title: 'AUTH-7: is warned in both, stays by an answer in one, and is signed out',
  },
} as const satisfies Readonly<Record<string, ClauseProof>>

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
      kept,
    ],
  },
  gb: {
    name: 'Great Britain (UKGC)',
    clauses: [
      {
        clause: 'RTS 1C',
        rule: 'Players see deposits less withdrawals over their whole time.',
        source: 'text',
        proof: PROOF.statement,
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
      kept,
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
        lacks: 'a contact by the operator',
      },
      asksRegister('spelpaus', 'Spellagen 14:10', 'Spelpaus'),
      helpIn('se'),
      kept,
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
        lacks: 'a contact by the operator',
      },
      asksRegister('cruks', 'Wet kansspelen 33h', 'CRUKS'),
      raise24,
      helpIn('nl'),
      kept,
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
        rule: 'At most €1,000 a month are deposited at all operators together.',
        source: 'text',
        lacks: 'the file of limits of all operators',
      },
      {
        clause: 'GlüStV § 6h',
        rule: 'Nobody plays at two operators at once.',
        source: 'text',
        lacks: 'the file of active players',
      },
      asksRegister('oasis', 'GlüStV § 8', 'OASIS'),
      helpIn('de'),
      kept,
    ],
  },
  br: {
    name: 'Brazil (SPA)',
    clauses: [
      {
        clause: 'Portaria 1.231/2024',
        rule: 'Limits of loss and time are set at registration.',
        source: 'text',
        lacks: 'a registration that asks for limits',
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
      kept,
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
      helpIn('mt'),
      kept,
    ],
  },
}

import type {
  DeskAppealAnswer,
  DeskBatchAnswer,
  DeskBonusesAnswer,
  DeskCampaignAnswer,
  DeskDoubtAnswer,
  DeskIdentificationAnswer,
  DeskItemsAnswer,
  DeskPaymentAnswer,
  DeskPlayerAnswer,
  DeskPlayerCard,
  DeskPlayersAnswer,
  DeskProtectionAnswer,
  DeskProvidersAnswer,
  DeskRoundFacts,
  DeskRoundsAnswer,
  DeskTalkAnswer,
  FreeCampaignsAnswer,
} from '#schemas'
import { RISK_ANSWERS } from './risk-data.ts'

const AT = '2026-11-24T10:00:00.000Z'

const CARD: DeskPlayerCard = {
  accountId: 10204080,
  state: 'blocked',
  name: 'Anna Keller',
  email: 'anna@mail.example',
  phone: '+79161234567',
  country: 'de',
  createdAt: '2026-03-01T12:00:00.000Z',
}

const ITEMS: DeskItemsAnswer = {
  items: [
    {
      kind: 'support',
      item: 10204080,
      state: 'waiting',
      since: AT,
      title: 'Where is my deposit?',
      queue: 'consultant',
      player: CARD,
    },
    {
      ...{ kind: 'support', item: 10204081, state: 'waiting', since: AT, title: 'Thank you!', queue: 'german-desk' },
      player: { ...CARD, accountId: 10204081, name: 'Ben Silva', state: 'active' },
      claim: { by: 'Rita', isMine: false, until: '2026-11-24T10:30:00.000Z' },
    },
  ],
  queues: ['consultant', 'german-desk'],
  isMore: false,
  waiting: { support: 2, identification: 1, appeal: 1, payment: 1, doubt: 1, result: 1, protection: 1 },
}

const PAYMENT: DeskPaymentAnswer = {
  item: 70_012,
  player: CARD,
  payment: {
    ...{ id: 70_012, guid: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11', direction: 'withdrawal', state: 'waiting' },
    ...{ methodId: 'bank', methodNameKey: 'payment.method_bank', icon: 'bank', currency: 'EUR', exponent: 2 },
    ...{ amount: 6000, fee: 5, createdAt: AT, changedAt: AT, isCancelAllowed: true },
  },
  rules: ['above_two', 'changed_data'],
  approvalsNeeded: 2,
  approvals: ['rita@livery.example'],
  events: [`${AT} processing: applied, approved to sent`],
}

const FACTS: DeskRoundFacts = {
  round: {
    ...{ roundId: 800_010, providerId: 'livery', name: '5f0c8a52-6f0e-4c63-9a7e', gameId: 'mines', game: 'Mines' },
    ...{ accountId: CARD.accountId, currency: 'EUR', exponent: 2, state: 'open', stakeMinor: 500, payoutMinor: 0 },
    ...{ openedAt: AT, changedAt: AT },
  },
  actions: [
    {
      ...{ sequence: 811, kind: 'bet', action: '5f0c8a52-6f0e-4c63-9a7e/0', amountMinor: 500, outcome: 'applied' },
      ...{ funds: 'cash -500', isBooked: true, at: AT },
    },
  ],
  checks: [
    { kind: 'sums', isFine: true },
    { kind: 'booked', isFine: false },
  ],
  isOwn: true,
  doing: ['{"kind":"reveal","cell":7}'],
}

const DOUBT: DeskDoubtAnswer = {
  ...{ item: 60_010, player: CARD, facts: FACTS, canSettle: true },
  doubt: {
    ...{ kind: 'stuck', providerId: 'livery', subject: '5f0c8a52-6f0e-4c63-9a7e', gameId: 'mines', currency: 'EUR' },
    ...{ exponent: 2, amountMinor: 500, times: 1, firstAt: AT, lastAt: AT },
  },
}

const ROUNDS: DeskRoundsAnswer = { rounds: [FACTS.round] }

const FREE: FreeCampaignsAnswer = {
  campaigns: [
    {
      ...{ id: 70_010, name: 'Weekend spins', gameId: 'harbour-lights', currency: 'EUR', exponent: 2, stakeMinor: 20 },
      ...{ rounds: 10, expiresAt: '2030-01-01T00:00:00.000Z', createdAt: AT, createdBy: 'Rita', players: 3, used: 12 },
      ...{ asked: 1, refused: 1, wonMinor: 450, isCancelled: false },
    },
  ],
}

const PROVIDERS: DeskProvidersAnswer = {
  maySwitch: true,
  providers: [
    { id: 'livery', name: 'Livery', takesBets: true, sessions: 12, openRounds: 3 },
    {
      ...{ id: 'northern', name: 'Northern Games', takesBets: true, sessions: 4, openRounds: 1 },
      stop: { at: AT, by: 'Rita', reason: 'Their wallet calls time out.' },
    },
  ],
}

/** A talk that waits for an answer. */
export const DESK_TALK: DeskTalkAnswer = {
  player: CARD,
  talk: {
    accountId: CARD.accountId,
    queue: 'consultant',
    waitingSince: AT,
    lines: [
      { id: 1, author: 'player', text: 'Good morning!', sentAt: AT },
      { id: 2, author: 'consultant', name: 'Sam', text: 'Good morning! How can I help?', sentAt: AT },
      { id: 3, author: 'player', text: 'Where is my deposit?', sentAt: AT },
      {
        ...{ id: 4, author: 'player', text: 'receipt.pdf', sentAt: AT },
        file: { id: 'V1StGXR8_Z5jdHi6B-myT', name: 'receipt.pdf', mediaType: 'application/pdf', sizeBytes: 120_000 },
      },
    ],
  },
  isPlayerTyping: true,
}

const IDENTIFICATION: DeskIdentificationAnswer = {
  player: CARD,
  entry: {
    accountId: CARD.accountId,
    state: 'checking',
    fields: { name: 'Anna', surname: 'Keller', passport_number: 'C01X00T47' },
    documents: [
      {
        ...{ id: 'V1StGXR8_Z5jdHi6B-myT', documentType: 'passport', mediaType: 'image/jpeg', sizeBytes: 120_000 },
        ...{ sha256: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg', isSent: true, uploadedAt: AT },
      },
    ],
    steps: [{ state: 'checking', at: AT, by: 'player' }],
  },
}

const APPEAL: DeskAppealAnswer = {
  ...{ item: 3, login: '10204080', email: 'anna@mail.example', sentAt: AT, player: CARD },
  text: 'My account was blocked after I had moved house. Here is what happened.',
}

const PROTECTION: DeskProtectionAnswer = {
  ...{ item: 4, topic: 'limit', at: AT, isWaiting: true, wanted: '500.00 EUR', player: CARD },
}

/** A talk about signs of risk. */
export const DESK_RISK: DeskProtectionAnswer = {
  ...{ item: 4, topic: 'risk', at: AT, isWaiting: true, player: CARD, signs: ['deposits_often', 'plays_at_night'] },
}

const PLAYER: DeskPlayerAnswer = {
  card: CARD,
  language: 'de',
  answers: { name: 'Anna', surname: 'Keller', birthday: '1990-05-17' },
  verified: ['surname'],
  contacts: [{ kind: 'email', value: 'anna@mail.example', isProved: true }],
  sessions: [{ id: 'V1StGXR8_Z5jdHi6', device: 'Mozilla/5.0', place: 'de', createdAt: AT, lastSeenAt: AT }],
  wallets: [
    {
      ...{ currencyAccountId: 20103040, currency: 'EUR', kind: 'cash', isActive: true },
      ...{ balanceMinor: 123_456, reservedMinor: 500 },
    },
  ],
  entries: [
    {
      ...{ transferId: 12, at: AT, kind: 'correction', reference: 'ticket-17', account: 'cash', currency: 'EUR' },
      ...{ amountMinor: 123_456, balanceMinor: 123_456, note: 'A deposit was lost.' },
    },
  ],
  bets: [
    {
      ...{ betId: 31, state: 'open', currency: 'EUR', stakeMinor: 500, possibleMinor: 950, outcomes: 1 },
      placedAt: AT,
    },
  ],
  events: [{ kind: 'account.blocked', at: AT, address: '', device: 'operator' }],
  notes: [{ id: 4, author: 'Sam', at: AT, text: 'Prefers to be called in the evening.' }],
  acts: [
    {
      ...{ sequence: 12, at: AT, account: 'Sam', brand: 'northstar', act: 'player.blocked' },
      details: { player: CARD.accountId, reason: 'The papers are of somebody else.' },
      hash: '0'.repeat(64),
    },
  ],
  exponents: { EUR: 2 },
  identification: 'checking',
  mayAct: true,
}

const PLAYERS: DeskPlayersAnswer = { players: [CARD], isMore: false }

const GIVEN = { given: 21, open: 3, converted: 8, forfeited: 6, usedMinor: 42_000, givenMinor: 42_000 }
const BONUSES: DeskBonusesAnswer = {
  ...{ currency: 'EUR', exponent: 2, approvalMinor: 20_000, mayDecide: true },
  campaigns: [
    {
      ...{
        id: 'sorry-20',
        title: 'A small thank-you',
        type: 'tactical',
        on: 'desk',
        state: 'on',
        budgetMinor: 100_000,
      },
      ...{ ...GIVEN, openMinor: 6000, convertedMinor: 13_150, forfeitedMinor: 9900 },
    },
    {
      ...{ id: 'fair', title: 'Autumn fair', type: 'promocode', on: 'code', state: 'on', budgetMinor: 500_000 },
      ...{ ...GIVEN, openMinor: 6000, convertedMinor: 13_150, forfeitedMinor: 9900 },
    },
  ],
  grants: [
    {
      ...{ id: 80_010, campaign: 'sorry-20', players: [10204080, 10204090], costMinor: 40_000, isMine: false },
      ...{ reason: 'The stream failed.', askedAt: AT, askedBy: 'Sam', state: 'waiting' },
    },
  ],
}
const CAMPAIGN: DeskCampaignAnswer = {
  preview: { days: 30, players: 412, givenMinor: 824_000, costMinor: 532_000, budgetDays: 18 },
  batches: [{ id: 80_010, codes: 100, used: 12, madeAt: AT, madeBy: 'Ada', reason: 'Autumn fair.' }],
  signals: [
    { kind: 'shared', mark: 'browser', accounts: [10204080, 10204090] },
    { kind: 'shared', mark: 'mailbox', accounts: [10204080, 10204090] },
    { kind: 'opposite', accounts: [10204080], stakes: 12, stakedMinor: 24_000, currency: 'EUR', exponent: 2 },
    {
      ...{ kind: 'cycle', accounts: [10204090], currency: 'EUR', exponent: 2 },
      ...{ depositMinor: 10_000, stakedMinor: 500, withdrawnMinor: 10_000 },
    },
  ],
}
const CODES: DeskBatchAnswer = { batch: 80_011, codes: [{ code: 'ACDE-FHJK-MNPR' }] }

/** What the calls of a made-up desk answer. */
export const DESK_ANSWERS: Readonly<Record<string, unknown>> = {
  ...RISK_ANSWERS,
  listDesk: ITEMS,
  claimDeskItem: {},
  getDeskTalk: DESK_TALK,
  tellDeskTyping: { isDone: true },
  getDeskIdentification: IDENTIFICATION,
  getDeskAppeal: APPEAL,
  getDeskProtection: PROTECTION,
  decideDeskProtection: { isDone: true },
  getDeskPayment: PAYMENT,
  decideDeskPayment: { isDone: true },
  getDeskDoubt: DOUBT,
  resolveDeskDoubt: { isDone: true },
  findDeskRounds: ROUNDS,
  getDeskRound: { facts: FACTS, player: CARD },
  listDeskProviders: PROVIDERS,
  listFreeCampaigns: FREE,
  createFreeCampaign: { isDone: true },
  cancelFreeCampaign: { isDone: true },
  switchDeskProvider: { isDone: true },
  listDeskBonuses: BONUSES,
  getDeskCampaign: CAMPAIGN,
  makeBonusCodes: CODES,
  getBonusCodes: CODES,
  revokeBonusCodes: { isDone: true },
  grantBonus: { grant: 80_011, state: 'waiting' },
  decideGrant: { isDone: true },
  getDeskPlayer: PLAYER,
  searchPlayers: PLAYERS,
}

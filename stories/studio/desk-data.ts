import type {
  DeskAppealAnswer,
  DeskIdentificationAnswer,
  DeskItemsAnswer,
  DeskPaymentAnswer,
  DeskPlayerAnswer,
  DeskPlayerCard,
  DeskPlayersAnswer,
  DeskTalkAnswer,
} from '#schemas'

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
    { kind: 'support', item: 10204080, state: 'waiting', since: AT, title: 'Where is my deposit?', player: CARD },
    {
      ...{ kind: 'support', item: 10204081, state: 'waiting', since: AT, title: 'Thank you!' },
      player: { ...CARD, accountId: 10204081, name: 'Ben Silva', state: 'active' },
      claim: { by: 'Rita', isMine: false, until: '2026-11-24T10:30:00.000Z' },
    },
  ],
  waiting: { support: 2, identification: 1, appeal: 1, payment: 1 },
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

/** A talk that waits for an answer. */
export const DESK_TALK: DeskTalkAnswer = {
  player: CARD,
  talk: {
    accountId: CARD.accountId,
    waitingSince: AT,
    lines: [
      { id: 1, author: 'player', text: 'Good morning!', sentAt: AT },
      { id: 2, author: 'consultant', name: 'Sam', text: 'Good morning! How can I help?', sentAt: AT },
      { id: 3, author: 'player', text: 'Where is my deposit?', sentAt: AT },
    ],
  },
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

/** What the calls of a made-up desk answer. */
export const DESK_ANSWERS: Readonly<Record<string, unknown>> = {
  listDesk: ITEMS,
  claimDeskItem: {},
  getDeskTalk: DESK_TALK,
  getDeskIdentification: IDENTIFICATION,
  getDeskAppeal: APPEAL,
  getDeskPayment: PAYMENT,
  decideDeskPayment: { isDone: true },
  getDeskPlayer: PLAYER,
  searchPlayers: PLAYERS,
}

import type {
  BalanceAnswer,
  ConsultantAnswer,
  DeduceAnswer,
  PaymentCard,
  PaymentHistoryAnswer,
  PaymentOffer,
  PaymentReceipt,
  RechargeAnswer,
} from '#schemas'

const method = (id: string, icon: string, more: Partial<PaymentOffer> = {}): PaymentOffer => ({
  ...{ id, nameKey: `payment.method_${id}`, icon, group: 'card', order: 10, minimum: 5, maximum: 5000 },
  ...{ feeFixed: 0, feePercent: 0, timeMs: 60_000, fields: [], isClosedLoop: false },
  ...more,
})

/** Methods of a cashier, one of which costs something. */
export const METHODS: readonly PaymentOffer[] = [
  method('card', 'card', { isClosedLoop: true }),
  method('wallet', 'wallet', { feeFixed: 1, feePercent: 2, timeMs: 0 }),
  method('bank', 'bank', { group: 'bank', timeMs: 86_400_000, maximum: 50_000 }),
]

export const CASHIER: RechargeAnswer = {
  ...{ currency: 'EUR', exponent: 2, balance: 12.5, country: 'de', methods: [...METHODS] },
  ...{ quickAmounts: [10, 20, 50, 100], isFirstDeposit: true, owed: 0 },
}

const BANK = { id: 'iban', type: 'text', title: 'IBAN', required: true } as const

export const WITHDRAWAL: DeduceAnswer = {
  ...{ currency: 'EUR', exponent: 2, balance: 180, held: 40, country: 'de', isCancelAllowed: true },
  ...{ isVerified: true, owed: 0 },
  methods: [method('bank', 'bank', { fields: [BANK] }), method('card', 'card', { isClosedLoop: true, openLoop: 100 })],
}

/** A payment as a page shows it. */
export function payment(more: Partial<PaymentCard> = {}): PaymentCard {
  return {
    ...{ id: 70_010, guid: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11', direction: 'deposit', state: 'succeeded' },
    ...{ methodId: 'card', methodNameKey: 'payment.method_card', icon: 'card', currency: 'EUR', exponent: 2 },
    ...{ amount: 50, fee: 0, createdAt: '2026-03-01T12:00:00.000Z', changedAt: '2026-03-01T12:01:00.000Z' },
    isCancelAllowed: false,
    ...more,
  }
}

export const PAYMENTS: readonly PaymentCard[] = [
  payment({
    id: 70_013,
    direction: 'withdrawal',
    state: 'waiting',
    isCancelAllowed: true,
    reasonKey: 'payment.reason_checking',
  }),
  payment({ id: 70_012, state: 'failed', reasonKey: 'payment.reason_insufficient_funds' }),
  payment({
    id: 70_011,
    amount: 100,
    fee: 2,
    methodId: 'wallet',
    methodNameKey: 'payment.method_wallet',
    icon: 'wallet',
  }),
  payment(),
]

export const HISTORY: PaymentHistoryAnswer = {
  payments: [...PAYMENTS],
  sums: [{ currency: 'EUR', exponent: 2, deposited: 148, withdrawn: 0, fees: 2 }],
  ...{ page: 1, pages: 3, total: 104 },
}

export const RECEIPT: PaymentReceipt = {
  ...{ brandName: 'Northstar', accountId: 10_204_080, payment: payment(), reference: 'sim_4f1' },
  steps: [
    { state: 'created', at: '2026-03-01T12:00:00.000Z' },
    { state: 'succeeded', at: '2026-03-01T12:01:00.000Z' },
  ],
}

export const CONSULTANT: ConsultantAnswer = {
  topics: [
    { id: 'deposit-missing', nameKey: 'payment.topic_deposit_missing', order: 10, isPaymentNeeded: true },
    { id: 'other', nameKey: 'payment.topic_other', order: 20, isPaymentNeeded: false },
  ],
  requests: [
    {
      ...{ id: 1, topicId: 'deposit-missing', topicNameKey: 'payment.topic_deposit_missing', paymentId: 70_010 },
      ...{ createdAt: '2026-03-01T12:00:00.000Z', state: 'answered' },
      lines: [
        { author: 'player', text: 'It has left my bank.', at: '2026-03-01T12:00:00.000Z' },
        { author: 'consultant', text: 'It arrived today at noon.', at: '2026-03-01T13:00:00.000Z' },
      ],
    },
  ],
}

const account = (iso: string, symbol: string, money: number, isActive: boolean): BalanceAnswer['accounts'][number] => ({
  ...{ id: isActive ? 1 : 2, currencyId: isActive ? 978 : 840, iso, symbol, name: iso, alias: iso, money },
  ...{ isActive, isBonusAccount: false, isPointsTypeBalance: false, amountOfUnplacedBets: 0, points: 0 },
  ...{ idBonus: 0, type: 'cash' },
})

export const TWO_ACCOUNTS: BalanceAnswer = { accounts: [account('EUR', '€', 50, true), account('USD', '$', 0, false)] }

import { AppError } from '#calls/app-error.ts'
import type { BalanceAnswer, LeftMenuAnswer, SecurityState, SessionsAnswer } from '#schemas'
import type { StoryAnswers } from '../story-app.ts'

/** What everything fails with in stories. */
export const OFFLINE = new AppError('request.offline')

/** An answer that never comes. */
export const NEVER = () => new Promise<never>(() => undefined)

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const QR =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"%3E%3Cpath d="M0 0h2v1h1v1h1v2H2V3H1V2H0z"/%3E%3C/svg%3E'

/** What a server with the second factor off answers. */
export const TWO_FACTOR_ANSWERS: StoryAnswers = {
  getTwoFactorState: { isOn: false, recoveryCodesLeft: 0, asksSms: false },
  getTwoFactorSecret: { qr_code_url: QR, qr_link: `otpauth://totp/Livery:10204080?secret=${SECRET}`, code: SECRET },
  enableTwoFactor: {
    recovery_codes: ['abcd-efgh-jkmn-pqrs', 'tuvw-xyz2-3456-789a', 'bcde-fghj-kmnp-qrst', 'uvwx-yz23-4567-89ab'],
  },
}

/** What protects an account that has everything. */
export const SAFE: SecurityState = {
  passwordChangedAt: '2026-03-01T12:00:00.000Z',
  isEmailProved: true,
  isPhoneProved: true,
  isTwoFactorOn: true,
  isSecretQuestionSet: false,
  isEmailFactorOn: false,
  sessions: 1,
}

/** Three devices, one of them this. */
export const SESSIONS: SessionsAnswer = {
  sessions: ['Firefox/140.0', 'Chrome/141.0 Mobile', 'an odd device'].map((device, index) => ({
    sessionId: `session-${index}`,
    device: `Mozilla/5.0 (X11; Linux x86_64) ${device}`,
    place: index === 2 ? '' : 'de',
    createdAt: '2026-02-01T08:00:00.000Z',
    lastSeenAt: '2026-03-01T12:00:00.000Z',
    expiresAt: '2026-04-01T12:00:00.000Z',
    isCurrent: index === 0,
  })),
}

const CURRENCIES = { EUR: ['Euro', '€', 978], USD: ['US Dollar', '$', 840], TRY: ['Turkish Lira', '₺', 949] } as const

function account(id: number, iso: keyof typeof CURRENCIES, balanceMinor: number): BalanceAnswer['accounts'][number] {
  const [name, symbol, currencyId] = CURRENCIES[iso]
  return {
    id,
    idBonus: null,
    type: 'cash',
    money: balanceMinor / 100,
    balanceMinor,
    name,
    iso,
    symbol,
    isActive: id === 1,
    currencyId,
    amountOfUnplacedBets: 0,
    points: 0,
    isBonusAccount: false,
    isPointsTypeBalance: false,
  }
}

/** One account in use, one with money, one that may go. */
export const BALANCE: BalanceAnswer = {
  accounts: [account(1, 'EUR', 125_000), account(2, 'USD', 4050), account(3, 'TRY', 0)],
}

/** Three messages that are not opened. */
export const WAITING: LeftMenuAnswer = {
  data: { id: '10204080', type: 'left-menu', attributes: { counts: { office_messages: 3 } } },
}

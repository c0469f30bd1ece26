import { fieldsOf, InexactNumber, readStrictJson } from '../strict-json.ts'
import {
  type AskedAction,
  type AskedOfWallet,
  type CallFault,
  isDone,
  type WalletAdapter,
  type WalletResult,
} from '../wallet-adapter.ts'
import { HUB88_SIGNATURE, isHub88Signature } from './hub88-signature.ts'

/** Amounts are hundred-thousandths of the currency. */
const SCALE = 5

/** Hub88's seamless wallet by its public documents: `user/info`, `user/balance`, `transaction/bet`, `/win` and `/rollback`, signed by RSA
 *  over the raw body (CAS-9). Every answer has the status 200 and says in `status` what has happened to the call. */
export function createHub88Adapter({ publicKey }: { readonly publicKey: string }): WalletAdapter {
  return {
    read(call) {
      const reader = call.method === 'POST' && Object.hasOwn(READERS, call.path) ? READERS[call.path] : undefined
      const value = readStrictJson(call.body)
      const fields = fieldsOf(value)
      const echo = echoOf(fields)
      if (!isHub88Signature(publicKey, call.body, call.headers[HUB88_SIGNATURE]))
        return { fault: 'signature', found: `${HUB88_SIGNATURE} does not fit the body and the public key`, echo }
      if (!reader) return { fault: 'unknown_call', found: `${call.method} ${call.path}`, echo }
      if (!fields) return { fault: 'syntax', found: 'the body is no JSON object', echo }
      return readFields(reader, fields, echo)
    },
    answer(asked, result) {
      const status = statusOf(result)
      const { request_uuid = '' } = asked.echo
      const shared = { user: asked.echo.user ?? '', status, request_uuid }
      if (asked.isAboutPlayer && isDone(result)) {
        return { status: 200, body: { ...shared, country: result.country.toUpperCase() } }
      }
      const { currency, balanceMinor, exponent } = result
      return { status: 200, body: { ...shared, currency, balance: hub88Units(balanceMinor, exponent) } }
    },
    refuse: ({ fault, echo = {} }) => ({ status: 200, body: { ...echo, status: FAULTS[fault] } }),
  }
}

const FAULTS: Readonly<Record<CallFault['fault'], string>> = {
  signature: 'RS_ERROR_INVALID_SIGNATURE',
  syntax: 'RS_ERROR_WRONG_SYNTAX',
  types: 'RS_ERROR_WRONG_TYPES',
  unknown_call: 'RS_ERROR_UNKNOWN',
}

type Fields = Readonly<Record<string, unknown>>

/** What a field has too little of or is not; thrown by readers and caught in one place. */
class WrongField extends Error {
  readonly fault: 'syntax' | 'types'
  constructor(fault: 'syntax' | 'types', found: string) {
    super(found)
    this.fault = fault
  }
}

const MOST_CHARACTERS = 255

function text(fields: Fields, name: string): string {
  const value = optionalText(fields, name)
  if (value === undefined) throw new WrongField('syntax', `${name} is missing`)
  return value
}

function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name] ?? undefined
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw new WrongField('types', `${name} is no text`)
  if (value === '' || value.length > MOST_CHARACTERS) throw new WrongField('syntax', `${name} is empty or too long`)
  return value
}

function flag(fields: Fields, name: string): boolean {
  const value = fields[name] ?? false
  if (typeof value !== 'boolean') throw new WrongField('types', `${name} is neither true nor false`)
  return value
}

function amountOf(fields: Fields): AskedAction['amount'] {
  const { amount } = fields
  if (amount === undefined || amount === null) throw new WrongField('syntax', 'amount is missing')
  if (amount instanceof InexactNumber) throw new WrongField('types', `amount is no whole number: ${amount.source}`)
  if (typeof amount !== 'number' || amount < 0) throw new WrongField('types', 'amount is no whole number from 0')
  return { units: BigInt(amount), scale: SCALE }
}

type Reader = (fields: Fields) => Pick<AskedOfWallet, 'sessionId' | 'player' | 'currency' | 'actions' | 'isAboutPlayer'>

const READERS: Readonly<Record<string, Reader>> = {
  'user/info': (fields) => ({
    ...{ sessionId: '', player: text(fields, 'user'), currency: null, actions: [], isAboutPlayer: true },
  }),
  'user/balance': (fields) => ({
    ...{ sessionId: text(fields, 'token'), player: text(fields, 'user'), currency: null, actions: [] },
  }),
  'transaction/bet': (fields) => withAction(fields, { kind: 'bet', amount: amountOf(fields), ...moneyFlags(fields) }),
  'transaction/win': (fields) => {
    const isPromo = flag(fields, 'is_supplier_promo')
    const bet = isPromo
      ? optionalText(fields, 'reference_transaction_uuid')
      : text(fields, 'reference_transaction_uuid')
    const kind = isPromo ? ('promo' as const) : ('win' as const)
    const reference = bet === undefined ? {} : { reference: bet }
    return withAction(fields, { kind, amount: amountOf(fields), ...reference, ...moneyFlags(fields) })
  },
  'transaction/rollback': (fields) => {
    const reference = text(fields, 'reference_transaction_uuid')
    const endsRound = flag(fields, 'round_closed')
    return withAction(fields, { kind: 'rollback', amount: null, reference, ...(endsRound ? { endsRound } : {}) }, null)
  },
}

function moneyFlags(fields: Fields): Pick<AskedAction, 'isFree' | 'endsRound' | 'reward'> {
  const reward = optionalText(fields, 'reward_uuid')
  const [isFree, endsRound] = [flag(fields, 'is_free'), flag(fields, 'round_closed')]
  return {
    ...(isFree ? { isFree } : {}),
    ...(endsRound ? { endsRound } : {}),
    ...(reward === undefined ? {} : { reward }),
  }
}

function withAction(
  fields: Fields,
  action: Omit<AskedAction, 'actionId' | 'roundId' | 'gameCode'>,
  currency: string | null = text(fields, 'currency'),
): ReturnType<Reader> {
  const actionId = text(fields, 'transaction_uuid')
  // Where no round is named, a bet is a round of its own, which its win and its rollback refer to.
  const roundId = optionalText(fields, 'round') ?? action.reference ?? actionId
  const gameCode = action.kind === 'bet' ? text(fields, 'game_code') : (optionalText(fields, 'game_code') ?? null)
  const player = text(fields, 'user')
  return { sessionId: text(fields, 'token'), player, currency, actions: [{ ...action, actionId, roundId, gameCode }] }
}

function readFields(reader: Reader, fields: Fields, echo: CallFault['echo'] & object): AskedOfWallet | CallFault {
  try {
    text(fields, 'request_uuid')
    return { ...reader(fields), echo }
  } catch (error) {
    if (error instanceof WrongField) return { fault: error.fault, found: error.message, echo }
    throw error
  }
}

function echoOf(fields: Fields | null): Record<string, string> {
  const { user, request_uuid } = fields ?? {}
  return {
    ...(typeof user === 'string' ? { user } : {}),
    ...(typeof request_uuid === 'string' ? { request_uuid } : {}),
  }
}

/** An amount in hundred-thousandths, as Hub88 counts, 20 minor units of a currency with 2 decimals → 20000; of currencies with more decimals what is left over is not shown. */
export function hub88Units(minor: number, exponent: number): number {
  const shift = 10n ** BigInt(Math.abs(SCALE - exponent))
  return Number(exponent <= SCALE ? BigInt(minor) * shift : BigInt(minor) / shift)
}

const REASONS: Readonly<Record<string, string>> = {
  other_action: 'RS_ERROR_DUPLICATE_TRANSACTION',
  amount_invalid: 'RS_ERROR_WRONG_TYPES',
  won_money_spent: 'RS_ERROR_NOT_ENOUGH_MONEY',
  session_unknown: 'RS_ERROR_INVALID_TOKEN',
  session_not_launched: 'RS_ERROR_INVALID_TOKEN',
  session_over: 'RS_ERROR_TOKEN_EXPIRED',
  wrong_currency: 'RS_ERROR_WRONG_CURRENCY',
  wrong_game: 'RS_ERROR_INVALID_GAME',
  provider_off: 'RS_ERROR_INVALID_PARTNER',
}

function statusOf(result: WalletResult): string {
  const { verdict } = result
  const reason: string = result.reason ?? ''
  if (isDone(result)) return 'RS_OK'
  if (verdict === 'insufficient') return 'RS_ERROR_NOT_ENOUGH_MONEY'
  // The place of the bet is taken by its rollback.
  if (verdict === 'tombstoned') return 'RS_ERROR_DUPLICATE_TRANSACTION'
  if (verdict === 'unknown_reference') return 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST'
  if (reason.endsWith('_limit')) return 'RS_ERROR_LIMIT_REACHED'
  if (reason.startsWith('guard:')) return 'RS_ERROR_USER_DISABLED'
  return REASONS[reason] ?? 'RS_ERROR_UNKNOWN'
}

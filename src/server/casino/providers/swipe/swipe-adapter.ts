import { minorToDecimal } from '#machines/money/amount.rules.ts'
import { canonicalJson } from '#machines/site/canonical-json.rules.ts'
import { fieldsOf, readStrictJson } from '../strict-json.ts'
import { hexHmac, isHexSignature } from '../text-hmac.ts'
import {
  type AskedAction,
  type AskedOfWallet,
  type CallFault,
  isDone,
  type RawWalletCall,
  type WalletAdapter,
  type WalletAnswer,
  type WalletResult,
} from '../wallet-adapter.ts'

/** The header of Swipe Games' signatures. */
export const SWIPE_SIGNATURE = 'x-request-sign'

/** Swipe Games' integration adapter by its public OpenAPI document: `GET balance`, `POST bet`, `win` and `refund` (CAS-9). The signature is
 *  over the body as it was sent, or over the parameters of the address as canonical JSON. Bets and wins of free rounds only report what
 *  happened; what they came to is one regular win with `frID`. */
export function createSwipeAdapter({ secret }: { readonly secret: string }): WalletAdapter {
  return {
    read(call) {
      const isKnown = call.method === 'GET' ? call.path === 'balance' : ['bet', 'win', 'refund'].includes(call.path)
      const parameters = Object.fromEntries(new URLSearchParams(call.query))
      const signed = call.method === 'GET' ? canonicalJson(parameters) : call.body
      if (!isHexSignature(call.headers[SWIPE_SIGNATURE], hexHmac(secret, signed)))
        return { fault: 'signature', found: `${SWIPE_SIGNATURE} does not fit the request and the key` }
      if (!isKnown) return { fault: 'unknown_call', found: `${call.method} ${call.path}` }
      return readCall(call, parameters)
    },
    answer(_asked, result) {
      if (!isDone(result)) return refusal(result)
      const balance = minorToDecimal(result.balanceMinor, result.exponent)
      const [transactionId] = result.transactionIds
      return { status: 200, body: { balance, ...(transactionId === undefined ? {} : { txID: String(transactionId) }) } }
    },
    refuse: ({ fault, found }) => {
      const isForged = fault === 'signature'
      const message = isForged ? 'Wrong signature' : 'Bad request'
      return { status: isForged ? 401 : fault === 'unknown_call' ? 404 : 400, body: { message, details: found } }
    },
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const AMOUNT = /^(?:0|[1-9]\d{0,14})(?:\.\d{1,8})?$/
const MOST_CHARACTERS = 255

function readCall({ path, body }: RawWalletCall, parameters: Readonly<Record<string, string>>) {
  const fields = path === 'balance' ? parameters : fieldsOf(readStrictJson(body))
  if (!fields) return { fault: 'syntax', found: 'the body is no JSON object' } as const
  const fault = fieldFault(path, fields)
  if (fault !== null) return { fault: 'types', found: fault } as const
  return readFields(path, fields)
}

/** What is missing or is not as it has to be. */
function fieldFault(path: string, fields: Readonly<Record<string, unknown>>): string | null {
  const { sessionID, txID, roundID, origTxID, amount, type, frID } = fields
  const isText = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= MOST_CHARACTERS
  const isUuid = (value: unknown) => typeof value === 'string' && UUID.test(value)
  if (!isText(sessionID)) return 'sessionID is missing or no text'
  if (path === 'balance') return null
  if (!isUuid(txID)) return 'txID is no UUID'
  if (typeof amount !== 'string' || !AMOUNT.test(amount)) return 'amount is no decimal text'
  if (path === 'refund') {
    if (!isUuid(origTxID)) return 'origTxID is no UUID'
    return roundID === undefined || isUuid(roundID) ? null : 'roundID is no UUID'
  }
  if (!isUuid(roundID)) return 'roundID is no UUID'
  if (frID !== undefined && !isText(frID)) return 'frID is no text'
  return type === 'regular' || type === 'free' ? null : 'type is neither regular nor free'
}

function readFields(path: string, fields: Readonly<Record<string, unknown>>): AskedOfWallet | CallFault {
  const { sessionID, txID, roundID, origTxID, amount, type, frID } = fields as Readonly<Record<string, string>>
  const asked = { sessionId: sessionID ?? '', player: null, currency: null, echo: {}, areRoundsOfGames: true }
  if (path === 'balance') return { ...asked, actions: [] }
  // UUIDs are unique by themselves: kept for good, a second one is another action and refused.
  const named = { actionId: (txID ?? '').toLowerCase(), roundId: roundID ?? origTxID ?? '', gameCode: null }
  if (path === 'refund')
    return {
      ...asked,
      actions: [{ ...named, kind: 'rollback', reference: (origTxID ?? '').toLowerCase(), amount: null }],
    }
  const isFree = type === 'free'
  const written = decimalOf(amount ?? '0')
  const nothing = { units: 0n, scale: null }
  const action: AskedAction =
    path === 'bet'
      ? { ...named, kind: 'bet', amount: written, ...(isFree ? { isFree } : {}) }
      : {
          ...named,
          kind: !isFree && frID !== undefined ? 'promo' : 'win',
          amount: isFree ? nothing : written,
          ...(isFree ? { isFree } : {}),
          ...(written.units === 0n ? { endsRound: true } : {}),
        }
  return { ...asked, actions: [action] }
}

function decimalOf(text: string) {
  const [whole = '0', decimals = ''] = text.split('.')
  return { units: BigInt(whole + decimals), scale: decimals.length }
}

/** What players may see of a refusal, and what the game does about it. */
const REFUSALS: Readonly<Record<string, { status: number; message: string; code?: string; action?: 'refresh' }>> = {
  insufficient: { status: 400, message: 'Not enough money', code: 'insufficient_funds' },
  session_unknown: { status: 404, message: 'The session is not known', code: 'session_not_found' },
  session_not_launched: { status: 404, message: 'The session is not known', code: 'session_not_found' },
  session_over: { status: 400, message: 'The session has ended', code: 'session_expired', action: 'refresh' },
  wrong_currency: { status: 400, message: 'The currency is another one', code: 'currency_not_supported' },
  wrong_game: { status: 400, message: 'The game is not known', code: 'game_not_found' },
  provider_off: { status: 400, message: 'The game is not offered now', code: 'game_not_found' },
  slot_stake_limit: { status: 400, message: 'The stake is above what a round may cost', code: 'bet_limit' },
  'guard:protection.stake_limit': { status: 400, message: 'A limit is reached', code: 'bet_limit' },
  'guard:protection.loss_limit': { status: 400, message: 'A limit is reached', code: 'loss_limit' },
  'guard:protection.session_limit': { status: 400, message: 'A limit is reached', code: 'time_limit' },
}

function refusal({ verdict, ...of }: WalletResult): WalletAnswer {
  const reason: string = of.reason ?? ''
  const blocked = { status: 400, message: 'The account does not allow it', code: 'account_blocked' }
  const known = REFUSALS[verdict === 'insufficient' ? 'insufficient' : reason]
  const found = known ?? (reason.startsWith('guard:') ? blocked : { status: 400, message: 'Not possible' })
  const { status, ...body } = found
  return { status, body: { ...body, details: reason || verdict } }
}

import { minorToDecimal } from '#machines/money/amount.rules.ts'
import { canonicalJson } from '#machines/site/canonical-json.rules.ts'
import { fieldsOf } from '../../providers/strict-json.ts'
import { SWIPE_SIGNATURE } from '../../providers/swipe/swipe-adapter.ts'
import { hexHmac } from '../../providers/text-hmac.ts'
import {
  type NeutralStep,
  NotApplicable,
  type Refusal,
  type Seat,
  type SentCall,
  type WalletRenderer,
} from '../conformance-wallet.ts'
import { forgedBy } from './forged.ts'

const REFUSALS: Readonly<Record<string, Refusal>> = {
  insufficient_funds: 'insufficient',
  session_not_found: 'session',
  session_expired: 'session',
  bet_limit: 'limit',
  loss_limit: 'limit',
  time_limit: 'limit',
  account_blocked: 'blocked',
  game_not_found: 'blocked',
}

/** Speaks as Swipe Games does. */
export function swipeRenderer(secret: string): WalletRenderer {
  const signed = (path: string, value: object | string): SentCall => {
    const body = typeof value === 'string' ? value : canonicalJson(value)
    const headers = { 'content-type': 'application/json', [SWIPE_SIGNATURE]: hexHmac(secret, body) }
    return { method: 'POST', path, query: '', headers, body }
  }
  return {
    adapter: 'swipe',
    // A win of nothing closes the round; its refusals have few words.
    abilities: new Set([]),
    balance: ({ sessionId }) => ({
      ...{ method: 'GET', path: 'balance', body: '', query: `sessionID=${encodeURIComponent(sessionId)}` },
      headers: { [SWIPE_SIGNATURE]: hexHmac(secret, canonicalJson({ sessionID: sessionId })) },
    }),
    steps(seat, [step, more]) {
      if (!step || more) throw new NotApplicable('the protocol has one action in a call')
      return signed(pathOf(step), written(seat, step))
    },
    forged: forgedBy(SWIPE_SIGNATURE),
    wrongAmounts: (seat, step) =>
      ['"1.005"', '"1e3"', '"-0"', '"-1.00"', '"01.00"', '"99999999999999999999"', '1', '""', 'null', '".5"'].map(
        (amount) =>
          signed(pathOf(step), canonicalJson(written(seat, step)).replace(/"amount":"[\d.]+"/, `"amount":${amount}`)),
      ),
    withNewField: (seat, step) => signed(pathOf(step), { ...written(seat, step), fee: '0.10', tags: ['new'] }),
    read({ status, body }, exponent) {
      const { balance, ...rest } = fieldsOf(body) ?? {}
      const isDone = status === 200
      const named = REFUSALS[String(rest.code)] ?? (status === 401 ? 'signature' : 'other')
      const minor = typeof balance === 'string' ? Math.round(Number(balance) * 10 ** exponent) : null
      return { isDone, balanceMinor: minor, refusal: isDone ? null : named, rest: JSON.stringify(rest) }
    },
  }
}

function pathOf({ kind }: NeutralStep): string {
  if (kind === 'bet' || kind === 'win') return kind
  if (kind === 'promo') return 'win'
  if (kind === 'rollback') return 'refund'
  throw new NotApplicable(`the protocol has no ${kind}`)
}

function written({ sessionId: sessionID, exponent }: Seat, step: NeutralStep) {
  const { kind, actionId: txID, roundId: roundID, amountMinor, reference: origTxID, isFree = false } = step
  const shared = { sessionID, txID, roundID, amount: minorToDecimal(amountMinor, exponent) }
  if (kind === 'rollback') return { ...shared, origTxID }
  const isReported = isFree || kind === 'promo'
  return { ...shared, type: isFree ? 'free' : 'regular', ...(isReported ? { frID: 'award-1' } : {}) }
}

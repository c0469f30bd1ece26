import { ownHeaders } from '../../providers/own-protocol/own-signature.ts'
import { fieldsOf } from '../../providers/strict-json.ts'
import type { NeutralStep, Refusal, Seat, SentCall, WalletRenderer } from '../conformance-wallet.ts'
import { forgedBy } from './forged.ts'

const REFUSALS: Readonly<Record<string, Refusal>> = {
  insufficient_funds: 'insufficient',
  session_unknown: 'session',
  session_over: 'session',
  wrong_currency: 'currency',
  wrong_game: 'game',
  action_conflict: 'conflict',
  rolled_back: 'conflict',
  payout_stands: 'conflict',
  won_money_spent: 'insufficient',
  reference_unknown: 'unknown',
  limit_reached: 'limit',
  player_blocked: 'blocked',
  provider_off: 'blocked',
  amount_invalid: 'malformed',
  bad_request: 'malformed',
  bad_signature: 'signature',
}

/** Speaks the engine's own protocol. */
export function ownRenderer(secret: string): WalletRenderer {
  const signed = (value: object | string, now: Date): SentCall => {
    const body = typeof value === 'string' ? value : JSON.stringify(value)
    const headers = { 'content-type': 'application/json', ...ownHeaders(secret, body, now) }
    return { method: 'POST', path: '', query: '', headers, body }
  }
  const call = ({ sessionId, currency }: Seat) => ({ sessionId, currency })
  const one = (seat: Seat, step: NeutralStep) => ({ ...call(seat), steps: [written(seat, step)] })
  return {
    adapter: 'livery',
    abilities: new Set([
      ...(['batch', 'clock', 'currency', 'game', 'jackpot', 'adjustment', 'ends', 'refusals'] as const),
      'refused_balance',
    ]),
    balance: (seat, now) => signed(call(seat), now),
    steps: (seat, steps, now) => signed({ ...call(seat), steps: steps.map((step) => written(seat, step)) }, now),
    forged: forgedBy('webhook-signature'),
    wrongAmounts: (seat, step, now) =>
      ['"1.005"', '"1e3"', '"-0"', '"-100"', '"00100"', '"99999999999999999999"', '100', '""', 'null', '"١٠٠"'].map(
        (amount) => signed(JSON.stringify(one(seat, step)).replace(/"amount":"\d+"/, `"amount":${amount}`), now),
      ),
    withNewField: (seat, step, now) => signed({ ...one(seat, step), meta: { table: '7', dealer: { id: 3 } } }, now),
    read({ body }) {
      const { balance, ...rest } = fieldsOf(body) ?? {}
      const code = typeof rest.code === 'string' ? rest.code : ''
      const isDone = rest.status === 'ok'
      return {
        ...{ isDone, balanceMinor: typeof balance === 'string' ? Number(balance) : null, rest: JSON.stringify(rest) },
        refusal: isDone ? null : (REFUSALS[code] ?? 'other'),
      }
    },
  }
}

function written({ game }: Seat, { amountMinor, kind, ...step }: NeutralStep) {
  const isBare = kind === 'rollback' || kind === 'end'
  return { kind, ...step, game, ...(isBare ? {} : { amount: String(amountMinor) }) }
}

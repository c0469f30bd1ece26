import { randomUUID } from 'node:crypto'
import { HUB88_SIGNATURE, signHub88 } from '../../providers/hub88/hub88-signature.ts'
import { fieldsOf } from '../../providers/strict-json.ts'
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
  RS_ERROR_NOT_ENOUGH_MONEY: 'insufficient',
  RS_ERROR_INVALID_TOKEN: 'session',
  RS_ERROR_TOKEN_EXPIRED: 'session',
  RS_ERROR_WRONG_CURRENCY: 'currency',
  RS_ERROR_INVALID_GAME: 'game',
  RS_ERROR_DUPLICATE_TRANSACTION: 'conflict',
  RS_ERROR_TRANSACTION_DOES_NOT_EXIST: 'unknown',
  RS_ERROR_LIMIT_REACHED: 'limit',
  RS_ERROR_USER_DISABLED: 'blocked',
  RS_ERROR_INVALID_PARTNER: 'blocked',
  RS_ERROR_WRONG_SYNTAX: 'malformed',
  RS_ERROR_WRONG_TYPES: 'malformed',
  RS_ERROR_INVALID_SIGNATURE: 'signature',
}

/** Speaks as Hub88 does. */
export function hub88Renderer(privateKey: string): WalletRenderer {
  const signed = (path: string, value: object | string): SentCall => {
    const body = typeof value === 'string' ? value : JSON.stringify(value)
    const headers = { 'content-type': 'application/json', [HUB88_SIGNATURE]: signHub88(privateKey, body) }
    return { method: 'POST', path, query: '', headers, body }
  }
  const one = (seat: Seat, step: NeutralStep) => signed(pathOf(step), written(seat, step))
  return {
    adapter: 'hub88',
    abilities: new Set(['currency', 'game', 'player', 'ends', 'refusals', 'refused_balance']),
    balance: ({ player: user, sessionId: token, game: game_code }) =>
      signed('user/balance', { user, token, game_code, request_uuid: randomUUID() }),
    steps(seat, [step, more]) {
      if (!step || more) throw new NotApplicable('the protocol has one action in a call')
      return one(seat, step)
    },
    forged: forgedBy(HUB88_SIGNATURE),
    wrongAmounts: (seat, step) =>
      ['100500.5', '1e7', '-0', '-100000', '1', '99999999999999999999', '"100000"', 'null', '[]'].map((amount) =>
        signed(pathOf(step), JSON.stringify(written(seat, step)).replace(/"amount":\d+/, `"amount":${amount}`)),
      ),
    withNewField: (seat, step) =>
      signed(pathOf(step), { ...written(seat, step), is_billable: true, direct_fee: { amount: 1 } }),
    read({ body }, exponent) {
      const { balance, request_uuid: _, ...rest } = fieldsOf(body) ?? {}
      const isDone = rest.status === 'RS_OK'
      const refusal = isDone ? null : (REFUSALS[String(rest.status)] ?? 'other')
      const balanceMinor = typeof balance === 'number' ? balance / 10 ** (5 - exponent) : null
      return { isDone, balanceMinor, refusal, rest: JSON.stringify(rest) }
    },
  }
}

function pathOf({ kind }: NeutralStep): string {
  if (kind === 'bet' || kind === 'win' || kind === 'rollback') return `transaction/${kind}`
  if (kind === 'promo') return 'transaction/win'
  throw new NotApplicable(`the protocol has no ${kind}`)
}

function written({ sessionId, player, game, currency, exponent }: Seat, step: NeutralStep) {
  const { kind, actionId, roundId, amountMinor, reference, isFree = false, endsRound = false } = step
  const shared = {
    ...{ user: player, token: sessionId, transaction_uuid: actionId, round: roundId, game_code: game },
    ...{ round_closed: endsRound, request_uuid: randomUUID(), supplier_transaction_id: actionId },
    ...(reference === undefined ? {} : { reference_transaction_uuid: reference }),
  }
  if (kind === 'rollback') return shared
  const amount = amountMinor * 10 ** (5 - exponent)
  return { ...shared, currency, amount, is_free: isFree, ...(kind === 'promo' ? { is_supplier_promo: true } : {}) }
}

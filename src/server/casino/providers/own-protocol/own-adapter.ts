import type { WalletReply, WalletStep } from '#schemas'
import { isWalletCall } from '#schemas/generated/validators/casino.js'
import { readStrictJson } from '../strict-json.ts'
import type { AskedAction, AskedOfWallet, CallFault, WalletAdapter, WalletResult } from '../wallet-adapter.ts'
import { isDone } from '../wallet-adapter.ts'
import { ownSignatureFault } from './own-signature.ts'

type ReplyCode = NonNullable<WalletReply['code']>

/** The engine's own protocol: one address, JSON, amounts as text in minor units (CAS-9). */
export function createOwnAdapter({ secret }: { readonly secret: string }): WalletAdapter {
  return {
    read(call) {
      if (call.method !== 'POST' || call.path !== '')
        return { fault: 'unknown_call', found: 'there is no such address' }
      const found = ownSignatureFault(secret, call)
      if (found !== null) return { fault: 'signature', found }
      return readCall(readStrictJson(call.body))
    },
    answer: (_asked, result) => ({ status: 200, body: replyOf(result) }),
    refuse: ({ fault, found }) => {
      const isForged = fault === 'signature'
      const status = isForged ? 401 : fault === 'unknown_call' ? 404 : 400
      const body: WalletReply = { status: 'refused', code: isForged ? 'bad_signature' : 'bad_request', found }
      return { status, body }
    },
  }
}

function readCall(value: unknown): AskedOfWallet | CallFault {
  if (value === undefined) return { fault: 'syntax', found: 'the body is no JSON' }
  if (!isWalletCall(value)) {
    const [error] = isWalletCall.errors ?? []
    return { fault: 'types', found: `${error?.instancePath ?? ''} ${error?.message ?? ''}`.trim() }
  }
  const { sessionId, currency, steps = [] } = value
  const wrong = steps.map((step, at) => stepFault(step, at)).find((found) => found !== null)
  if (wrong) return { fault: 'types', found: wrong }
  return { sessionId, currency, player: null, actions: steps.map(actionOf), echo: {} }
}

const WITHOUT_AMOUNT: ReadonlySet<WalletStep['kind']> = new Set(['rollback', 'end'])

/** What a step has too much or too little of. */
function stepFault({ kind, amount, reference }: WalletStep, at: number): string | null {
  const isBare = WITHOUT_AMOUNT.has(kind)
  if (isBare && amount !== undefined) return `/steps/${at}/amount must be left out of the kind ${kind}`
  if (!isBare && amount === undefined) return `/steps/${at}/amount is missing`
  if (amount?.startsWith('-') && kind !== 'adjustment') return `/steps/${at}/amount must not be below zero`
  if (kind === 'rollback' && reference === undefined) return `/steps/${at}/reference is missing`
  return null
}

function actionOf({ game, amount, ...step }: WalletStep): AskedAction {
  return { ...step, gameCode: game, amount: amount === undefined ? null : { units: BigInt(amount), scale: null } }
}

function replyOf(result: WalletResult): WalletReply {
  const { currency, exponent, balanceMinor, transactionIds } = result
  const shared = {
    ...{ currency, exponent, balance: String(balanceMinor) },
    transactionIds: transactionIds.map(String),
  }
  return isDone(result) ? { status: 'ok', ...shared } : { status: 'refused', code: codeOf(result), ...shared }
}

const REASONS: Readonly<Record<string, ReplyCode>> = {
  other_action: 'action_conflict',
  payout_stands: 'payout_stands',
  won_money_spent: 'won_money_spent',
  amount_invalid: 'amount_invalid',
  round_closed: 'round_closed',
  session_unknown: 'session_unknown',
  session_not_launched: 'session_unknown',
  session_over: 'session_over',
  wrong_currency: 'wrong_currency',
  wrong_game: 'wrong_game',
  provider_off: 'provider_off',
}

function codeOf({ verdict, ...of }: WalletResult): ReplyCode {
  const reason: string = of.reason ?? ''
  if (verdict === 'insufficient') return 'insufficient_funds'
  if (verdict === 'tombstoned') return 'rolled_back'
  if (verdict === 'unknown_reference') return 'reference_unknown'
  if (reason.endsWith('_limit')) return 'limit_reached'
  return REASONS[reason] ?? 'player_blocked'
}

import { isProviderBalanceAnswer, isProviderTransferAnswer } from '#schemas/generated/validators/casino.js'
import { belowUrl, callProvider } from '../provider-call.ts'
import { playerName } from '../wallet-adapter.ts'
import type { OwnProviderPorts } from './own-launch.ts'
import { ownHeaders } from './own-signature.ts'

/** Money that is moved to a provider or back. */
export interface ProviderTransfer {
  /** Our name of it: sent again, it is the same. */
  readonly transferId: string
  readonly direction: 'in' | 'out'
  readonly accountId: number
  /** ISO 4217 code. */
  readonly currency: string
  readonly amountMinor: number
}

/** what has happened to a transfer at the provider: done, refused for good, not known there, or not answered. */
export type TransferState = 'done' | 'refused' | 'absent' | 'silent'

/** Moves money to a provider and back (CAS-13). */
export interface TransferClient {
  readonly move: (transfer: ProviderTransfer) => Promise<TransferState>
  readonly status: (transfer: ProviderTransfer) => Promise<TransferState>
  /** Minor units that a player has there; null when it does not answer. */
  readonly balance: (accountId: number, currency: string) => Promise<number | null>
}

/** Moves money by `POST {url}/deposit`, `/withdraw`, `/status` and `/balance` of the own protocol. */
export function createTransferClient(ports: OwnProviderPorts): TransferClient {
  const { operatorId, providerId, url, apiKey, clock } = ports
  const ask = async (path: string, asked: object) => {
    const body = JSON.stringify({ operatorId, ...asked })
    return callProvider(ports, {
      ...{ providerId, url: belowUrl(url, path), body },
      headers: ownHeaders(apiKey, body, clock()),
    })
  }
  const transfer = async (path: string, of: ProviderTransfer): Promise<TransferState> => {
    const { transferId, accountId, direction, currency, amountMinor } = of
    const named = { transferId, direction, player: playerName(accountId), currency, amount: String(amountMinor) }
    const response = await ask(path, named)
    if (response?.status !== 200 || !isProviderTransferAnswer(response.body)) return 'silent'
    const { state, amount } = response.body
    if (state === 'unknown') return 'absent'
    // What has moved has to be what was asked for: anything else waits for people.
    return state === 'done' && amount !== undefined && amount !== String(amountMinor) ? 'silent' : state
  }
  return {
    move: (of) => transfer(of.direction === 'in' ? 'deposit' : 'withdraw', of),
    status: (of) => transfer('status', of),
    async balance(accountId, currency) {
      const response = await ask('balance', { player: playerName(accountId), currency })
      if (response?.status !== 200 || !isProviderBalanceAnswer(response.body)) return null
      const minor = Number(response.body.balance)
      return Number.isSafeInteger(minor) ? minor : null
    },
  }
}

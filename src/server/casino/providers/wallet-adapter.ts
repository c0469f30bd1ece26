import type { WalletAction, WalletOutcome, WalletReason, WalletVerdict } from '../wallet/wallet-action.ts'

/** A call of the wallet as it has come: signatures are over these bytes. */
export interface RawWalletCall {
  readonly method: 'GET' | 'POST'
  /** What follows the id of the provider in the address, without slashes around it: `transaction/bet`. */
  readonly path: string
  /** What follows the question mark, as it has come. */
  readonly query: string
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
  readonly now: Date
}

/** An amount as a provider writes it, without a loss: units / 10^scale of the currency. */
export interface WrittenAmount {
  readonly units: bigint
  /** Null says that the units are minor ones. */
  readonly scale: number | null
}

/** An action in the engine's words, before it is known which session and which game of the site it is about. */
export type AskedAction = Omit<WalletAction, 'providerId' | 'sessionId' | 'gameId' | 'currency' | 'amountMinor'> & {
  /** The provider's code of the game; null where its protocol does not say it. */
  readonly gameCode: string | null
  /** Null of a rollback and an end. */
  readonly amount: WrittenAmount | null
}

/** What a call asks for. */
export interface AskedOfWallet {
  readonly sessionId: string
  /** The player's name at the provider, where the protocol says it: it has to be that of the session. */
  readonly player: string | null
  /** Null where the protocol does not say it: it is that of the session. */
  readonly currency: string | null
  /** Done together or not at all; none asks for the balance. */
  readonly actions: readonly AskedAction[]
  /** What the answer echoes. */
  readonly echo: Readonly<Record<string, string>>
  /** Rounds of different games may have the same name. */
  readonly areRoundsOfGames?: boolean
  /** Asks who a player is, by the player's name alone. */
  readonly isAboutPlayer?: boolean
}

/** Why a call is not taken, before the wallet is asked. */
export interface CallFault {
  readonly fault: 'signature' | 'syntax' | 'types' | 'unknown_call'
  /** What was found, for the log and for those who build the provider. */
  readonly found: string
  readonly echo?: Readonly<Record<string, string>>
}

/** What the wallet has come to. */
export interface WalletResult {
  readonly verdict: WalletVerdict
  readonly reason?: WalletReason
  readonly currency: string
  readonly exponent: number
  /** Minor units. */
  readonly balanceMinor: number
  /** The wallet's own numbers of what was done, in the order of the actions. */
  readonly transactionIds: readonly number[]
  readonly refusal?: WalletOutcome['refusal']
  /** Place of the action that was not done, where one was not. */
  readonly refusedAt?: number
  /** Country of the session: ISO 3166-1 alpha-2, lower case. */
  readonly country: string
}

/** An answer in the words of a provider. */
export interface WalletAnswer {
  readonly status: number
  readonly body: object
}

/** Reads and answers calls in the words of one provider (CAS-9). */
export interface WalletAdapter {
  /** Verifies the signature on the raw bytes, then reads what is asked. */
  readonly read: (call: RawWalletCall) => AskedOfWallet | CallFault
  readonly answer: (asked: AskedOfWallet, result: WalletResult) => WalletAnswer
  readonly refuse: (fault: CallFault) => WalletAnswer
}

/** Whether what was asked for is done: now or before. */
export function isDone({ verdict }: { readonly verdict: WalletVerdict }): boolean {
  return verdict === 'applied' || verdict === 'replayed'
}

/** How a provider knows a player. */
export function playerName(accountId: number): string {
  return `player-${accountId}`
}

/** What a written amount is in minor units; null when it is not a whole number of them, or more than can be counted. */
export function minorOf({ units, scale }: WrittenAmount, exponent: number): number | null {
  const shift = scale === null ? 0 : exponent - scale
  const divisor = shift < 0 ? 10n ** BigInt(-shift) : 1n
  if (units % divisor !== 0n) return null
  const minor = Number(shift < 0 ? units / divisor : units * 10n ** BigInt(shift))
  return Number.isSafeInteger(minor) ? minor : null
}

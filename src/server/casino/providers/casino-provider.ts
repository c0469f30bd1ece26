import type { WalletTerms } from '../wallet/wallet-action.ts'

/** What a game is opened for at a provider. */
export interface ProviderLaunch {
  /** Our name of the session; the provider sends it back with every action of the wallet. */
  readonly sessionId: string
  /** The provider's own code of the game. */
  readonly gameCode: string
  /** Account number of the player; null of a guest, who plays for fun. */
  readonly accountId: number | null
  readonly mode: 'real' | 'fun'
  /** ISO 4217 code. */
  readonly currency: string
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string
  /** BCP 47 tag. */
  readonly language: string
  readonly device: 'desktop' | 'mobile'
  /** Address of the lobby, to which the game leads back. */
  readonly lobbyUrl: string
}

/** Free rounds of a player, as a provider is asked for them. */
export interface RoundsAtProvider {
  /** Their name: ours until the provider gives them one of its own. */
  readonly reward: string
  readonly accountId: number
  /** The provider's own code of the game. */
  readonly gameCode: string
  /** ISO 4217 code. */
  readonly currency: string
  /** Decimal digits of the currency's minor unit. */
  readonly exponent: number
  readonly stakeMinor: number
  readonly rounds: number
  readonly startsAt: Date
  readonly expiresAt: Date
  /** Whether they may have been asked for already, with an answer that was lost. */
  readonly isAgain: boolean
}

/** What a provider says of free rounds: given under a name; refused for good, and why; or nothing that is understood. */
export type GivenRounds =
  | { readonly state: 'given'; readonly reward: string }
  | { readonly state: 'refused'; readonly found: string }
  | { readonly state: 'silent' }

/** Gives players free rounds at a provider, and ends them. */
export interface ProviderFreeRounds {
  /** Asked for again under the same name, it gives nothing more. */
  readonly give: (rounds: RoundsAtProvider) => Promise<GivenRounds>
  /** @returns false while the provider has not answered */
  readonly end: (rounds: RoundsAtProvider) => Promise<boolean>
}

/** A provider of games, as a brand has joined it. */
export interface CasinoProvider {
  /** Id in `casino.providers`. */
  readonly id: string
  readonly name: string
  /** Whether players act on their own money, or on money that was moved to the provider. */
  readonly wallet: 'seamless' | 'transfer'
  /** Origins that its games may be framed from. */
  readonly frameOrigins: readonly string[]
  readonly terms: WalletTerms
  /** Null where the provider has no free rounds that the brand can ask for. */
  readonly freeRounds: ProviderFreeRounds | null
  /** Asks for the address of a game's frame. @throws AppError casino.provider_failed when the provider refuses or does not answer */
  readonly launch: (asked: ProviderLaunch) => Promise<string>
}

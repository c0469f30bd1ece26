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
  /** Asks for the address of a game's frame. @throws AppError casino.provider_failed when the provider refuses or does not answer */
  readonly launch: (asked: ProviderLaunch) => Promise<string>
}

import type { CasinoGame } from '#schemas'
import type { OwnGame } from '../play/game-offers.ts'

/** A game as the lobby lists it, of the engine or of a provider. */
export interface LobbyGame {
  readonly id: string
  readonly name: string
  readonly providerId: string
  readonly provider: string
  readonly category: CasinoGame['category']
  readonly tags: readonly string[]
  /** Kind of rules and look of a game of the engine. */
  readonly own: Pick<OwnGame, 'settings' | 'paytable' | 'skin' | 'stake' | 'volatility'> | null
  /** Address of a picture; empty where the site draws one. */
  readonly image: string
  readonly hasDemo: boolean
}

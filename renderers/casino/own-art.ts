import { createContext, use } from 'react'
import type { LaunchedGame } from '#schemas'

/** Addresses of a brand's own pictures and sounds of a game. */
export type OwnArt = NonNullable<LaunchedGame['art']>

/** No pictures of a brand. */
export const NO_ART: OwnArt = { symbols: {}, sounds: {} }

const OwnArtContext = createContext<OwnArt>(NO_ART)

/** Gives the boards within it the brand's own pictures; without it, or where one is missing, the engine draws. */
export const OwnArtProvider = OwnArtContext.Provider

/** The brand's own pictures of the game that is drawn. */
export function useOwnArt(): OwnArt {
  return use(OwnArtContext)
}

/** The pictures and sounds of a game that was opened. */
export function artOf({ art = NO_ART }: Pick<LaunchedGame, 'art'>): OwnArt {
  return art
}

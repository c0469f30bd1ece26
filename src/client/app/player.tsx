import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { PlayerSummary } from '#schemas'

interface PlayerState {
  readonly player: PlayerSummary | null
  readonly showBalance: (balance: Omit<PlayerSummary, 'userId'>) => void
}

const PlayerContext = createContext<PlayerState | null>(null)

/** Props of {@link PlayerProvider}. */
export interface PlayerProviderProps {
  /** Who is signed in, as the page was made. */
  readonly initial: PlayerSummary | null
  readonly children: ReactNode
}

/** Holds what the page shows of its player, wherever it is shown: the balance may change while the page lives. */
export function PlayerProvider({ initial, children }: PlayerProviderProps) {
  const [player, setPlayer] = useState(initial)
  const state = useMemo(
    (): PlayerState => ({
      player,
      showBalance: (balance) => setPlayer((shown) => (shown ? { ...shown, ...balance } : null)),
    }),
    [player],
  )
  return <PlayerContext value={state}>{children}</PlayerContext>
}

/** The player with the balance of the active account, and the way to show another. @throws Error outside of a PlayerProvider */
export function usePlayer(): PlayerState {
  const state = useContext(PlayerContext)
  if (!state) throw new Error('usePlayer() works below <PlayerProvider> only')
  return state
}

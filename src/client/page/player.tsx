import { createContext, type ReactNode, useMemo, useState } from 'react'
import { useNeeded } from '#renderers/site/needed.ts'
import type { PlayerSettings, PlayerSummary, SettingId } from '#schemas'
import { useApp } from './app-context.ts'

interface PlayerState {
  readonly player: PlayerSummary | null
  readonly showBalance: (
    balance: Pick<PlayerSummary, 'balanceMinor' | 'currency' | 'bonusMinor' | 'hasSeveralAccounts'>,
  ) => void
  /** Lets the page follow a setting; the empty value takes it back. */
  readonly showSetting: (id: SettingId, value: string) => void
  /** Shows the page to a guest from now on: the server has ended the player's sessions. */
  readonly forget: () => void
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
      showSetting: (id, value) => setPlayer((shown) => shown && withSetting(shown, id, value)),
      forget: () => setPlayer(null),
    }),
    [player],
  )
  return <PlayerContext value={state}>{children}</PlayerContext>
}

/** The player with the balance of the active account, and the way to show another. @throws MissingPartError outside of a
 *  PlayerProvider */
export function usePlayer(): PlayerState {
  return useNeeded(PlayerContext, 'usePlayer', 'PlayerProvider')
}

/** The zone that times are shown in: the player's own, else the site's. */
export function useTimeZone(): string {
  const { site } = useApp()
  const { player } = usePlayer()
  return player?.settings?.time_zone ?? site.config.global.timeZone
}

function withSetting(player: PlayerSummary, id: SettingId, value: string): PlayerSummary {
  const { [id]: _former, ...others } = player.settings ?? {}
  return { ...player, settings: (value === '' ? others : { ...others, [id]: value }) as PlayerSettings }
}

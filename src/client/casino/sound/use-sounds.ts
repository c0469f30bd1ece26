import { useEffect, useState, useSyncExternalStore } from 'react'
import { useApp } from '../../page/app-context.ts'
import { keptValue } from '../../page/board/kept.ts'
import { createGameSounds } from './game-sounds.ts'

/** Whether games are muted on this device. */
const muted = keptValue('casinoMuted', (stored) => stored === true)

/** The sounds of a game, where the brand has them, and whether this device is muted. */
export function useSounds() {
  const { hasSounds } = useApp().site.config.casino
  const isMuted = useSyncExternalStore(muted.listen, muted.read, () => false)
  const [sounds] = useState(() => createGameSounds(() => hasSounds && !muted.read()))
  useEffect(() => sounds.end, [sounds])
  return {
    hasSounds,
    isMuted,
    mute: (isOff: boolean) => muted.write(isOff),
    play: sounds.play,
  }
}

import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useApp } from '../../page/app-context.ts'
import { keptValue } from '../../page/board/kept.ts'
import { createGameSounds, type SoundFiles } from './game-sounds.ts'

/** Whether games are muted on this device. */
const muted = keptValue('casinoMuted', (stored) => stored === true)

const NO_FILES: SoundFiles = {}

/** The sounds of a game, where the brand has them, and whether this device is muted.
 *  @param files the brand's own sounds of the game that is open */
export function useSounds(files: SoundFiles = NO_FILES) {
  const { hasSounds } = useApp().site.config.casino
  const isMuted = useSyncExternalStore(muted.listen, muted.read, () => false)
  const now = useRef(files)
  useEffect(() => {
    now.current = files
  }, [files])
  const [sounds] = useState(() =>
    createGameSounds(
      () => hasSounds && !muted.read(),
      undefined,
      undefined,
      () => now.current,
    ),
  )
  useEffect(() => sounds.end, [sounds])
  return {
    hasSounds,
    isMuted,
    mute: (isOff: boolean) => muted.write(isOff),
    play: sounds.play,
  }
}

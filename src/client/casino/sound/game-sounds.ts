import type { GameSound } from '#machines/casino/play/sound.rules.ts'

/** What makes sounds. */
export interface GameSounds {
  /** Plays a sound; the first one loads what makes them. */
  readonly play: (sound: GameSound) => Promise<void>
  /** Gives back what plays them. */
  readonly end: () => void
}

/** The sounds of a game. Nothing is loaded or opened before the first one, which follows a press of the player: browsers let no page sound
 *  before. What cannot sound is silent.
 *  @param isHeard asked at each sound */
export function createGameSounds(
  isHeard: () => boolean,
  open: () => AudioContext = () => new AudioContext(),
  load: () => Promise<Pick<typeof import('./synth.ts'), 'playSound'>> = () => import('./synth.ts'),
): GameSounds {
  let context: AudioContext | null = null
  return {
    play: async (sound) => {
      if (!isHeard()) return
      try {
        context ??= open()
        const opened = context
        const { playSound } = await load()
        if (opened.state === 'suspended') await opened.resume()
        // It may have been muted, or left, while it was loaded.
        if (isHeard() && context === opened) playSound(opened, sound)
      } catch {
        context = null
      }
    },
    end: () => {
      void context?.close().catch(() => undefined)
      context = null
    },
  }
}

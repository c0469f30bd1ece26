import type { GameSound } from '#machines/casino/play/sound.rules.ts'
import { report } from '../../page/report.ts'

/** What makes sounds. */
export interface GameSounds {
  /** Plays a sound; the first one loads what makes them. */
  readonly play: (sound: GameSound) => Promise<void>
  /** Gives back what plays them. */
  readonly end: () => void
}

/** Addresses of the brand's own sounds. */
export type SoundFiles = Readonly<Partial<Record<GameSound, string>>>

/** The sounds of a game. Nothing is loaded or opened before the first one, which follows a press of the player: browsers let no page sound
 *  before. What cannot sound is silent.
 *  @param isHeard asked at each sound
 *  @param files asked at each sound: the brand's own, which are played in place of the engine's where they can be had */
export function createGameSounds(
  isHeard: () => boolean,
  open: () => AudioContext = () => new AudioContext(),
  load: () => Promise<Pick<typeof import('./synth.ts'), 'playSound'>> = () => import('./synth.ts'),
  files: () => SoundFiles = () => ({}),
): GameSounds {
  let context: AudioContext | null = null
  const own = new Map<string, Promise<AudioBuffer | null>>()
  return {
    play: async (sound) => {
      if (!isHeard()) return
      try {
        context ??= open()
        const opened = context
        const file = files()[sound]
        const [{ playSound }, recorded] = await Promise.all([
          load(),
          file === undefined ? null : bufferOf(opened, file, own),
        ])
        if (opened.state === 'suspended') await opened.resume()
        // It may have been muted, or left, while it was loaded.
        if (!isHeard() || context !== opened) return
        if (recorded) playBuffer(opened, recorded)
        else playSound(opened, sound)
      } catch {
        context = null
      }
    },
    end: () => {
      void context?.close().catch(() => undefined)
      context = null
      own.clear()
    },
  }
}

/** A recorded sound, loaded once; null where it cannot be had. */
function bufferOf(
  context: AudioContext,
  address: string,
  known: Map<string, Promise<AudioBuffer | null>>,
): Promise<AudioBuffer | null> {
  const loading =
    known.get(address) ??
    fetch(address)
      .then((answer) => (answer.ok ? answer.arrayBuffer() : Promise.reject(new Error(`${answer.status}`))))
      .then((bytes) => context.decodeAudioData(bytes))
      .catch((error: unknown) => {
        report('casino.sound_failed', { address, error: String(error) })
        return null
      })
  known.set(address, loading)
  return loading
}

function playBuffer(context: AudioContext, buffer: AudioBuffer): void {
  const source = context.createBufferSource()
  source.buffer = buffer
  source.connect(context.destination)
  source.start()
}

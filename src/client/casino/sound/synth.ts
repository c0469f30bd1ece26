import type { GameSound } from '#machines/casino/play/sound.rules.ts'

/** A tone: from one pitch to another, beginning after a while, for a while. */
export interface Tone {
  readonly fromHz: number
  readonly toHz: number
  readonly afterMs: number
  readonly ms: number
  readonly shape: OscillatorType
  /** Loudness, from 0 to 1. */
  readonly gain: number
}

const NOTES_HZ = [523.25, 659.25, 783.99, 1046.5]

/** What each sound is made of. */
export const SOUNDS: Readonly<Record<GameSound, readonly Tone[]>> = {
  chip: [{ fromHz: 1900, toHz: 900, afterMs: 0, ms: 45, shape: 'triangle', gain: 0.06 }],
  start: [{ fromHz: 220, toHz: 440, afterMs: 0, ms: 160, shape: 'sine', gain: 0.08 }],
  win: NOTES_HZ.map((hz, at) => ({
    ...{ fromHz: hz, toHz: hz, afterMs: at * 95, ms: at === NOTES_HZ.length - 1 ? 320 : 140 },
    ...{ shape: 'triangle' as const, gain: 0.1 },
  })),
}

/** The shortest time in which a loudness changes without a crack, s. */
const SOFT_S = 0.008
const SILENT = 0.0001

/** Plays a sound, made on the spot: no file is loaded. */
export function playSound(context: AudioContext, sound: GameSound): void {
  for (const { fromHz, toHz, afterMs, ms, shape, gain } of SOUNDS[sound]) {
    const begins = context.currentTime + afterMs / 1000
    const ends = begins + ms / 1000
    const tone = context.createOscillator()
    const loudness = context.createGain()
    tone.type = shape
    tone.frequency.setValueAtTime(fromHz, begins)
    tone.frequency.exponentialRampToValueAtTime(toHz, ends)
    loudness.gain.setValueAtTime(SILENT, begins)
    loudness.gain.exponentialRampToValueAtTime(gain, begins + SOFT_S)
    loudness.gain.exponentialRampToValueAtTime(SILENT, ends)
    tone.connect(loudness).connect(context.destination)
    tone.start(begins)
    tone.stop(ends)
  }
}

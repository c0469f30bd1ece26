import type { StreamFrame } from '#schemas'

/** What may go wrong on the way of a frame. `stall` holds back this frame and all behind it. */
export type LinkFault = 'gap' | 'duplicate' | 'reorder' | 'truncation' | 'stall'
/** What may go wrong where frames are made. */
export type SourceFault = 'epoch-change' | 'producer-down'

/** How often each fault comes, in a hundred frames; one that is left out does not come. */
export type FaultRates<Fault extends string> = Readonly<Partial<Record<Fault, number>>>

/** A text on its way, with the time at which it arrives. */
export interface TimedText {
  readonly atMs: number
  readonly text: string
}

/** How long a stall lasts, ms: long enough that the board degrades. */
const STALL_MS = 15_000

/** A number from a text, the same for the same text (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** Numbers 0 ≤ n < 1 from a seed, always the same (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Sends texts over a bad link: some are lost, doubled, overtaken, cut off or held back. The same seed gives the same faults. */
export function disturbLink(texts: readonly TimedText[], seed: number, rates: FaultRates<LinkFault>): TimedText[] {
  const random = seededRandom(seed)
  const sent: TimedText[] = []
  let overtaken: TimedText | null = null
  let delayMs = 0
  for (const { atMs, text } of texts) {
    const fault = drawnFault(rates, random)
    if (fault === 'stall') delayMs += STALL_MS
    const timed = { atMs: atMs + delayMs, text }
    if (fault === 'gap') continue
    if (fault === 'reorder' && !overtaken) {
      overtaken = timed
      continue
    }
    sent.push(fault === 'truncation' ? { ...timed, text: text.slice(0, Math.floor(random() * text.length)) } : timed)
    if (fault === 'duplicate') sent.push(timed)
    if (overtaken) sent.push({ ...overtaken, atMs: timed.atMs })
    overtaken = null
  }
  return overtaken ? [...sent, overtaken] : sent
}

/** Frames of a source that has trouble: its epoch changes in mid-stream without an image, or a producer goes down and later comes
 *  up, which takes a step in the sequence. What comes out is what such a server really held. */
export function disturbSource(
  frames: readonly StreamFrame[],
  seed: number,
  rates: FaultRates<SourceFault>,
): StreamFrame[] {
  const random = seededRandom(seed)
  const channels = new Map<string, { epochs: number; steps: number; isDown: boolean }>()
  return frames.flatMap((frame) => {
    const channel = channels.get(frame.ch) ?? { epochs: 0, steps: 0, isDown: false }
    channels.set(frame.ch, channel)
    const fault = drawnFault(rates, random)
    if (fault === 'epoch-change') channel.epochs += 1
    const ep = channel.epochs > 0 ? `${frame.ep}-${channel.epochs}` : frame.ep
    const moved = { ...frame, ep, seq: frame.seq + channel.steps, prev: frame.prev + channel.steps }
    if (moved.t === 'image') moved.d = { ...moved.d, isUp: moved.d.isUp && !channel.isDown }
    if (fault !== 'producer-down') return [moved]
    channel.steps += 1
    channel.isDown = !channel.isDown
    const { v, ch, seq, pt } = moved
    return [
      moved,
      { v, ep, ch, seq: seq + 1, prev: seq, pt, t: 'status', d: { kind: 'source', isUp: !channel.isDown } },
    ]
  })
}

function drawnFault<Fault extends string>(rates: FaultRates<Fault>, random: () => number): Fault | null {
  let left = random() * 100
  for (const [fault, rate] of Object.entries(rates) as [Fault, number][]) {
    left -= rate
    if (left < 0) return fault
  }
  return null
}

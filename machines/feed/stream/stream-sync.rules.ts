import type { StreamFrame } from '#schemas'

/** Version of the protocol that this build speaks. */
export const STREAM_VERSION = 1
/** The longest silence of a channel that a client asks for, ms (STREAM-4). */
export const HEARTBEAT_MS = 5000
/** Intervals without data or heartbeat after which what a channel said is stale (STREAM-4). */
export const SILENT_INTERVALS = 2
/** The channel of the connection itself. */
export const SOCKET_CHANNEL = 'socket'

/** How far a reader of a channel has come. */
export interface ChannelSync {
  /** `waiting` for the first image; `live`; `stale` when frames are known to be missing; `ended` when the game was
   *  removed. */
  readonly phase: 'waiting' | 'live' | 'stale' | 'ended'
  readonly epoch: string
  /** The epoch before this one; its frames come too late. */
  readonly formerEpoch: string
  /** Last sequence applied. */
  readonly seq: number
  /** Highest sequence of the epoch that was heard of; above `seq` while frames are missing. */
  readonly knownSeq: number
  readonly isSourceUp: boolean
  /** When data or a heartbeat last came, ms; −∞ before. */
  readonly heardAtMs: number
}

/** What a frame means for its reader: `replace` and `apply` its data, `mark` the channel again, ask to `resume` from
 *  the last sequence or for an `image`, or do `nothing`. */
export type FrameVerdict = 'replace' | 'apply' | 'mark' | 'resume' | 'image' | 'nothing'

export interface FrameStep {
  readonly sync: ChannelSync
  readonly verdict: FrameVerdict
}

/** Before the first image of a channel. */
export const UNHEARD: ChannelSync = {
  phase: 'waiting',
  epoch: '',
  formerEpoch: '',
  seq: 0,
  knownSeq: 0,
  isSourceUp: false,
  heardAtMs: Number.NEGATIVE_INFINITY,
}

/**
 * What a frame does to the reader of its channel (STREAM-1, STREAM-2). An image replaces, also in mid-stream, unless it is older
 * than what is there. A frame that takes a step applies to its previous sequence alone: an earlier one is a duplicate or late and
 * does nothing, a later one shows a gap. A heartbeat at another sequence shows one too. A foreign epoch asks for an image.
 * @param nowMs the reader's own clock
 */
export function applyFrame(sync: ChannelSync, frame: StreamFrame, nowMs: number): FrameStep {
  if (frame.ep === sync.formerEpoch) return { sync, verdict: 'nothing' }
  if (frame.t === 'image') return applyImage(sync, frame, nowMs)
  if (frame.t === 'status' && frame.d.kind !== 'source') return applyWord(sync, frame.d.kind)
  if (sync.phase === 'waiting' || sync.phase === 'ended') return { sync, verdict: 'nothing' }
  if (frame.ep !== sync.epoch) return { sync: { ...sync, phase: 'stale' }, verdict: 'image' }
  if (frame.t === 'hb') return applyHeartbeat(sync, frame.seq, nowMs)
  if (frame.seq <= sync.seq) return { sync, verdict: 'nothing' }
  if (frame.prev !== sync.seq) return missing(sync, frame.seq)
  const next = heard({ ...sync, seq: frame.seq, knownSeq: Math.max(sync.knownSeq, frame.seq) }, nowMs)
  if (frame.t === 'delta') return { sync: next, verdict: 'apply' }
  return { sync: { ...next, isSourceUp: frame.d.kind === 'source' && frame.d.isUp }, verdict: 'mark' }
}

/** Whether what a channel said may be shown as live and bet on (STREAM-4, STREAM-6).
 *  @param intervalMs the longest silence that the server promised */
export function isChannelLive(sync: ChannelSync, nowMs: number, intervalMs: number): boolean {
  return sync.phase === 'live' && sync.isSourceUp && !isSilent(sync.heardAtMs, nowMs, intervalMs)
}

/** Whether nothing was heard for two intervals (STREAM-4). */
export function isSilent(heardAtMs: number, nowMs: number, intervalMs: number): boolean {
  return nowMs - heardAtMs > SILENT_INTERVALS * intervalMs
}

/** The channel after frames were lost of which nothing more is known, as when a text could not be read. */
export function distrusted(sync: ChannelSync): ChannelSync {
  return sync.phase === 'live' ? { ...sync, phase: 'stale' } : sync
}

function applyImage(sync: ChannelSync, frame: Extract<StreamFrame, { t: 'image' }>, nowMs: number): FrameStep {
  const isSameEpoch = frame.ep === sync.epoch
  if (isSameEpoch && frame.seq < sync.seq) return { sync, verdict: 'nothing' }
  const knownSeq = isSameEpoch ? Math.max(sync.knownSeq, frame.seq) : frame.seq
  const next: ChannelSync = {
    ...sync,
    epoch: frame.ep,
    formerEpoch: isSameEpoch ? sync.formerEpoch : sync.epoch,
    seq: frame.seq,
    knownSeq,
    isSourceUp: frame.d.isUp,
  }
  return { sync: heard(next, nowMs), verdict: 'replace' }
}

function applyWord(sync: ChannelSync, kind: 'session' | 'refused' | 'ended'): FrameStep {
  if (kind === 'session') return { sync, verdict: 'nothing' }
  // What is refused may be there a moment later, when its game is opened.
  return { sync: { ...sync, phase: kind === 'ended' ? 'ended' : 'waiting' }, verdict: 'mark' }
}

function applyHeartbeat(sync: ChannelSync, seq: number, nowMs: number): FrameStep {
  if (seq < sync.seq) return { sync, verdict: 'nothing' }
  return seq === sync.seq ? { sync: heard(sync, nowMs), verdict: 'mark' } : missing(sync, seq)
}

function missing(sync: ChannelSync, seq: number): FrameStep {
  return { sync: { ...sync, phase: 'stale', knownSeq: Math.max(sync.knownSeq, seq) }, verdict: 'resume' }
}

/** Live again once everything that is known of is there. */
function heard(sync: ChannelSync, nowMs: number): ChannelSync {
  return { ...sync, phase: sync.seq >= sync.knownSeq ? 'live' : 'stale', heardAtMs: nowMs }
}

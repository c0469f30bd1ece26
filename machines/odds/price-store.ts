/** A price as the page shows it; the same object until a flush changes it. */
export interface ShownPrice {
  readonly outcomeId: number
  /** Decimal odds ×10,000. */
  readonly oddsUnits: number
  /** Against the price that was shown before: 1 up, −1 down, 0 unchanged or first. */
  readonly movement: -1 | 0 | 1
  readonly isSuspended: boolean
  /** Whether it may be shown as live and bet on; a price that is not is shown as stale. */
  readonly isLive: boolean
  /** Where the server's history holds this price: what is sent with a bet as evidence, together with the odds. */
  readonly epoch: string
  readonly seq: number
}

/** What the channel of a price is at. */
export interface PriceOrigin {
  readonly epoch: string
  readonly seq: number
  readonly isLive: boolean
}

/**
 * Prices of the page in flat tables, by outcome. Writing marks; what is shown changes at a flush alone, so that a hundred writes
 * between two frames cost one look (STREAM-8).
 */
export interface PriceStore {
  readonly write: (channel: string, outcomeId: number, oddsUnits: number, isSuspended: boolean) => void
  readonly remove: (outcomeId: number) => void
  /** Says where a channel stands; its prices change their look when `isLive` does. */
  readonly mark: (channel: string, origin: PriceOrigin) => void
  /** Removes a channel with all its prices. */
  readonly drop: (channel: string) => void
  /** Shows what was written, and tells the listeners of the outcomes whose look changed. @returns how many looks changed */
  readonly flush: () => number
  /** Whether a flush would change anything. */
  readonly isDirty: () => boolean
  /** The price as it was last flushed, and one that nobody listens to as it came last; null when there is none, or none was
   *  flushed yet. */
  readonly read: (outcomeId: number) => ShownPrice | null
  /** @returns what ends the listening */
  readonly listen: (outcomeId: number, listener: () => void) => () => void
  readonly isListenedTo: (outcomeId: number) => boolean
  /** Has something done before a price of a channel to which nobody listened is read or listened to: it writes what it has kept
   *  back until then; null when there is nothing more. */
  readonly settleBy: (channel: string, settle: (() => void) | null) => void
}

/** A row a slot; `shown…` is what the last flush took over from what was written. */
interface Tables {
  written: Float64Array
  shown: Float64Array
  /** Sequence of the channel at the flush. */
  seq: Float64Array
  bits: Uint8Array
  readonly outcome: number[]
  readonly channel: Channel[]
  /** Epoch of the channel at the flush. */
  readonly epoch: string[]
  readonly look: (ShownPrice | null)[]
}

interface Channel {
  origin: PriceOrigin
  settle: (() => void) | null
  readonly slots: Set<number>
}

const FIRST_CAPACITY = 1024
const NOT_LIVE: PriceOrigin = { epoch: '', seq: 0, isLive: false }
/** Bits of a slot: as written, as shown at the last flush, and what is still to be done. */
const SUSPENDED = 1
const SHOWN_SUSPENDED = 2
const SHOWN_LIVE = 4
const DIRTY = 8
/** Flushed since the look was last read. */
const OUTDATED = 16
/** Given back: it belongs to no outcome. */
const FREE = 32

/** What changes while it runs. */
interface PriceStoreState {
  /** Slots that were written to, and outcomes that were removed, since the last flush. */
  dirty: number[]
  removed: number[]
  /** The channel that was asked for last: prices come channel by channel. */
  lastName: string
  lastChannel: Channel | null
}

/** What the functions of `createPriceStore` share. */
interface PriceStoreParts {
  readonly state: PriceStoreState
  readonly channels: Map<string, Channel>
  readonly tables: ReturnType<typeof createTables>
  readonly slotOf: Map<number, number>
  readonly free: number[]
  readonly listeners: Map<number, Set<() => void>>
}

/** Makes an empty store. */
export function createPriceStore(): PriceStore {
  const tables = createTables()
  const slotOf = new Map<number, number>()
  const channels = new Map<string, Channel>()
  const listeners = new Map<number, Set<() => void>>()
  const free: number[] = []

  const state: PriceStoreState = { dirty: [], removed: [], lastName: '', lastChannel: null }
  const parts: PriceStoreParts = { state, channels, tables, slotOf, free, listeners }
  return {
    write(channelName, outcomeId, oddsUnits, isSuspended) {
      const slot = place(parts, channelNamed(parts, channelName), outcomeId)
      const bits = bitsAt(tables, slot)
      if (tables.written[slot] === oddsUnits && ((bits & SUSPENDED) !== 0) === isSuspended) return
      tables.written[slot] = oddsUnits
      tables.bits[slot] = isSuspended ? bits | SUSPENDED : bits & ~SUSPENDED
      touch(parts, slot)
    },
    remove: (outcomeId: number) => remove(parts, outcomeId),
    mark(channelName, origin) {
      const channel = channelNamed(parts, channelName)
      const isTurned = channel.origin.isLive !== origin.isLive || channel.origin.epoch !== origin.epoch
      channel.origin = origin
      if (isTurned) for (const slot of channel.slots) touch(parts, slot)
    },
    drop(channelName) {
      for (const slot of channels.get(channelName)?.slots ?? []) remove(parts, tables.outcome[slot] ?? 0)
      channels.delete(channelName)
      state.lastChannel = null
    },
    flush: () => flush(parts),
    isDirty: () => state.dirty.length > 0 || state.removed.length > 0,
    read(outcomeId) {
      const slot = slotOf.get(outcomeId)
      if (slot !== undefined) settle(parts, slot)
      return slot === undefined ? null : lookAt(tables, slot)
    },
    listen(outcomeId, listener) {
      const slot = slotOf.get(outcomeId)
      if (slot !== undefined) settle(parts, slot)
      return listenIn(listeners, outcomeId, listener)
    },
    isListenedTo: (outcomeId) => listeners.has(outcomeId),
    settleBy(channelName, work) {
      channelNamed(parts, channelName).settle = work
    },
  }
}

function channelNamed({ state, channels }: PriceStoreParts, name: string): Channel {
  if (state.lastChannel && name === state.lastName) return state.lastChannel
  const channel = channels.get(name) ?? { origin: NOT_LIVE, settle: null, slots: new Set<number>() }
  channels.set(name, channel)
  state.lastName = name
  state.lastChannel = channel
  return channel
}

function touch({ tables, state }: PriceStoreParts, slot: number): void {
  if (bitsAt(tables, slot) & DIRTY) return
  tables.bits[slot] = bitsAt(tables, slot) | DIRTY
  state.dirty.push(slot)
}

/** Has written what was kept back, and takes it over at once: nobody listens to it. */
function settle({ tables, state }: PriceStoreParts, slot: number): void {
  const work = tables.channel[slot]?.settle
  if (!work) return
  const before = state.dirty.length
  work()
  for (const written of state.dirty.splice(before)) flushSlot(tables, written)
}

function remove({ slotOf, tables, state, free }: PriceStoreParts, outcomeId: number): void {
  const slot = slotOf.get(outcomeId)
  if (slot === undefined) return
  slotOf.delete(outcomeId)
  tables.channel[slot]?.slots.delete(slot)
  tables.bits[slot] = bitsAt(tables, slot) | FREE
  state.removed.push(outcomeId)
  free.push(slot)
}

function place(parts: PriceStoreParts, channel: Channel, outcomeId: number): number {
  const { slotOf, tables, free } = parts
  const known = slotOf.get(outcomeId)
  if (known !== undefined) {
    if (tables.channel[known] === channel) return known
    remove(parts, outcomeId)
  }
  const slot = free.pop() ?? tables.outcome.length
  openSlot(tables, slot, outcomeId, channel)
  slotOf.set(outcomeId, slot)
  return slot
}

function flush({ state, listeners, tables }: PriceStoreParts) {
  // Of what nobody listens to it is enough to know how much there is.
  const told = new Set<number>()
  const gone = new Set(state.removed)
  let changed = gone.size
  for (const outcomeId of gone) if (listeners.has(outcomeId)) told.add(outcomeId)
  for (const slot of state.dirty) {
    if (!flushSlot(tables, slot)) continue
    const outcomeId = tables.outcome[slot] ?? 0
    if (!gone.has(outcomeId)) changed += 1
    if (listeners.has(outcomeId)) told.add(outcomeId)
  }
  state.dirty = []
  state.removed = []
  for (const outcomeId of told) for (const listener of [...(listeners.get(outcomeId) ?? [])]) listener()
  return changed
}

function createTables(): Tables {
  return {
    written: new Float64Array(FIRST_CAPACITY),
    shown: new Float64Array(FIRST_CAPACITY),
    seq: new Float64Array(FIRST_CAPACITY),
    bits: new Uint8Array(FIRST_CAPACITY),
    outcome: [],
    channel: [],
    epoch: [],
    look: [],
  }
}

function bitsAt(tables: Tables, slot: number): number {
  return tables.bits[slot] ?? 0
}

/** Gives a slot to an outcome, with tables that reach so far. */
function openSlot(tables: Tables, slot: number, outcomeId: number, channel: Channel): void {
  if (slot >= tables.bits.length) {
    tables.written = twice(tables.written)
    tables.shown = twice(tables.shown)
    tables.seq = twice(tables.seq)
    const bits = new Uint8Array(tables.bits.length * 2)
    bits.set(tables.bits)
    tables.bits = bits
  }
  tables.written[slot] = 0
  // A slot that was given back may still be queued for flushing.
  tables.bits[slot] = bitsAt(tables, slot) & DIRTY
  tables.outcome[slot] = outcomeId
  tables.channel[slot] = channel
  tables.epoch[slot] = ''
  tables.look[slot] = null
  channel.slots.add(slot)
}

function twice(table: Float64Array): Float64Array {
  const larger = new Float64Array(table.length * 2)
  larger.set(table)
  return larger
}

/** Takes over what was written. @returns false when the slot belongs to nobody any more */
function flushSlot(tables: Tables, slot: number): boolean {
  const bits = bitsAt(tables, slot)
  tables.bits[slot] = bits & ~DIRTY
  if ((bits & FREE) !== 0) return false
  const { epoch, seq, isLive } = tables.channel[slot]?.origin ?? NOT_LIVE
  tables.shown[slot] = tables.written[slot] ?? 0
  tables.seq[slot] = seq
  tables.epoch[slot] = epoch
  tables.bits[slot] =
    (bits & SUSPENDED) | ((bits & SUSPENDED) !== 0 ? SHOWN_SUSPENDED : 0) | (isLive ? SHOWN_LIVE : 0) | OUTDATED
  return true
}

/** The look of a slot: made when it is read, so that what nobody sees costs nothing and movement is against what was seen. */
function lookAt(tables: Tables, slot: number): ShownPrice | null {
  const bits = bitsAt(tables, slot)
  const before = tables.look[slot] ?? null
  if ((bits & OUTDATED) === 0) return before
  const oddsUnits = tables.shown[slot] ?? 0
  tables.bits[slot] = bits & ~OUTDATED
  const look: ShownPrice = {
    outcomeId: tables.outcome[slot] ?? 0,
    oddsUnits,
    movement: before === null ? 0 : oddsUnits === before.oddsUnits ? 0 : oddsUnits > before.oddsUnits ? 1 : -1,
    isSuspended: (bits & SHOWN_SUSPENDED) !== 0,
    isLive: (bits & SHOWN_LIVE) !== 0,
    epoch: tables.epoch[slot] ?? '',
    seq: tables.seq[slot] ?? 0,
  }
  tables.look[slot] = look
  return look
}

function listenIn(listeners: Map<number, Set<() => void>>, outcomeId: number, listener: () => void): () => void {
  const own = listeners.get(outcomeId) ?? new Set()
  listeners.set(outcomeId, own.add(listener))
  return () => {
    own.delete(listener)
    if (own.size === 0 && listeners.get(outcomeId) === own) listeners.delete(outcomeId)
  }
}

import { assign, emit, enqueueActions, setup } from 'xstate'
import type { SharedChange, WindowLinkEvent, WindowMessage } from '#schemas'
import {
  highestCount,
  isNewerChange,
  isSharedChange,
  isSharedValue,
  newChanges,
  type SharedEntries,
  type SharedKey,
  withChanges,
} from './shared-state.rules.ts'
import { type Arrival, type Ends, type Refusal, refusalOf } from './window-message.rules.ts'

/** How long the other window may stay silent before it is greeted or answered again. */
export const RESEND_MS = 500
/** How long the handshake is tried. */
export const HANDSHAKE_LIMIT_MS = 10_000

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
/** A message without its id, which is added when it is posted (XWIN-4). */
export type WindowMessageDraft = Without<WindowMessage, 'id'>

export interface WindowLinkInput {
  /** This loading of this window: 21 characters, other ones after a reload. */
  readonly session: string
  /** Origin of the other window, such as `https://shop.example`; messages go to it and to no other. */
  readonly peerOrigin: string
  /** What is known already, as from another link of this window. */
  readonly entries?: SharedEntries
}

export type WindowLinkEmitted =
  | { readonly type: 'message.wanted'; readonly targetOrigin: string; readonly message: WindowMessageDraft }
  | { readonly type: 'message.refused'; readonly because: Refusal }
  | { readonly type: 'link.changed'; readonly status: 'init' | 'handshaked' }
  /** Nobody has answered for so long that the page should do without. */
  | { readonly type: 'handshake.failed' }
  /** The other window has changed a key; another link of this window has to pass it on (`change.relayed`). */
  | { readonly type: 'key.shared'; readonly change: SharedChange }
  /** This window wanted to give a key a value that it cannot have. */
  | { readonly type: 'change.refused'; readonly key: SharedKey }

export interface WindowLinkContext extends Ends {
  readonly entries: SharedEntries
}

/** What the machine tells itself of a message that may be acted upon. */
type Arrived =
  | { readonly type: 'syn.arrived'; readonly session: string }
  | { readonly type: 'syn-ack.arrived'; readonly session: string }
  | { readonly type: 'ack.arrived' }
  | { readonly type: 'update.arrived'; readonly changes: readonly SharedChange[] }
  | { readonly type: 'bye.arrived' }

/** A loading of the other window. */
export interface Peer {
  readonly session: string
}

/** What this window wants a key to be. */
export interface Wish {
  readonly key: SharedKey
  readonly value: boolean | string
}

/** What was heard of a key. */
export interface Told {
  readonly change: SharedChange
}

/** The words of a link between windows: its types, delays, guards and actions. */
export const windowLinkSetup = setup({
  types: {
    context: {} as WindowLinkContext,
    events: {} as WindowLinkEvent | Arrived,
    emitted: {} as WindowLinkEmitted,
    input: {} as WindowLinkInput,
    tags: {} as 'init',
  },
  delays: { resend: RESEND_MS, handshakeLimit: HANDSHAKE_LIMIT_MS },
  guards: {
    isRefused: ({ context }, arrival: Arrival) => refusalOf(arrival, context) !== undefined,
    isOtherPeer: ({ context }, { session }: Peer) => session !== context.peerSession,
    isWrong: (_, { key, value }: Wish) => !isSharedValue(key, value),
    isChange: ({ context }, { key, value }: Wish) => isSharedValue(key, value) && context.entries[key]?.value !== value,
    isNews: ({ context }, { change }: Told) =>
      isSharedChange(change) && isNewerChange(change, context.entries[change.key]),
  },
  actions: {
    refuse: enqueueActions(({ context, enqueue }, arrival: Arrival) => {
      const because = refusalOf(arrival, context)
      if (because) enqueue.emit({ type: 'message.refused', because })
    }),
    pass: enqueueActions(({ enqueue }, { data }: Arrival) => enqueue.raise(arrivedFrom(data as WindowMessage))),
    notePeer: assign({ peerSession: (_, { session }: Peer) => session }),
    forgetPeer: assign({ peerSession: null }),
    change: assign(({ context: { entries, session } }, { key, value }: Wish) => ({
      entries: withChanges(entries, [{ key, value, count: highestCount(entries) + 1, writer: session }]),
    })),
    adopt: assign({ entries: ({ context }, { change }: Told) => withChanges(context.entries, [change]) }),
    apply: enqueueActions(({ context, enqueue }, params: { readonly changes: readonly SharedChange[] }) => {
      enqueue.assign({ entries: withChanges(context.entries, params.changes) })
      for (const change of newChanges(context.entries, params.changes)) enqueue.emit({ type: 'key.shared', change })
    }),
    refuseChange: emit((_, { key }: Wish) => ({ type: 'change.refused' as const, key })),
    greet: emit(({ context }) => wanted(context, { kind: 'syn', session: context.session })),
    answer: emit(({ context }) => wanted(context, { kind: 'syn-ack', ...ends(context) })),
    confirm: emit(({ context }) => wanted(context, { kind: 'ack', ...ends(context) })),
    postKey: enqueueActions(({ context, enqueue }, { key }: { readonly key: SharedKey }) => {
      const change = context.entries[key]
      if (change) enqueue.emit(wanted(context, { kind: 'update', ...ends(context), changes: [change] }))
    }),
    postAll: enqueueActions(({ context, enqueue }) => {
      const changes = Object.values(context.entries)
      if (changes.length > 0) enqueue.emit(wanted(context, { kind: 'update', ...ends(context), changes }))
    }),
    takeLeave: enqueueActions(({ context, enqueue }) => {
      if (context.peerSession !== null) enqueue.emit(wanted(context, { kind: 'bye', ...ends(context) }))
    }),
    announceStatus: emit((_, params: { readonly status: 'init' | 'handshaked' }) => ({
      type: 'link.changed' as const,
      status: params.status,
    })),
    announceFailure: emit({ type: 'handshake.failed' as const }),
  },
})

function ends({ session, peerSession }: Ends): { readonly session: string; readonly to: string } {
  return { session, to: peerSession ?? '' }
}

function wanted({ peerOrigin }: Ends, message: WindowMessageDraft): WindowLinkEmitted {
  return { type: 'message.wanted', targetOrigin: peerOrigin, message }
}

function arrivedFrom(message: WindowMessage): Arrived {
  switch (message.kind) {
    case 'syn':
      return { type: 'syn.arrived', session: message.session }
    case 'syn-ack':
      return { type: 'syn-ack.arrived', session: message.session }
    case 'ack':
      return { type: 'ack.arrived' }
    case 'update':
      return { type: 'update.arrived', changes: message.changes }
    case 'bye':
      return { type: 'bye.arrived' }
  }
}

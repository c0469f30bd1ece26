import type { SharedChange, WindowMessage } from '#schemas'
import type { MachineContract } from './machine-contract.ts'
import { isSharedValue } from './shared-state.rules.ts'
import { windowLinkMachine } from './window-link.machine.ts'

const ORIGIN = 'https://shop.example'
const OWN = 'own-loading-000000001'
const PEER = 'peer-loading-00000001'
const RELOADED = 'peer-loading-00000002'
const ID = 'message-0000000000001'

const HIDDEN: SharedChange = { key: 'isHeaderHidden', value: true, count: 1, writer: PEER }
const SHOWN: SharedChange = { key: 'isHeaderHidden', value: false, count: 2, writer: PEER }

function received(data: WindowMessage) {
  return { type: 'message.received' as const, origin: ORIGIN, isFromPeer: true, data }
}

/** What playing and fuzzing a link between windows need to know. */
export const windowLinkContract: MachineContract<typeof windowLinkMachine> = {
  machine: windowLinkMachine,
  invariants: [
    {
      name: 'it is connected exactly when that is what it last reported',
      holds: ({ value, emitted }) => {
        const told = emitted.findLast(({ type }) => type === 'link.changed')
        return (value === 'handshaked') === (told?.status === 'handshaked')
      },
    },
    {
      name: 'what has a counterpart knows it, and what is alone knows none',
      holds: ({ value, context }) => {
        const isMet = value === 'handshaked' || JSON.stringify(value).includes('answering')
        return isMet ? context.peerSession !== null : value !== 'alone' || context.peerSession === null
      },
    },
    {
      name: 'messages go to the origin of the other window alone',
      holds: ({ context, emitted }) =>
        emitted.every(({ type, targetOrigin }) => type !== 'message.wanted' || targetOrigin === context.peerOrigin),
    },
    {
      name: 'no shared key is sent before the handshake',
      holds: ({ emitted }) => {
        const statuses = emitted.map((effect) => (effect.type === 'link.changed' ? effect.status : undefined))
        return emitted.every(
          ({ message }, index) =>
            (message as WindowMessage | undefined)?.kind !== 'update' ||
            statuses.slice(0, index).findLast((status) => status !== undefined) === 'handshaked',
        )
      },
    },
    {
      name: 'only the nine keys are known, each with a value that it may have and the change that it came by',
      holds: ({ context }) =>
        Object.entries(context.entries).every(
          ([key, change]) => change.key === key && isSharedValue(key, change.value) && change.count >= 1,
        ),
    },
    {
      name: 'an answer or a confirmation names the session that it answers',
      holds: ({ emitted }) =>
        emitted.every(({ message }) => {
          const { kind, to } = (message ?? { kind: 'syn' }) as { kind: string; to?: string }
          return kind === 'syn' || to?.length === 21
        }),
    },
  ],
  abstract: ({ peerSession, entries }) => [
    peerSession,
    Object.values(entries).map(({ key, value, count }) => [key, value, Math.min(count, 3)]),
  ],
  events: [
    received({ kind: 'syn', id: ID, session: PEER }),
    received({ kind: 'syn', id: ID, session: RELOADED }),
    received({ kind: 'syn-ack', id: ID, session: PEER, to: OWN }),
    received({ kind: 'ack', id: ID, session: PEER, to: OWN }),
    received({ kind: 'update', id: ID, session: PEER, to: OWN, changes: [HIDDEN] }),
    received({ kind: 'bye', id: ID, session: PEER, to: OWN }),
    { type: 'message.received', origin: 'null', isFromPeer: true, data: { kind: 'syn', id: ID, session: PEER } },
    { type: 'key.changed', key: 'isHeaderHidden', value: true },
    { type: 'key.changed', key: 'isHeaderHidden', value: false },
    { type: 'key.changed', key: 'routePath', value: 'live' },
    { type: 'change.relayed', change: SHOWN },
    { type: 'peer.gone' },
    { type: 'link.closed' },
  ],
  outcomes: {},
  eventSchema: 'shell/window-link-event',
  inputs: [{ session: OWN, peerOrigin: ORIGIN }],
}

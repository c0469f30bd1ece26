import { windowLinkSetup } from './window-link-setup.machine.ts'

/**
 * The link of a window with another one, such as of a page with the frame in it (XWIN-1 to XWIN-4). Either side may
 * be there first: both greet, again and again for a while, and a greeting, its answer and the answer to that make the
 * handshake. Then each sends the other what it knows of the shared keys, and every change. A reloaded window greets
 * again, under another session. A late answer is still welcome. Messages from others, and anything that is not a
 * message, change nothing.
 */
export const windowLinkMachine = windowLinkSetup.createMachine({
  id: 'windowLink',
  context: ({ input }) => ({
    session: input.session,
    peerOrigin: input.peerOrigin,
    peerSession: null,
    entries: input.entries ?? {},
  }),
  initial: 'init',
  on: {
    'message.received': [
      {
        guard: { type: 'isRefused', params: ({ event }) => event },
        actions: { type: 'refuse', params: ({ event }) => event },
      },
      { actions: { type: 'pass', params: ({ event }) => event } },
    ],
    'key.changed': [
      {
        guard: { type: 'isWrong', params: ({ event }) => event },
        actions: { type: 'refuseChange', params: ({ event }) => event },
      },
      {
        guard: { type: 'isChange', params: ({ event }) => event },
        actions: { type: 'change', params: ({ event }) => event },
      },
    ],
    'change.relayed': {
      guard: { type: 'isNews', params: ({ event }) => event },
      actions: { type: 'adopt', params: ({ event }) => event },
    },
    'peer.gone': '.alone',
    'link.closed': '.closed',
  },
  states: {
    init: {
      tags: 'init',
      initial: 'trying',
      on: {
        'syn.arrived': { target: '.trying.answering', actions: { type: 'notePeer', params: ({ event }) => event } },
        'syn-ack.arrived': {
          target: 'handshaked',
          actions: [{ type: 'notePeer', params: ({ event }) => event }, 'confirm'],
        },
        'ack.arrived': 'handshaked',
        'update.arrived': { target: 'handshaked', actions: { type: 'apply', params: ({ event }) => event } },
        'bye.arrived': 'alone',
      },
      states: {
        trying: {
          initial: 'calling',
          after: { handshakeLimit: { target: 'unanswered', actions: 'announceFailure' } },
          states: {
            calling: { entry: 'greet', after: { resend: { target: 'calling', reenter: true } } },
            answering: { entry: 'answer', after: { resend: { target: 'answering', reenter: true } } },
          },
        },
        unanswered: {},
      },
    },
    handshaked: {
      entry: [{ type: 'announceStatus', params: { status: 'handshaked' } }, 'postAll'],
      exit: { type: 'announceStatus', params: { status: 'init' } },
      on: {
        'syn.arrived': {
          guard: { type: 'isOtherPeer', params: ({ event }) => event },
          target: 'init.trying.answering',
          actions: { type: 'notePeer', params: ({ event }) => event },
        },
        'syn-ack.arrived': { actions: 'confirm' },
        'update.arrived': { actions: { type: 'apply', params: ({ event }) => event } },
        'bye.arrived': 'alone',
        'key.changed': {
          guard: { type: 'isChange', params: ({ event }) => event },
          actions: [
            { type: 'change', params: ({ event }) => event },
            { type: 'postKey', params: ({ event }) => event },
          ],
        },
        'change.relayed': {
          guard: { type: 'isNews', params: ({ event }) => event },
          actions: [
            { type: 'adopt', params: ({ event }) => event },
            { type: 'postKey', params: ({ event }) => event.change },
          ],
        },
      },
    },
    alone: {
      tags: 'init',
      entry: 'forgetPeer',
      on: {
        'syn.arrived': {
          target: 'init.trying.answering',
          actions: { type: 'notePeer', params: ({ event }) => event },
        },
      },
    },
    closed: { type: 'final', entry: 'takeLeave' },
  },
})

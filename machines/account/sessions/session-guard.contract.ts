import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { type SignedIn, sessionGuardMachine } from './session-guard.machine.ts'

/** What playing and fuzzing the guard of a session need to know. */
export const sessionGuardContract: MachineContract<typeof sessionGuardMachine> = {
  machine: sessionGuardMachine,
  prepareInput: (input) => ({ userId: 1002003, ...input }),
  invariants: [
    {
      name: 'the page leaves its player once, and only when the session is over',
      holds: ({ value, context, emitted }) => {
        const leavings = emitted.filter(({ type }) => type === 'player.left').length
        return leavings === (value === 'left' ? 1 : 0) && (context.because !== null) === (value === 'left')
      },
    },
    {
      name: 'other tabs are told exactly of what has ended here',
      holds: ({ context, emitted }) =>
        emitted.every((told) => told.type !== 'player.left' || told.tellsTabs === context.isHere),
    },
    {
      name: 'a player who was signed out involuntarily is taken to the sign-in',
      holds: ({ emitted }) =>
        emitted.every((told) => told.type !== 'player.left' || (told.because === 'choice') === (told.to !== 'sign-in')),
    },
  ],
  consequences: {
    signOut: { ok: ({ value }) => value === 'left', failed: ({ value }) => value === 'signedIn' },
    readPlayer: {
      ok: ({ value, context, end }) => value === ((end as SignedIn).userId === context.userId ? 'signedIn' : 'left'),
      failed: ({ value }) => value === 'signedIn',
    },
  },
  abstract: ({ because, isHere }) => [because, isHere],
  events: [
    { type: 'sign_out.requested' },
    { type: 'session.ended', because: 'choice', isHere: false },
    { type: 'session.ended', because: 'idle', isHere: true },
    { type: 'session.ended', because: 'idle', isHere: false },
    { type: 'call.refused' },
  ],
  eventSchema: 'account/session-guard-event',
  inputs: [{ userId: 1002003 }],
  outcomes: {
    signOut: { ok: [{ success: true }], err: [{ code: 'request.offline' }] },
    readPlayer: {
      ok: [{ userId: 1002003 }, { userId: null }, { userId: 1002004 }],
      err: [{ code: 'request.offline' }],
    },
  },
}

import { draftAnswers, initialContext } from './registration-context.rules.ts'
import { form } from './registration-form.machine.ts'
import { registrationSetup } from './registration-setup.machine.ts'

/** What is known of the phone's confirmation, which has a machine of its own; whatever changes the phone begins anew. */
const confirmation = registrationSetup.createStateConfig({
  initial: 'unsent',
  on: { 'confirmation.reset': { target: '.unsent', actions: 'forgetConfirmation' } },
  states: {
    unsent: {
      on: { 'code.sent': { target: 'sent', actions: { type: 'noteCodeSent', params: ({ event }) => event } } },
    },
    sent: {
      on: {
        'code.sent': { actions: { type: 'noteCodeSent', params: ({ event }) => event } },
        'code.accepted': { target: 'confirmed', actions: 'noteCodeAccepted' },
      },
    },
    confirmed: {},
  },
})

/** Keeping what was typed, without secrets, until the account is there. */
const draft = registrationSetup.createStateConfig({
  initial: 'resting',
  on: { 'draft.done': '.dropping' },
  states: {
    resting: { on: { 'draft.changed': 'waiting' } },
    waiting: {
      on: { 'draft.changed': { target: 'waiting', reenter: true } },
      after: { draftDelay: 'saving' },
    },
    saving: {
      entry: 'takeStaleDraft',
      invoke: {
        src: 'saveDraft',
        input: ({ context }) => ({
          type: context.savingType ?? '',
          answers: draftAnswers(context, context.savingType ?? ''),
        }),
        onDone: 'saved',
        onError: {
          target: 'saved',
          actions: { type: 'log', params: ({ event }) => ({ actor: 'saveDraft', error: event.error }) },
        },
      },
    },
    saved: { always: [{ guard: 'hasStaleDraft', target: 'waiting' }, { target: 'resting' }] },
    dropping: {
      invoke: {
        src: 'dropDrafts',
        onDone: 'dropped',
        onError: {
          target: 'dropped',
          actions: { type: 'log', params: ({ event }) => ({ actor: 'dropDrafts', error: event.error }) },
        },
      },
    },
    dropped: {},
  },
})

/** Registration data, loaded on demand; a failure is logged and the defaults remain (REG-22, REG-23). */
const data = registrationSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: { on: { 'data.requested': 'loading' } },
    loading: {
      invoke: {
        src: 'loadData',
        onDone: { target: 'ready', actions: { type: 'storeData', params: ({ event }) => ({ data: event.output }) } },
        onError: {
          target: 'idle',
          actions: { type: 'log', params: ({ event }) => ({ actor: 'loadData', error: event.error }) },
        },
      },
    },
    ready: {},
  },
})

/** Welcome bonuses, loaded on demand like the data. */
const bonuses = registrationSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: { on: { 'bonuses.requested': 'loading' } },
    loading: {
      invoke: {
        src: 'loadBonuses',
        onDone: {
          target: 'ready',
          actions: { type: 'storeBonuses', params: ({ event }) => ({ bonuses: event.output }) },
        },
        onError: {
          target: 'idle',
          actions: { type: 'log', params: ({ event }) => ({ actor: 'loadBonuses', error: event.error }) },
        },
      },
    },
    ready: {},
  },
})

/**
 * The registration: one type at a time, its fields loaded once (REG-9 to REG-11); the form is checked, sent, and given
 * back with the server's errors or as failed, with every answer kept. Beside it stand the confirmation of the phone, the
 * draft, and the data and bonuses that are loaded on demand.
 */
export const registrationMachine = registrationSetup.createMachine({
  id: 'registration',
  context: ({ input }) => initialContext(input),
  type: 'parallel',
  states: { form, confirmation, draft, data, bonuses },
})

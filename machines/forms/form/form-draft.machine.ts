import { formSetup } from './form-setup.machine.ts'
import { draftAnswers } from './form-state.rules.ts'

/** Keeping what was typed, without secrets, until it has been sent. */
export const draft = formSetup.createStateConfig({
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
          variant: context.savingVariant ?? '',
          answers: draftAnswers(context, context.savingVariant ?? ''),
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

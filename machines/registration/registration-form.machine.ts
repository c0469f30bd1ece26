import { currentAnswers, currentFields } from './registration-context.rules.ts'
import { registrationSetup } from './registration-setup.machine.ts'

/**
 * The main region of the registration: choosing, filling in and sending the form. Another type can be chosen everywhere but
 * where the answers are being sent or the account is there.
 */
export const form = registrationSetup.createStateConfig({
  initial: 'loadingTypes',
  on: {
    'type.chosen': {
      guard: { type: 'isOtherType', params: ({ event }) => event },
      target: '.choosing',
      actions: [{ type: 'chooseType', params: ({ event }) => event }, 'resetConfirmation'],
    },
  },
  states: {
    loadingTypes: {
      tags: 'loading',
      invoke: {
        src: 'loadTypes',
        onDone: {
          target: 'choosing',
          actions: { type: 'storeTypes', params: ({ event }) => ({ names: event.output }) },
        },
        onError: {
          target: 'choosing',
          actions: [
            { type: 'log', params: ({ event }) => ({ actor: 'loadTypes', error: event.error }) },
            { type: 'storeTypes', params: { names: [] } },
          ],
        },
      },
    },
    choosing: {
      always: [
        { guard: 'isReady', target: 'editing' },
        { guard: 'hasFields', target: 'restoring' },
        { target: 'loadingFields' },
      ],
    },
    loadingFields: {
      tags: 'loading',
      invoke: {
        src: 'loadFields',
        input: ({ context }) => ({ type: context.type ?? '' }),
        onDone: {
          target: 'restoring',
          actions: { type: 'storeFields', params: ({ event }) => ({ definitions: event.output }) },
        },
        onError: [
          {
            guard: 'hasDefaultFields',
            target: 'restoring',
            actions: [
              { type: 'log', params: ({ event }) => ({ actor: 'loadFields', error: event.error }) },
              'useDefaultFields',
            ],
          },
          {
            target: 'unavailable',
            actions: [
              { type: 'log', params: ({ event }) => ({ actor: 'loadFields', error: event.error }) },
              { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
            ],
          },
        ],
      },
    },
    unavailable: {
      exit: 'clearFailure',
      on: {
        'retry.pressed': 'loadingFields',
      },
    },
    restoring: {
      tags: 'loading',
      invoke: {
        src: 'loadDraft',
        input: ({ context }) => ({ type: context.type ?? '' }),
        onDone: {
          target: 'editing',
          actions: { type: 'restoreDraft', params: ({ event }) => ({ draft: event.output }) },
        },
        onError: {
          target: 'editing',
          actions: [
            { type: 'log', params: ({ event }) => ({ actor: 'loadDraft', error: event.error }) },
            { type: 'restoreDraft', params: { draft: null } },
          ],
        },
      },
    },
    editing: {
      on: {
        'field.changed': { actions: { type: 'storeAnswer', params: ({ event }) => event } },
        'form.submitted': 'checking',
      },
    },
    checking: {
      entry: 'check',
      always: [{ guard: 'isValid', target: 'submitting' }, { target: 'editing' }],
    },
    submitting: {
      tags: 'busy',
      on: { 'type.chosen': {} },
      invoke: {
        src: 'submit',
        input: ({ context }) => ({
          type: context.type ?? '',
          definitions: currentFields(context),
          answers: currentAnswers(context),
        }),
        onDone: { target: 'done', actions: { type: 'finish', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'concernsFields', params: ({ event }) => ({ error: event.error }) },
            target: 'editing',
            actions: { type: 'storeJudgement', params: ({ event }) => ({ error: event.error }) },
          },
          { target: 'failed', actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
    },
    failed: {
      on: {
        'field.changed': { target: 'editing', actions: { type: 'storeAnswer', params: ({ event }) => event } },
        'form.submitted': 'checking',
        'retry.pressed': 'checking',
      },
    },
    done: { on: { 'type.chosen': {} } },
  },
})

import { fieldsWanted, formSetup } from './form-setup.machine.ts'

/** Something that the server kept for the form has expired. No answer is lost, and there is one way on: asking
 *  again. */
export const expired = formSetup.createStateConfig({
  initial: 'told',
  exit: 'forgetLapse',
  on: {
    'field.changed': { actions: { type: 'storeAnswer', params: ({ event }) => event } },
  },
  states: {
    told: {
      on: {
        'confirmation.accepted': {
          guard: { type: 'restores', params: ({ event }) => event },
          target: '#form.form.checking',
          actions: { type: 'storeConfirmation', params: ({ event }) => event },
        },
        'form.submitted': 'asking',
        'renewal.requested': 'asking',
      },
    },
    asking: {
      entry: 'awaitLapsed',
      always: [
        { guard: 'hasLostConfirmation', target: '#form.form.confirming' },
        { guard: 'hasLostFields', target: 'renewing' },
        { target: '#form.form.loading.variants', actions: 'forgetVariants' },
      ],
    },
    renewing: {
      entry: 'clearFailure',
      invoke: {
        src: 'loadFields',
        input: fieldsWanted,
        onDone: {
          target: '#form.form.editing',
          actions: { type: 'renewFields', params: ({ event }) => ({ definitions: event.output }) },
        },
        onError: {
          target: 'told',
          actions: [
            { type: 'log', params: ({ event }) => ({ actor: 'loadFields', error: event.error }) },
            { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          ],
        },
      },
    },
  },
})

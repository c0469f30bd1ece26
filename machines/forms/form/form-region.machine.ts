import { projectAnswers } from '../projection.rules.ts'
import { expired } from './form-expired.machine.ts'
import { loading } from './form-loading.machine.ts'
import { fieldsWanted, formSetup } from './form-setup.machine.ts'
import { currentAnswers, currentFields } from './form-state.rules.ts'

/** Typing. Where an answer decides which fields there are, those are loaded while the former ones stay; the response
 *  to an earlier request is not awaited, and when none comes the form asks again before it is sent. New fields may
 *  begin with an answer that decides in turn. */
const editing = formSetup.createStateConfig({
  initial: 'deciding',
  entry: 'forgetConfirming',
  on: {
    'field.changed': [
      {
        guard: { type: 'movesScope', params: ({ event }) => event },
        target: '.deciding',
        actions: { type: 'storeAnswer', params: ({ event }) => event },
      },
      { actions: { type: 'storeAnswer', params: ({ event }) => event } },
    ],
    'form.submitted': 'checking',
  },
  states: {
    deciding: {
      always: [
        { guard: 'needsFields', target: 'reloading' },
        { target: 'ready', actions: 'drawScope' },
      ],
    },
    ready: {},
    reloading: {
      invoke: {
        src: 'loadFields',
        input: fieldsWanted,
        onDone: {
          target: 'deciding',
          actions: { type: 'storeFields', params: ({ event }) => ({ definitions: event.output }) },
        },
        onError: {
          target: 'ready',
          actions: { type: 'log', params: ({ event }) => ({ actor: 'loadFields', error: event.error }) },
        },
      },
    },
  },
})

/** Judging all answers by the fields that belong to them, which are loaded first when they are not there. */
const checking = formSetup.createStateConfig({
  initial: 'preparing',
  entry: ['forgetConfirming', 'clearFailure'],
  states: {
    preparing: {
      always: [
        { guard: 'needsFields', target: 'reloading' },
        { target: 'judging', actions: 'drawScope' },
      ],
    },
    reloading: {
      tags: 'busy',
      invoke: {
        src: 'loadFields',
        input: fieldsWanted,
        onDone: {
          target: 'preparing',
          actions: { type: 'storeFields', params: ({ event }) => ({ definitions: event.output }) },
        },
        onError: {
          target: '#form.form.failed',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    judging: {
      entry: 'check',
      always: [
        { guard: 'isValid', target: '#form.form.submitting' },
        { guard: 'lacksConfirmation', target: '#form.form.confirming', actions: 'awaitConfirmation' },
        { target: '#form.form.editing', actions: 'tellVerdict' },
      ],
    },
  },
})

/**
 * The main region: getting the form, filling it in, sending it. Another variant can be chosen everywhere but where the answers
 * are being sent or have been taken.
 */
export const form = formSetup.createStateConfig({
  initial: 'loading',
  on: {
    'variant.chosen': {
      guard: { type: 'isOtherVariant', params: ({ event }) => event },
      target: '.loading.choosing',
      actions: { type: 'chooseVariant', params: ({ event }) => event },
    },
    'confirmation.accepted': { actions: { type: 'storeConfirmation', params: ({ event }) => event } },
    'circumstances.changed': { actions: { type: 'storeCircumstances', params: ({ event }) => event } },
    'fields.completed': { actions: { type: 'completeFields', params: ({ event }) => event } },
  },
  states: {
    loading,
    unavailable: { exit: 'clearFailure', on: { 'retry.pressed': 'loading.fields' } },
    editing,
    checking,
    confirming: {
      entry: 'requestConfirmation',
      on: {
        'confirmation.accepted': {
          guard: { type: 'confirms', params: ({ event }) => event },
          target: 'checking',
          actions: { type: 'storeConfirmation', params: ({ event }) => event },
        },
        'confirmation.given_up': { target: 'editing', actions: 'refuseUnconfirmed' },
        'field.changed': [
          {
            guard: { type: 'isConfirming', params: ({ event }) => event },
            target: 'editing',
            actions: { type: 'storeAnswer', params: ({ event }) => event },
          },
          {
            guard: { type: 'movesScope', params: ({ event }) => event },
            target: 'editing',
            actions: { type: 'storeAnswer', params: ({ event }) => event },
          },
          { actions: { type: 'storeAnswer', params: ({ event }) => event } },
        ],
        'form.submitted': 'checking',
      },
    },
    submitting: {
      tags: 'busy',
      on: { 'variant.chosen': {} },
      invoke: {
        src: 'submit',
        input: ({ context }) => ({
          variant: context.variant ?? '',
          payload: projectAnswers(currentFields(context), currentAnswers(context)),
        }),
        onDone: { target: 'done', actions: { type: 'finish', params: ({ event }) => ({ answer: event.output }) } },
        onError: [
          {
            guard: { type: 'hasLapsed', params: ({ event }) => ({ error: event.error }) },
            target: 'expired',
            actions: { type: 'storeLapse', params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: { type: 'asksConfirmation', params: ({ event }) => ({ error: event.error }) },
            target: 'confirming',
            actions: { type: 'awaitRefused', params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: { type: 'concernsFields', params: ({ event }) => ({ error: event.error }) },
            target: 'editing',
            actions: { type: 'storeRefusal', params: ({ event }) => ({ error: event.error }) },
          },
          { target: 'failed', actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
    },
    expired,
    failed: {
      on: {
        'field.changed': { target: 'editing', actions: { type: 'storeAnswer', params: ({ event }) => event } },
        'form.submitted': 'checking',
        'retry.pressed': 'checking',
      },
    },
    done: { on: { 'variant.chosen': {} } },
  },
})

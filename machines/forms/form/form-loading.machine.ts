import { draftWanted, fieldsWanted, formSetup } from './form-setup.machine.ts'

/** Getting a form: which variants there are, the fields of the one that is chosen, and what was typed into it before. */
export const loading = formSetup.createStateConfig({
  initial: 'starting',
  tags: 'loading',
  states: {
    starting: {
      always: [{ guard: 'knowsVariants', target: 'choosing', actions: 'useKnownVariants' }, { target: 'variants' }],
    },
    variants: {
      invoke: {
        src: 'loadVariants',
        onDone: {
          target: 'choosing',
          actions: { type: 'storeVariants', params: ({ event }) => ({ offered: event.output }) },
        },
        onError: {
          target: 'choosing',
          actions: [
            { type: 'log', params: ({ event }) => ({ actor: 'loadVariants', error: event.error }) },
            { type: 'storeVariants', params: { offered: [] } },
          ],
        },
      },
    },
    choosing: {
      always: [
        { guard: 'isReady', target: '#form.form.editing' },
        { guard: 'hasFields', target: 'draft' },
        { target: 'fields' },
      ],
    },
    fields: {
      invoke: {
        src: 'loadFields',
        input: fieldsWanted,
        onDone: {
          target: 'draft',
          actions: { type: 'storeFields', params: ({ event }) => ({ definitions: event.output }) },
        },
        onError: [
          {
            guard: 'hasFallback',
            target: 'draft',
            actions: [
              { type: 'log', params: ({ event }) => ({ actor: 'loadFields', error: event.error }) },
              'useFallback',
            ],
          },
          {
            target: '#form.form.unavailable',
            actions: [
              { type: 'log', params: ({ event }) => ({ actor: 'loadFields', error: event.error }) },
              { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
            ],
          },
        ],
      },
    },
    draft: {
      invoke: {
        src: 'loadDraft',
        input: draftWanted,
        onDone: {
          target: '#form.form.editing',
          actions: { type: 'restoreDraft', params: ({ event }) => ({ draft: event.output }) },
        },
        onError: {
          target: '#form.form.editing',
          actions: [
            { type: 'log', params: ({ event }) => ({ actor: 'loadDraft', error: event.error }) },
            { type: 'restoreDraft', params: { draft: null } },
          ],
        },
      },
    },
  },
})

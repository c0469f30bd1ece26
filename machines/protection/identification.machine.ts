import { assign, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import type {
  DocumentDemand,
  DocumentType,
  IdentificationEvent,
  IdentificationState,
  IdentificationStateName,
} from '#schemas'
import { identificationFaults } from './identification-fields.rules.ts'
import { mayGiveDocuments, maySetState } from './identification-state.rules.ts'
import { type FileLimits, fileFault, fittingFiles, keyAt, type PickedFile, unsentFiles } from './picked-files.rules.ts'

/** What is wrong with a file: a key of the dictionary and what its text names. */
export interface FileFault {
  readonly code: string
  readonly params: Failure['params']
}

export interface IdentificationInput {
  /** Documents alone go one by one; the form takes them all along (KYC-2, KYC-3). */
  readonly flow: 'documents' | 'form'
  readonly state: IdentificationStateName
  readonly demands: readonly DocumentDemand[]
  readonly limits: FileLimits
  /** What the server keeps already. */
  readonly files: readonly PickedFile[]
  /** yyyy-MM-dd: it decides which documents have expired. */
  readonly today: string
}

export interface IdentificationContext extends IdentificationInput {
  readonly documentType: DocumentType
  readonly answers: Readonly<Record<string, string>>
  /** Field id → key of the dictionary. */
  readonly fieldFaults: Readonly<Record<string, string>>
  /** Key of a file → what is wrong with it. */
  readonly fileFaults: Readonly<Record<string, FileFault>>
  /** What is wrong with the files as a whole. */
  readonly filesFault: 'documents.absent' | 'documents.too_many' | null
  readonly appeal: string
  readonly isAppealMissing: boolean
  readonly failure: Failure | null
}

/** What is sent in the end: the fields and the files that did not go before. */
export interface Submission {
  readonly documentType: DocumentType
  readonly answers: Readonly<Record<string, string>>
  readonly keys: readonly string[]
}

const UNTOUCHED = { filesFault: null, isAppealMissing: false, failure: null } as const

function fieldFaultsOf({ flow, demands, documentType, answers, today }: IdentificationContext) {
  const demand = demands.find(({ id }) => id === documentType)
  return flow === 'form' ? identificationFaults(demand?.fields ?? [], answers, today) : {}
}

function without<Value>(record: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
}

const identificationSetup = setup({
  types: {
    context: {} as IdentificationContext,
    events: {} as IdentificationEvent,
    input: {} as IdentificationInput,
    tags: {} as 'busy',
  },
  actors: {
    upload: fromPromise<{ readonly documentId: string }, { readonly key: string; readonly documentType: DocumentType }>(
      () => absentActor('upload'),
    ),
    submit: fromPromise<IdentificationState, Submission>(() => absentActor('submit')),
    /** Answers the key of the removed file. */
    removeKept: fromPromise<{ readonly key: string }, { readonly key: string; readonly documentId: string }>(() =>
      absentActor('removeKept'),
    ),
    appeal: fromPromise<IdentificationState, { readonly text: string }>(() => absentActor('appeal')),
  },
  guards: {
    mayGive: ({ context }) => mayGiveDocuments(context.state),
    mayAppeal: ({ context }) => maySetState('player', context.state, 'appeal'),
    isKept: ({ context }, params: { readonly key: string }) =>
      context.files.some(({ key, documentId }) => key === params.key && documentId !== null),
    isPicked: ({ context }, params: { readonly key: string }) => context.files.some(({ key }) => key === params.key),
    hasFields: ({ context }) => context.flow === 'form',
    hasFieldFaults: ({ context }) => Object.keys(fieldFaultsOf(context)).length > 0,
    hasNoFiles: ({ context }) => context.files.length === 0,
    hasFileFaults: ({ context }) => Object.keys(context.fileFaults).length > 0,
    goesOneByOne: ({ context }) => context.flow === 'documents' && unsentFiles(context.files).length > 0,
    hasAnother: ({ context }) => unsentFiles(context.files).length > 1,
    isAtFile: ({ context }, params: { readonly error: unknown }) =>
      keyAt(unsentFiles(context.files), readFailure(params.error).params.file) !== null,
    isAppealMissing: ({ context }) => context.appeal.trim() === '',
  },
  actions: {
    storeDocumentType: assign((_, params: { readonly documentType: DocumentType }) => ({
      documentType: params.documentType,
      fieldFaults: {},
      ...UNTOUCHED,
    })),
    storeAnswer: assign(({ context }, params: { readonly id: string; readonly answer: string }) => ({
      answers: { ...context.answers, [params.id]: params.answer },
      fieldFaults: without(context.fieldFaults, params.id),
      failure: null,
    })),
    addFiles: assign(({ context }, params: { readonly files: readonly Omit<PickedFile, 'documentId'>[] }) => {
      const added = params.files.map((file) => ({ ...file, documentId: null }))
      const fitting = fittingFiles(context.files, added, context.limits.maxFiles)
      const faults = fitting.flatMap((file) => {
        const code = fileFault(file, context.limits)
        return code ? [[file.key, { code, params: {} }] as const] : []
      })
      return {
        files: [...context.files, ...fitting],
        fileFaults: { ...context.fileFaults, ...Object.fromEntries(faults) },
        filesFault: fitting.length < added.length ? ('documents.too_many' as const) : null,
        failure: null,
      }
    }),
    dropFile: assign(({ context }, params: { readonly key: string }) => ({
      files: context.files.filter(({ key }) => key !== params.key),
      fileFaults: without(context.fileFaults, params.key),
      ...UNTOUCHED,
    })),
    noteFieldFaults: assign(({ context }) => ({ fieldFaults: fieldFaultsOf(context), ...UNTOUCHED })),
    noteNoFiles: assign({ ...UNTOUCHED, filesFault: 'documents.absent' }),
    clearFaults: assign(UNTOUCHED),
    storeKept: assign(({ context }, params: { readonly documentId: string }) => {
      const [first] = unsentFiles(context.files)
      return { files: context.files.map((file) => (file === first ? { ...file, ...params } : file)) }
    }),
    storeFailureAtFirst: assign(({ context }, params: { readonly error: unknown }) => {
      const [first] = unsentFiles(context.files)
      const { code, params: values } = readFailure(params.error)
      return { fileFaults: { ...context.fileFaults, [first?.key ?? '']: { code, params: values } } }
    }),
    storeFailureAtFile: assign(({ context }, params: { readonly error: unknown }) => {
      const { code, params: values } = readFailure(params.error)
      const key = keyAt(unsentFiles(context.files), values.file) ?? ''
      return { fileFaults: { ...context.fileFaults, [key]: { code, params: values } } }
    }),
    storeFailure: assign((_, params: { readonly error: unknown }) => {
      const failure = readFailure(params.error)
      const faults = Object.entries(failure.fields).map(([id, { code }]) => [id, code] as const)
      return { failure, fieldFaults: Object.fromEntries(faults) }
    }),
    storeState: assign({ state: (_, params: IdentificationState) => params.state }),
    storeAppeal: assign((_, params: { readonly text: string }) => ({ appeal: params.text, ...UNTOUCHED })),
    noteAppealMissing: assign({ ...UNTOUCHED, isAppealMissing: true }),
    forgetAppeal: assign({ appeal: '', ...UNTOUCHED }),
    forgetAnswers: assign({ answers: {}, files: [], appeal: '' }),
  },
})

/**
 * How a player proves their identity (OFF-14): files are checked as they are picked, then sent one by one or with the
 * form; a refused player may send others or object. What the operator is reviewing, or has verified, is only shown.
 */
export const identificationMachine = identificationSetup.createMachine({
  id: 'identification',
  context: ({ input }) => ({
    ...input,
    documentType: input.demands[0]?.id ?? 'passport',
    answers: {},
    fieldFaults: {},
    fileFaults: {},
    appeal: '',
    ...UNTOUCHED,
  }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'mayGive', target: 'choosing' }, { target: 'settled' }] },
    choosing: {
      on: {
        'document_type.chosen': { actions: { type: 'storeDocumentType', params: ({ event }) => event } },
        'field.changed': { guard: 'hasFields', actions: { type: 'storeAnswer', params: ({ event }) => event } },
        'files.picked': { actions: { type: 'addFiles', params: ({ event }) => event } },
        'file.removed': [
          { guard: { type: 'isKept', params: ({ event }) => event }, target: 'removing' },
          {
            guard: { type: 'isPicked', params: ({ event }) => event },
            actions: { type: 'dropFile', params: ({ event }) => event },
          },
        ],
        'form.submitted': [
          { guard: 'hasFieldFaults', actions: 'noteFieldFaults' },
          { guard: 'hasNoFiles', actions: 'noteNoFiles' },
          { guard: 'hasFileFaults', actions: 'clearFaults' },
          { guard: 'goesOneByOne', target: 'uploading' },
          { target: 'submitting' },
        ],
        'appeal.opened': { guard: 'mayAppeal', target: 'appealing' },
      },
    },
    removing: {
      tags: 'busy',
      entry: 'clearFaults',
      invoke: {
        src: 'removeKept',
        input: ({ context, event }) => {
          const key = event.type === 'file.removed' ? event.key : ''
          return { key, documentId: context.files.find((file) => file.key === key)?.documentId ?? '' }
        },
        onDone: {
          target: 'choosing',
          actions: { type: 'dropFile', params: ({ event }) => event.output },
        },
        onError: {
          target: 'choosing',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    uploading: {
      tags: 'busy',
      entry: 'clearFaults',
      invoke: {
        src: 'upload',
        input: ({ context }) => ({
          key: unsentFiles(context.files)[0]?.key ?? '',
          documentType: context.documentType,
        }),
        onDone: [
          {
            guard: 'hasAnother',
            target: 'uploading',
            reenter: true,
            actions: { type: 'storeKept', params: ({ event }) => event.output },
          },
          { target: 'submitting', actions: { type: 'storeKept', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'choosing',
          actions: { type: 'storeFailureAtFirst', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    submitting: {
      tags: 'busy',
      entry: 'clearFaults',
      invoke: {
        src: 'submit',
        input: ({ context }) => ({
          documentType: context.documentType,
          answers: context.answers,
          keys: unsentFiles(context.files).map(({ key }) => key),
        }),
        onDone: { target: 'settled', actions: { type: 'storeState', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isAtFile', params: ({ event }) => ({ error: event.error }) },
            target: 'choosing',
            actions: { type: 'storeFailureAtFile', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'choosing',
            actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    appealing: {
      on: {
        'appeal.changed': { actions: { type: 'storeAppeal', params: ({ event }) => event } },
        'appeal.closed': { target: 'choosing', actions: 'forgetAppeal' },
        'form.submitted': [{ guard: 'isAppealMissing', actions: 'noteAppealMissing' }, { target: 'sendingAppeal' }],
      },
    },
    sendingAppeal: {
      tags: 'busy',
      entry: 'clearFaults',
      invoke: {
        src: 'appeal',
        input: ({ context }) => ({ text: context.appeal.trim() }),
        onDone: { target: 'settled', actions: { type: 'storeState', params: ({ event }) => event.output } },
        onError: {
          target: 'appealing',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    settled: { entry: 'forgetAnswers' },
  },
})

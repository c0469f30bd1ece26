import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { identificationMachine } from './identification.machine.ts'
import { identificationFaults } from './identification-fields.rules.ts'
import { mayGiveDocuments } from './identification-state.rules.ts'
import { unsentFiles } from './picked-files.rules.ts'

const CPF = { id: 'cpf', fields: ['name', 'cpf'] } as const
const PASSPORT = { id: 'passport', fields: ['name', 'passport_end_date'] } as const
const KEPT = { key: 'kept', name: '', mediaType: 'image/png', sizeBytes: 70, documentId: 'V1StGXR8_Z5jdHi6B-myT' }
const LIMITS = { mediaTypes: ['image/jpeg', 'image/png'], maxFiles: 2, maxFileBytes: 1000 }

/** What playing and fuzzing the identification need to know. */
export const identificationContract: MachineContract<typeof identificationMachine> = {
  machine: identificationMachine,
  prepareInput: (input) => ({
    flow: 'documents',
    state: 'none',
    demands: [CPF, PASSPORT].map(({ id, fields }) => ({ id, fields: [...fields] })),
    limits: LIMITS,
    files: [],
    today: '2026-03-01',
    ...input,
  }),
  invariants: [
    {
      name: 'nothing is sent without a file, or with one that is known to be wrong',
      holds: ({ value, context }) =>
        !['uploading', 'submitting'].includes(String(value)) ||
        (context.files.length > 0 && Object.keys(context.fileFaults).length === 0),
    },
    {
      name: 'there are never more files than the brand takes',
      holds: ({ context }) => context.files.length <= context.limits.maxFiles,
    },
    {
      name: 'only what is there is wrong',
      holds: ({ context }) =>
        Object.keys(context.fileFaults).every((fault) => context.files.some(({ key }) => key === fault)) ||
        context.files.length === 0,
    },
    {
      name: 'documents that go one by one have all gone before they are sent to be checked',
      holds: ({ value, context }) =>
        value !== 'submitting' || context.flow === 'form' || unsentFiles(context.files).length === 0,
    },
    {
      name: 'answers and files are forgotten once they are with the operator',
      holds: ({ value, context }) =>
        value !== 'settled' || (Object.keys(context.answers).length === 0 && context.files.length === 0),
    },
    {
      name: 'documents are asked for exactly where they may be given',
      holds: ({ value, context }) => (value === 'settled') === !mayGiveDocuments(context.state),
    },
    {
      name: 'no empty objection is sent, and only against a refusal',
      holds: ({ value, context }) =>
        value !== 'sendingAppeal' || (context.appeal.trim() !== '' && context.state === 'rejected'),
    },
  ],
  reactions: {
    'field.changed': ({ context, before }, { id, answer }) => {
      if (before.value !== 'choosing') return true
      return before.context.flow === 'form' ? context.answers[id] === answer : context === before.context
    },
    'file.removed': ({ value, context, before }, { key }) => {
      const file = before.context.files.find((one) => one.key === key)
      if (before.value !== 'choosing') return true
      if (!file) return context === before.context
      return file.documentId === null ? !context.files.some((one) => one.key === key) : value === 'removing'
    },
    'form.submitted': ({ value, context, before }) => {
      const { flow, demands, documentType, answers, files, today, appeal } = before.context
      if (before.value === 'appealing')
        return appeal.trim() === '' ? context.isAppealMissing : value === 'sendingAppeal'
      if (before.value !== 'choosing') return true
      const { fields = [] } = demands.find(({ id }) => id === documentType) ?? {}
      if (flow === 'form' && Object.keys(identificationFaults(fields, answers, today)).length > 0)
        return value === 'choosing' && Object.keys(context.fieldFaults).length > 0
      if (files.length === 0) return value === 'choosing' && context.filesFault === 'documents.absent'
      if (Object.keys(before.context.fileFaults).length > 0) return value === 'choosing'
      return value === (flow === 'documents' && unsentFiles(files).length > 0 ? 'uploading' : 'submitting')
    },
  },
  abstract: ({ flow, state, documentType, answers, fieldFaults, fileFaults, filesFault, files, appeal, ...rest }) => [
    flow,
    state,
    documentType,
    Object.entries(answers).map(([id, answer]) => [id, answer !== '']),
    Object.keys(fieldFaults),
    Object.values(fileFaults).map(({ code }) => code),
    filesFault,
    files.map(({ documentId }) => documentId !== null),
    appeal !== '',
    rest.isAppealMissing,
    rest.failure?.code ?? null,
  ],
  events: [
    { type: 'document_type.chosen', documentType: 'passport' },
    { type: 'field.changed', id: 'name', answer: 'Anna' },
    { type: 'field.changed', id: 'cpf', answer: '529.982.247-25' },
    { type: 'files.picked', files: [{ key: 'front', name: 'front.jpg', mediaType: 'image/jpeg', sizeBytes: 900 }] },
    {
      type: 'files.picked',
      files: [
        { key: 'back', name: 'back.png', mediaType: 'image/png', sizeBytes: 800 },
        { key: 'third', name: 'third.png', mediaType: 'image/png', sizeBytes: 800 },
      ],
    },
    { type: 'files.picked', files: [{ key: 'movie', name: 'movie.mp4', mediaType: 'video/mp4', sizeBytes: 10 }] },
    { type: 'file.removed', key: 'front' },
    { type: 'file.removed', key: 'movie' },
    { type: 'file.removed', key: 'kept' },
    { type: 'form.submitted' },
    { type: 'appeal.opened' },
    { type: 'appeal.changed', text: 'Please look again.' },
    { type: 'appeal.closed' },
  ],
  eventSchema: 'protection/identification-event',
  inputs: [{}, { flow: 'form' }, { state: 'rejected' }, { state: 'uploaded', files: [KEPT] }, { state: 'checking' }],
  outcomes: {
    upload: { ok: [{ documentId: 'S2ndGXR8_Z5jdHi6B-myT' }], err: [{ code: 'documents.damaged' }] },
    submit: {
      ok: [{ state: 'checking' }],
      err: [{ code: 'request.offline' }, { code: 'documents.wrong_type', params: { file: 0 } }],
    },
    removeKept: { ok: [{ key: 'kept' }], err: [{ code: 'documents.unknown' }] },
    appeal: { ok: [{ state: 'appeal' }], err: [{ code: 'request.offline' }] },
  },
}

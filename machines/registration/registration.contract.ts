import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { registrationMachine } from './registration.machine.ts'
import { checkRegistration, isSecretField } from './registration-check.rules.ts'
import { draftAnswers } from './registration-context.rules.ts'

/** What the rules are told of the visitor when a scenario says nothing else. */
const VISITOR = { today: '2026-01-15', minimumAge: 18 }

const FIELDS = [
  { id: 'email', type: 'email', required: true },
  { id: 'phone', type: 'phone' },
  { id: 'password', type: 'password', required: true },
]

/** What playing and fuzzing the registration need to know. */
export const registrationContract: MachineContract<typeof registrationMachine> = {
  machine: registrationMachine,
  prepareInput: (input) => ({
    ...input,
    checkContext: { ...VISITOR, ...(input.checkContext as object | undefined) },
    checkAnswers: checkRegistration,
    isSecret: isSecretField,
  }),
  invariants: [
    {
      name: 'one of the offered types is chosen as soon as they are known',
      holds: ({ context }) =>
        context.type === null ? context.types.length === 0 : context.types.includes(context.type),
    },
    {
      name: 'nothing with an error is sent',
      holds: ({ value, context }) => regionOf(value, 'form') !== 'submitting' || isEmpty(context.errors),
    },
    {
      name: 'the form shows no answers before its fields are there',
      holds: ({ value, context }) =>
        regionOf(value, 'form') !== 'editing' || context.fieldsByType[context.type ?? ''] !== undefined,
    },
    {
      name: 'a failure is kept exactly while it is shown',
      holds: ({ value, context }) =>
        ['failed', 'unavailable'].includes(String(regionOf(value, 'form'))) === (context.failure !== null),
    },
    {
      name: 'the flags follow the confirmation: sent, then accepted, and the phone with it',
      holds: ({ context: { flags } }) =>
        flags.phoneConfirmed === flags.confirmationCodeSuccess &&
        (flags.confirmationCodeSent || !flags.confirmationCodeSuccess),
    },
    {
      name: 'an account is announced once, and then no secret is left',
      holds: ({ value, context, emitted }) => {
        const isDone = regionOf(value, 'form') === 'done'
        const announced = emitted.filter(({ type }) => type === 'registered').length
        return announced === (isDone ? 1 : 0) && (!isDone || hasNoSecrets(context))
      },
    },
    {
      name: 'an error of the server stands only beside the answer that it judged',
      holds: ({ context }) =>
        Object.entries(context.judged).every(
          ([id, { answer }]) => context.answersByType[context.type ?? '']?.[id] === answer,
        ),
    },
  ],
  abstract: ({ type, fieldsByType, restoredTypes, errors, failure, flags }) => [
    type,
    Object.keys(fieldsByType).length,
    restoredTypes.length,
    Object.keys(errors),
    failure?.code ?? null,
    flags,
  ],
  events: [
    { type: 'type.chosen', name: 'fast_reg' },
    { type: 'type.chosen', name: 'short_reg' },
    { type: 'type.chosen', name: 'unknown_reg' },
    { type: 'field.changed', fieldId: 'email', value: 'ann@example.org' },
    { type: 'field.changed', fieldId: 'email', value: '' },
    { type: 'field.changed', fieldId: 'password', value: 'correct horse' },
    { type: 'field.changed', fieldId: 'phone', value: '+79161234567' },
    { type: 'form.submitted' },
    { type: 'retry.pressed' },
    { type: 'code.sent', fieldId: 'phone' },
    { type: 'code.accepted' },
    { type: 'data.requested' },
    { type: 'bonuses.requested' },
  ],
  outcomes: {
    loadTypes: { ok: [['full_reg', 'fast_reg', 'phone_reg'], []], err: [{ code: 'request.offline' }] },
    loadFields: { ok: [FIELDS], err: [{ code: 'request.timeout' }] },
    loadDraft: { ok: [null, { email: 'draft@example.org' }], err: [{ code: 'draft.unknown' }] },
    saveDraft: { ok: [null], err: [{ code: 'request.offline' }] },
    dropDrafts: { ok: [null], err: [{ code: 'request.offline' }] },
    submit: {
      ok: [{ userId: 7, isSignedIn: false }],
      err: [
        { code: 'registration.invalid', fields: { email: { code: 'value.refused', params: {} } } },
        { code: 'request.offline' },
      ],
    },
    loadData: { ok: [{ hasFirstDeposit: true }], err: [{ code: 'request.offline' }] },
    loadBonuses: { ok: [[{ id: 'welcome' }]], err: [{ code: 'request.offline' }] },
  },
}

function regionOf(value: unknown, region: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[region]
}

function isEmpty(record: object): boolean {
  return Object.keys(record).length === 0
}

function hasNoSecrets(context: Parameters<typeof draftAnswers>[0]): boolean {
  return Object.entries(context.answersByType).every(
    ([type, answers]) => Object.keys(draftAnswers(context, type)).length === Object.keys(answers).length,
  )
}

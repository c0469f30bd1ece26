import { readFailure } from '#machines/shell/failure.rules.ts'
import { LOGGED, type MachineContract, placeIn } from '#machines/shell/machine-contract.ts'
import type { FieldDefinition } from '#schemas'
import { formMachine } from './form.machine.ts'
import { wantedScope } from './form-fields.rules.ts'
import { isConfirmable } from './form-judgement.rules.ts'
import {
  blockersIn,
  currentAnswers,
  draftAnswers,
  type FormInput,
  type FormState,
  isConfirmed,
  lapseOfForm,
} from './form-state.rules.ts'

/** What the rules know of the visitor when a scenario says nothing else. */
const VISITOR = { today: '2026-01-15', minimumAge: 18 }

const FIELDS: readonly FieldDefinition[] = [
  { id: 'email', type: 'email', required: true },
  { id: 'phone', type: 'phone', validation: { phoneConfirm: {} } },
  { id: 'password', type: 'password', required: true },
  { id: 'land', type: 'input' },
]

/** Where the form is: the state of its main region, without nested states. */
function placeOf(value: unknown): string {
  const { form } = value as { readonly form: string | object }
  return typeof form === 'string' ? form : (Object.keys(form)[0] ?? '')
}

/** The same with nested states: `editing.ready`. */
function pathOf(value: unknown): string {
  return placeIn((value as { readonly form: string }).form)
}

function hasVariants({ variants = [] }: FormInput): boolean {
  return variants.length > 0
}

/** Whether the fields are missing that belong to the answers. */
function lacksFields(state: FormState): boolean {
  return state.fields[state.variant ?? '']?.[wantedScope(state)] === undefined
}

/** Where a refused sending leads. @param before what the form was when it was sent */
function afterRefusal(before: FormState, error: unknown): string {
  const failure = readFailure(error)
  const faults = Object.values(failure.fields)
  if (lapseOfForm(before, failure) !== null) return 'expired'
  if (faults.length === 0) return 'failed'
  return faults.every(isConfirmable) ? 'confirming' : 'editing'
}

/** What playing and fuzzing a form need to know. What the rules must know of the visitor a scenario may leave out. */
export const formContract: MachineContract<typeof formMachine> = {
  machine: formMachine,
  prepareInput: ({ context, ...input }) => ({
    wanted: ['main'],
    ...(input as Partial<FormInput>),
    context: { ...VISITOR, ...(context as object | undefined) },
  }),
  invariants: [
    {
      name: 'one of the offered variants is chosen as soon as they are known',
      holds: ({ context: { variant, variants } }) =>
        variant === null ? variants.length === 0 : variants.includes(variant),
    },
    {
      name: 'nothing that our rules or others refuse is sent',
      holds: ({ value, context }) => placeOf(value) !== 'submitting' || isEmpty(blockersIn(context)),
    },
    {
      name: 'variants are asked for where none were given, or when they have lapsed, and are there before anything else',
      holds: ({ value, context: { input }, ended }) => {
        const hasAsked = ended.some(({ actor }) => actor === 'loadVariants')
        if (pathOf(value) !== 'loading.variants') return hasVariants(input) || hasAsked
        return !hasVariants(input) || ended.some(({ actor, isOk }) => actor === 'submit' && !isOk)
      },
    },
    {
      name: 'the form shows no answers before its fields are there',
      holds: ({ value, context }) =>
        placeOf(value) !== 'editing' || context.fields[context.variant ?? ''] !== undefined,
    },
    {
      name: 'a failure is kept only while it is shown',
      holds: ({ value, context: { failure } }) =>
        ['failed', 'unavailable'].includes(placeOf(value)) ? failure !== null : failure === null || isExpired(value),
    },
    {
      name: 'a lapse is known exactly while it is reported',
      holds: ({ value, context }) => isExpired(value) === (context.lapse !== null),
    },
    {
      name: 'a form that waits for a confirmation says of which field, and no other form does',
      holds: ({ value, context }) => (placeOf(value) === 'confirming') === (context.confirmingFieldId !== null),
    },
    {
      name: 'what was sent is announced once, and then no secret is left',
      holds: ({ value, context, emitted }) => {
        const isDone = placeOf(value) === 'done'
        const announced = emitted.filter(({ type }) => type === 'submitted').length
        return announced === (isDone ? 1 : 0) && (!isDone || hasNoSecrets(context))
      },
    },
    {
      name: 'whatever was said of an answer stands only beside the answer that it judged',
      holds: ({ context }) =>
        Object.entries(context.judged).every(([id, { answer }]) => currentAnswers(context)[id] === answer),
    },
  ],
  uncoverable: [
    {
      item: 'form.submitting, submit is stopped',
      why: 'no other variant can be chosen while the form is being sent: the state itself refuses the event',
    },
    {
      item: 'draft.dropping, dropDrafts is stopped',
      why: 'a form is done once, and that alone raises the event',
    },
  ],
  consequences: {
    loadFields: {
      ok: ({ told, context }) => !told.includes('logged') && context.failure === null,
      failed: ({ value, told, context, before }) => {
        const hasFallback = context.input.fallbackFields?.[context.variant ?? ''] !== undefined
        const isFirst = pathOf(before.value) === 'loading.fields'
        if (isFirst && placeOf(value) !== (hasFallback ? 'loading' : 'unavailable')) return false
        return told.includes('logged') || context.failure !== null
      },
    },
    loadDraft: LOGGED,
    saveDraft: LOGGED,
    dropDrafts: LOGGED,
    submit: {
      ok: ({ value }) => placeOf(value) === 'done',
      failed: ({ value, before, end }) => placeOf(value) === afterRefusal(before.context, end),
    },
  },
  reactions: {
    'field.changed': ({ value, context, before }, { fieldId, value: answer }) => {
      const place = placeOf(before.value)
      const isMoved = wantedScope(before.context, { [fieldId]: answer }) !== wantedScope(before.context)
      if (place === 'confirming' && (isMoved || fieldId === before.context.confirmingFieldId))
        return placeOf(value) === 'editing'
      if (place !== 'confirming' && place !== 'editing') return true
      if (!isMoved) return pathOf(value) === pathOf(before.value)
      return pathOf(value) === (lacksFields(context) ? 'editing.reloading' : 'editing.ready')
    },
    'form.submitted': ({ value, before }) =>
      !['editing', 'confirming', 'failed'].includes(placeOf(before.value)) ||
      (pathOf(value) === 'checking.reloading') === lacksFields(before.context),
    'confirmation.accepted': ({ value, before }, { fieldId, value: answer }) => {
      const { context } = before
      const isProved = isConfirmed({ ...context, confirmation: { fieldId, value: answer } })
      if (placeOf(before.value) === 'confirming') return (placeOf(value) === 'confirming') === !isProved
      if (pathOf(before.value) !== 'expired.told') return true
      return isExpired(value) === !(isProved && context.lapse?.kind === 'confirmation')
    },
    'renewal.requested': ({ value, before }) => {
      if (pathOf(before.value) !== 'expired.told') return true
      const { kind } = before.context.lapse ?? {}
      if (kind === 'confirmation') return placeOf(value) === 'confirming'
      return pathOf(value) === (kind === 'fields' ? 'expired.renewing' : 'loading.variants')
    },
  },
  abstract: ({ variant, fields, scopes, restored, judged, failure, lapse, confirmation, confirmingFieldId }) => [
    variant,
    Object.values(fields).flatMap((scoped) => Object.keys(scoped)),
    scopes,
    restored.length,
    Object.keys(judged),
    failure?.code ?? null,
    lapse?.kind ?? null,
    confirmation !== null,
    confirmingFieldId,
  ],
  events: [
    { type: 'variant.chosen', variant: 'fast_reg' },
    { type: 'variant.chosen', variant: 'full_reg' },
    { type: 'variant.chosen', variant: 'unknown' },
    { type: 'field.changed', fieldId: 'email', value: 'ann@example.org' },
    { type: 'field.changed', fieldId: 'email', value: '' },
    { type: 'field.changed', fieldId: 'password', value: 'correct horse' },
    { type: 'field.changed', fieldId: 'phone', value: '+79161234567' },
    { type: 'field.changed', fieldId: 'land', value: 'kz' },
    { type: 'field.changed', fieldId: 'land', value: 'de' },
    { type: 'form.submitted' },
    { type: 'retry.pressed' },
    { type: 'renewal.requested' },
    { type: 'confirmation.accepted', fieldId: 'phone', value: '+79161234567' },
    { type: 'confirmation.given_up' },
    { type: 'circumstances.changed', change: { phone: { countries: [] } } },
    { type: 'fields.completed', variant: 'full_reg', scope: '', definitions: [...FIELDS] },
  ],
  eventSchema: 'forms/form-event',
  secretOutputs: { submit: 'registration/registration-answer' },
  inputs: [
    { wanted: ['full_reg'] },
    { wanted: ['full_reg'], scopedBy: ['land'] },
    { wanted: ['phone_reg'], variants: ['phone_reg', 'full_reg'] },
  ],
  outcomes: {
    loadVariants: { ok: [['full_reg', 'fast_reg', 'phone_reg'], []], err: [{ code: 'request.offline' }] },
    loadFields: { ok: [FIELDS, FIELDS.slice(0, 1)], err: [{ code: 'request.timeout' }] },
    loadDraft: { ok: [null, { email: 'draft@example.org' }], err: [{ code: 'draft.unknown' }] },
    saveDraft: { ok: [null], err: [{ code: 'request.offline' }] },
    dropDrafts: { ok: [null], err: [{ code: 'request.offline' }] },
    submit: {
      ok: [{ userId: 7, isSignedIn: false }],
      err: [
        { code: 'registration.invalid', fields: { email: { code: 'value.refused', params: {} } } },
        { code: 'registration.invalid', fields: { phone: { code: 'phone.not_confirmed', params: {} } } },
        { code: 'registration.invalid', fields: { shoe_size: { code: 'required', params: {} } } },
        { code: 'registration.type_unknown' },
        { code: 'request.offline' },
      ],
    },
  },
}

const isExpired = (value: unknown) => placeOf(value) === 'expired'

function isEmpty(record: object): boolean {
  return Object.keys(record).length === 0
}

function hasNoSecrets(state: FormState): boolean {
  return Object.entries(state.answers).every(
    ([variant, answers]) => Object.keys(draftAnswers(state, variant)).length === Object.keys(answers).length,
  )
}

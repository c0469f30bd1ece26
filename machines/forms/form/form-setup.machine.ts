import { assign, emit, enqueueActions, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { Answers, AnswerValue, FieldDefinition, FormEvent } from '#schemas'
import type { FormContext } from './form-context.rules.ts'
import {
  drawnScope,
  wantedScope,
  withCompletedFields,
  withDraft,
  withFields,
  withRenewedFields,
  withScope,
} from './form-fields.rules.ts'
import { confirmableField, errorsOf, isConfirmable } from './form-judgement.rules.ts'
import {
  blockersIn,
  chosen,
  currentFields,
  type FormInput,
  type FormState,
  initialForm,
  isConfirmed,
  lapseOfForm,
  withAnswer,
  withCircumstances,
  withConfirmation,
  withoutSecrets,
  withRefusal,
  withVariants,
  withVerdict,
} from './form-state.rules.ts'

type FieldDefinitions = readonly FieldDefinition[]

/** Raised by the machine itself, between its regions. */
type DraftEvent = { readonly type: 'draft.changed' } | { readonly type: 'draft.done' }

export type FormEmitted =
  /** The form has been sent and taken; `answer` is the server's. */
  | { readonly type: 'submitted'; readonly variant: string; readonly answer: unknown }
  /** The form waits for the confirmation of an answer: its owner asks for it. */
  | { readonly type: 'confirmation.requested'; readonly fieldId: string }
  | { readonly type: 'logged'; readonly actor: string; readonly code: string }

/** Answers rest for so long before their draft is saved. */
export const DRAFT_DELAY_MS = 500

/** Whether the fields that are to be drawn have been loaded. */
function isLoaded(state: FormState): boolean {
  return state.fields[state.variant ?? '']?.[drawnScope(state)] !== undefined
}

/** Everything that the form machine names: its types, actors, guards, delays and actions. */
export const formSetup = setup({
  types: {
    context: {} as FormState,
    events: {} as FormEvent | DraftEvent,
    emitted: {} as FormEmitted,
    input: {} as FormInput,
    tags: {} as 'loading' | 'busy',
  },
  actors: {
    loadVariants: fromPromise<readonly string[]>(() => absentActor('loadVariants')),
    loadFields: fromPromise<FieldDefinitions, { readonly variant: string; readonly scope: string }>(() =>
      absentActor('loadFields'),
    ),
    submit: fromPromise<unknown, { readonly variant: string; readonly payload: Answers }>(() => absentActor('submit')),
    /** A form that keeps no drafts leaves these three as they are. */
    loadDraft: fromPromise<Answers | null, { readonly variant: string; readonly definitions: FieldDefinitions }>(
      async () => null,
    ),
    saveDraft: fromPromise<void, { readonly variant: string; readonly answers: Answers }>(async () => undefined),
    dropDrafts: fromPromise<void>(async () => undefined),
  },
  delays: { draftDelay: DRAFT_DELAY_MS },
  guards: {
    knowsVariants: ({ context }) => context.input.variants !== undefined && context.input.variants.length > 0,
    isOtherVariant: ({ context }, params: { readonly variant: string }) =>
      params.variant !== context.variant && context.variants.includes(params.variant),
    isReady: ({ context }) => context.restored.includes(context.variant ?? '') && isLoaded(context),
    hasFields: ({ context }) => isLoaded(context),
    hasFallback: ({ context }) => context.input.fallbackFields?.[context.variant ?? ''] !== undefined,
    needsFields: ({ context }) => context.fields[context.variant ?? '']?.[wantedScope(context)] === undefined,
    movesScope: ({ context }, { fieldId, value }: { readonly fieldId: string; readonly value: AnswerValue }) =>
      wantedScope(context, { [fieldId]: value }) !== wantedScope(context),
    isConfirming: ({ context }, params: { readonly fieldId: string }) => params.fieldId === context.confirmingFieldId,
    isValid: ({ context }) => Object.keys(blockersIn(context)).length === 0,
    lacksConfirmation: ({ context }) => confirmableField(blockersIn(context)) !== undefined,
    confirms: ({ context }, { fieldId, value }: { readonly fieldId: string; readonly value: string }) =>
      isConfirmed({ ...context, confirmation: { fieldId, value } }),
    restores: ({ context }, { fieldId, value }: { readonly fieldId: string; readonly value: string }) =>
      context.lapse?.kind === 'confirmation' && isConfirmed({ ...context, confirmation: { fieldId, value } }),
    hasLapsed: ({ context }, params: { readonly error: unknown }) =>
      lapseOfForm(context, readFailure(params.error)) !== null,
    asksConfirmation: (_, params: { readonly error: unknown }) => {
      const errors = Object.values(readFailure(params.error).fields)
      return errors.length > 0 && errors.every(isConfirmable)
    },
    concernsFields: (_, params: { readonly error: unknown }) =>
      Object.keys(readFailure(params.error).fields).length > 0,
    hasLostConfirmation: ({ context }) => context.lapse?.kind === 'confirmation',
    hasLostFields: ({ context }) => context.lapse?.kind === 'fields',
    hasStaleDraft: ({ context }) => context.staleDrafts.length > 0,
  },
  actions: {
    useKnownVariants: assign(({ context }) => withVariants(context, context.input.variants ?? [])),
    storeVariants: assign(({ context }, params: { readonly offered: readonly string[] }) =>
      withVariants(context, params.offered),
    ),
    chooseVariant: assign((_, params: { readonly variant: string }) => chosen(params.variant)),
    storeFields: assign(({ context }, params: { readonly definitions: FieldDefinitions }) =>
      withFields(context, wantedScope(context), params.definitions),
    ),
    useFallback: assign(({ context }) =>
      withFields(context, wantedScope(context), context.input.fallbackFields?.[context.variant ?? ''] ?? []),
    ),
    renewFields: assign(({ context }, params: { readonly definitions: FieldDefinitions }) =>
      withRenewedFields(context, params.definitions),
    ),
    completeFields: assign(
      (
        { context },
        params: { readonly variant: string; readonly scope: string; readonly definitions: FieldDefinitions },
      ) => withCompletedFields(context, params),
    ),
    drawScope: assign(({ context }) => withScope(context)),
    restoreDraft: assign(({ context }, params: { readonly draft: Answers | null }) => withDraft(context, params.draft)),
    storeAnswer: enqueueActions(
      ({ context, enqueue }, params: { readonly fieldId: string; readonly value: AnswerValue }) => {
        enqueue.assign(withAnswer(context, params.fieldId, params.value))
        enqueue.raise({ type: 'draft.changed' })
      },
    ),
    storeCircumstances: assign(({ context }, params: { readonly change: Partial<FormContext> }) =>
      withCircumstances(context, params.change),
    ),
    tellVerdict: assign({
      verdict: ({ context }) => errorsOf(blockersIn(context)),
    }),
    check: assign(({ context }) => withVerdict(context)),
    storeConfirmation: assign(({ context }, params: { readonly fieldId: string; readonly value: string }) =>
      withConfirmation(context, params),
    ),
    awaitConfirmation: assign(({ context }) => {
      const fieldId = confirmableField(blockersIn(context))
      return fieldId === undefined ? {} : { confirmingFieldId: fieldId }
    }),
    awaitRefused: assign(({ context }, params: { readonly error: unknown }) => ({
      confirmation: null,
      confirmingFieldId: Object.keys(readFailure(params.error).fields)[0] ?? context.confirmingFieldId,
    })),
    awaitLapsed: assign(({ context }) => ({
      confirmingFieldId: context.lapse?.kind === 'confirmation' ? context.lapse.fieldId : context.confirmingFieldId,
    })),
    requestConfirmation: emit(({ context }) => ({
      type: 'confirmation.requested' as const,
      fieldId: context.confirmingFieldId ?? '',
    })),
    refuseUnconfirmed: assign(({ context }) => {
      const fieldId = context.confirmingFieldId ?? ''
      const error = context.judged[fieldId]?.error ?? { code: 'phone.not_confirmed', params: {} }
      return withRefusal(context, { [fieldId]: error }, 'confirmation')
    }),
    forgetConfirming: assign({ confirmingFieldId: null }),
    storeRefusal: assign(({ context }, params: { readonly error: unknown }) =>
      withRefusal(context, readFailure(params.error).fields, 'server'),
    ),
    storeLapse: assign(({ context }, params: { readonly error: unknown }) => {
      const lapse = lapseOfForm(context, readFailure(params.error))
      return lapse?.kind === 'confirmation' ? { lapse, confirmation: null } : { lapse }
    }),
    forgetLapse: assign({ lapse: null, failure: null }),
    forgetVariants: assign({ fields: {}, scopes: {} }),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    clearFailure: assign({ failure: null }),
    takeStaleDraft: assign(({ context }) => ({
      savingVariant: context.staleDrafts[0] ?? null,
      staleDrafts: context.staleDrafts.slice(1),
    })),
    log: emit((_, params: { readonly actor: string; readonly error: unknown }) => ({
      type: 'logged' as const,
      actor: params.actor,
      code: readFailure(params.error).code,
    })),
    finish: enqueueActions(({ context, enqueue }, params: { readonly answer: unknown }) => {
      enqueue.assign(withoutSecrets(context))
      enqueue.raise({ type: 'draft.done' })
      enqueue.emit({ type: 'submitted', variant: context.variant ?? '', answer: params.answer })
    }),
  },
})

/** A form before anything has been loaded, as the machine begins with it. */
export const openForm = ({ input }: { readonly input: FormInput }): FormState => initialForm(input)

/** What is asked of the server when fields are loaded. */
export function fieldsWanted({ context }: { readonly context: FormState }) {
  return { variant: context.variant ?? '', scope: wantedScope(context) }
}

/** What a draft is looked for with. */
export function draftWanted({ context }: { readonly context: FormState }) {
  return { variant: context.variant ?? '', definitions: currentFields(context) }
}

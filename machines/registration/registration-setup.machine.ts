import { assign, emit, enqueueActions, fromPromise, raise, setup } from 'xstate'
import { UNCONFIRMED } from '#machines/phone/sms-code.rules.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import {
  answerErrors,
  isOtherNumber,
  type RegistrationContext,
  type RegistrationInput,
  rechecked,
  withAnswer,
  withConfirmedPhone,
  withDraft,
  withJudgement,
  withoutConfirmation,
  withoutSecrets,
  withType,
  withTypes,
} from './registration-context.rules.ts'
import { type Answers, type FieldDefinitions, offeredTypes, registrationType } from './registration-flow.rules.ts'

export type RegistrationEvent =
  | { readonly type: 'type.chosen'; readonly name: string }
  | { readonly type: 'field.changed'; readonly fieldId: string; readonly value: unknown }
  | { readonly type: 'form.submitted' }
  | { readonly type: 'retry.pressed' }
  /** What became of the confirmation of a phone: a code was sent to the number of a field; it was accepted. */
  | { readonly type: 'code.sent'; readonly fieldId: string }
  | { readonly type: 'code.accepted' }
  | { readonly type: 'data.requested' }
  | { readonly type: 'bonuses.requested' }
  /** Raised by the machine itself, between its regions. */
  | { readonly type: 'draft.changed' }
  | { readonly type: 'draft.done' }
  | { readonly type: 'confirmation.reset' }

/** The server's answer to a registration; a password comes with one-click registration only. */
export interface RegisteredAnswer {
  readonly userId: string | number
  readonly password?: string
  readonly isSignedIn: boolean
}

export type RegistrationEmitted =
  | ({ readonly type: 'registered' } & RegisteredAnswer)
  | { readonly type: 'modal.requested'; readonly name: string; readonly params: RegisteredAnswer }
  | { readonly type: 'logged'; readonly actor: string; readonly code: string }

/** Answers rest for so long before their draft is saved. */
export const DRAFT_DELAY_MS = 500

/** The modal that follows a registration (REG-6). */
export const AFTER_REGISTRATION_MODAL = 'REGISTRATION_DONE'

function absent(actor: string): Promise<never> {
  return Promise.reject(new Error(`actor ${actor} was not provided`))
}

/** Everything that the registration machine names: its types, actors, guards, delays and actions. */
export const registrationSetup = setup({
  types: {
    context: {} as RegistrationContext,
    events: {} as RegistrationEvent,
    emitted: {} as RegistrationEmitted,
    input: {} as RegistrationInput,
    tags: {} as 'loading' | 'busy',
  },
  actors: {
    loadTypes: fromPromise<readonly string[]>(() => absent('loadTypes')),
    loadFields: fromPromise<FieldDefinitions, { readonly type: string }>(() => absent('loadFields')),
    loadDraft: fromPromise<Answers | null, { readonly type: string }>(() => absent('loadDraft')),
    saveDraft: fromPromise<void, { readonly type: string; readonly answers: Answers }>(() => absent('saveDraft')),
    dropDrafts: fromPromise<void>(() => absent('dropDrafts')),
    submit: fromPromise<
      RegisteredAnswer,
      { readonly type: string; readonly definitions: FieldDefinitions; readonly answers: Answers }
    >(() => absent('submit')),
    loadData: fromPromise<unknown>(() => absent('loadData')),
    loadBonuses: fromPromise<readonly unknown[]>(() => absent('loadBonuses')),
  },
  delays: { draftDelay: DRAFT_DELAY_MS },
  guards: {
    isOtherType: ({ context }, params: { readonly name: string }) => {
      const type = registrationType(params.name)
      return type !== context.type && context.types.includes(type)
    },
    isReady: ({ context }) => context.restoredTypes.includes(context.type ?? ''),
    hasFields: ({ context }) => context.fieldsByType[context.type ?? ''] !== undefined,
    hasDefaultFields: ({ context }) => context.input.defaultFields?.[context.type ?? ''] !== undefined,
    isValid: ({ context }) => Object.keys(context.errors).length === 0,
    concernsFields: (_, params: { readonly error: unknown }) =>
      Object.keys(readFailure(params.error).fields).length > 0,
    hasStaleDraft: ({ context }) => context.staleDrafts.length > 0,
  },
  actions: {
    storeTypes: assign(({ context }, params: { readonly names: readonly string[] }) =>
      withTypes(context, offeredTypes(params.names)),
    ),
    chooseType: assign((_, params: { readonly name: string }) => withType(registrationType(params.name))),
    storeFields: assign(({ context }, params: { readonly definitions: FieldDefinitions }) => ({
      fieldsByType: { ...context.fieldsByType, [context.type ?? '']: params.definitions },
    })),
    useDefaultFields: assign(({ context }) => ({
      fieldsByType: { ...context.fieldsByType, ...context.input.defaultFields },
    })),
    restoreDraft: assign(({ context }, params: { readonly draft: Answers | null }) => withDraft(context, params.draft)),
    storeAnswer: enqueueActions(
      ({ context, enqueue }, params: { readonly fieldId: string; readonly value: unknown }) => {
        enqueue.assign(withAnswer(context, params.fieldId, params.value))
        enqueue.raise({ type: 'draft.changed' })
        if (isOtherNumber(context, params)) enqueue.raise({ type: 'confirmation.reset' })
      },
    ),
    check: assign(({ context }) => ({ errors: answerErrors(context), isChecked: true, failure: null })),
    storeJudgement: assign(({ context }, params: { readonly error: unknown }) =>
      withJudgement(context, readFailure(params.error).fields),
    ),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    clearFailure: assign({ failure: null }),
    resetConfirmation: raise({ type: 'confirmation.reset' }),
    forgetConfirmation: assign(({ context }) => rechecked(context, withoutConfirmation())),
    noteCodeSent: assign((_, params: { readonly fieldId: string }) => ({
      confirmationFieldId: params.fieldId,
      flags: { ...UNCONFIRMED, confirmationCodeSent: true },
    })),
    noteCodeAccepted: assign(({ context }) => withConfirmedPhone(context)),
    takeStaleDraft: assign(({ context }) => ({
      savingType: context.staleDrafts[0] ?? null,
      staleDrafts: context.staleDrafts.slice(1),
    })),
    storeData: assign({ data: (_, params: { readonly data: unknown }) => params.data }),
    storeBonuses: assign({ bonuses: (_, params: { readonly bonuses: readonly unknown[] }) => params.bonuses }),
    log: emit((_, params: { readonly actor: string; readonly error: unknown }) => ({
      type: 'logged' as const,
      actor: params.actor,
      code: readFailure(params.error).code,
    })),
    finish: enqueueActions(({ context, enqueue }, params: RegisteredAnswer) => {
      enqueue.assign(withoutSecrets(context))
      enqueue.raise({ type: 'draft.done' })
      enqueue.emit({ type: 'registered', ...params })
      if (context.input.showsModalAfter === false) return
      enqueue.emit({ type: 'modal.requested', name: AFTER_REGISTRATION_MODAL, params })
    }),
  },
})

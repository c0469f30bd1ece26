import { shallowEqual, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { formMachine } from '#machines/forms/form/form.machine.ts'
import { drawnScope } from '#machines/forms/form/form-fields.rules.ts'
import { currentFields } from '#machines/forms/form/form-state.rules.ts'
import { lacksBonuses, withBonuses } from '#machines/registration/bonus-options.rules.ts'
import {
  AFTER_REGISTRATION_MODAL,
  type RegisteredAnswer,
  type registrationMachine,
} from '#machines/registration/registration.machine.ts'
import { offeredTypes, wantedTypes } from '#machines/registration/registration-flow.rules.ts'
import { registrationFormContext } from '#machines/registration/registration-form-context.rules.ts'
import { useLatest } from '#renderers/forms/use-latest.ts'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import type { RegistrationData, WelcomeBonusesAnswer } from '#schemas'
import { type App, useApp } from '../page/app-context.ts'
import { offeredPath } from '../page/paths.ts'
import { report } from '../page/report.ts'
import { shellPort } from '../page/shell-port.ts'
import type { RegistrationStart } from './registration.actors.ts'
import { formFor, registrationFor } from './registration.actors.ts'

/** The form of a registration, as it runs. */
export type FormActor = ActorRefFrom<typeof formMachine>

/** A registration that runs, and what is shown of it; it stays the same while the player types. */
export interface RunningRegistration extends Look {
  readonly start: RegistrationStart
  readonly form: FormActor
  /** Null until it is loaded, and when that failed. */
  readonly data: RegistrationData | null
}

type Look = Omit<ReturnType<typeof selectLook>, 'scope'>

/** The possible outcomes of a registration where it is shown. */
export interface RegistrationEnd {
  /** The account is there; the dialog that greets the player opens after this. */
  readonly onRegistered?: (() => void) | undefined
  /** Where the player continues, signed in. */
  readonly landing: string
}

/** Runs the registration that an address asks for: loads what belongs to it, and shows or goes where its end leads. */
export function useRegistration(start: RegistrationStart, end: RegistrationEnd): RunningRegistration {
  const app = useApp()
  const [machines] = useState(() => ({ form: formFor(app, start), registration: registrationFor(app, start) }))
  const form = useActorRef(machines.form, { input: formInput(app, start) })
  const { isModalShown: showsModalAfter } = app.site.config.registration
  const actor = useActorRef(machines.registration, { input: { showsModalAfter } })
  const { scope, ...look } = useSelector(form, selectLook, shallowEqual)
  const data = useSelector(actor, ({ context }) => context.data as RegistrationData | null)
  useBonuses(actor, form, { ...look, scope })
  const finish = useLatest((player: RegisteredAnswer) => {
    end.onRegistered?.()
    if (!showsModalAfter) goOn(app, start, { ...player, landing: end.landing })
  })
  const greet = useLatest((name: string, player: RegisteredAnswer) => {
    const { variant: type } = form.getSnapshot().context
    const params = { ...player, type, variant: start.variant, landing: end.landing }
    shellPort.showModal({ id: `${name}-${player.userId}`, name, params })
  })

  useEffect(() => {
    const log = (entry: { readonly actor: string; readonly code: string }) =>
      report('registration.load_failed', { actor: entry.actor, code: entry.code })
    const subscriptions = [
      form.on('submitted', ({ answer }) => actor.send({ ...(answer as RegisteredAnswer), type: 'account.made' })),
      form.on('logged', log),
      actor.on('registered', finish),
      actor.on('modal.requested', ({ name, params }) => greet(name, params)),
      actor.on('logged', log),
    ]
    actor.send({ type: 'data.requested' })
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [form, actor, finish, greet])

  return { ...look, data, start, form }
}

/** Loads the welcome bonuses for a form that asks which one and does not list them, and completes its fields with them. */
function useBonuses(
  actor: ActorRefFrom<typeof registrationMachine>,
  form: FormActor,
  { fields, type, scope }: Pick<ReturnType<typeof selectLook>, 'fields' | 'type' | 'scope'>,
): void {
  const bonuses = useSelector(actor, ({ context }) => context.bonuses as WelcomeBonusesAnswer['data'])
  const isWanted = fields.some(lacksBonuses)
  useEffect(() => {
    if (isWanted) actor.send({ type: 'bonuses.requested' })
  }, [actor, isWanted])
  useEffect(() => {
    if (!isWanted || bonuses.length === 0 || type === null) return
    form.send({ type: 'fields.completed', variant: type, scope, definitions: withBonuses(fields, bonuses) })
  }, [form, isWanted, bonuses, fields, type, scope])
}

function selectLook(state: SnapshotFrom<typeof formMachine>) {
  const { variants, variant, failure, lapse } = state.context
  return {
    types: variants,
    type: variant,
    failure,
    lapse,
    fields: currentFields(state.context),
    scope: drawnScope(state.context),
    isLoading: state.hasTag('loading'),
    isBusy: state.hasTag('busy'),
    isUnavailable: state.matches({ form: 'unavailable' }),
    isConfirming: state.matches({ form: 'confirming' }),
    isRenewing: state.matches({ form: { expired: 'renewing' } }),
    hasFailed: state.matches({ form: 'failed' }),
    isDone: state.matches({ form: 'done' }),
  }
}

function formInput(app: App, { types, requestedType, today }: RegistrationStart) {
  const { country } = app.state.visitor
  return {
    wanted: wantedTypes(requestedType ?? undefined),
    ...(types.length > 0 ? { variants: offeredTypes(types) } : {}),
    context: registrationFormContext(app.site.config, country, today),
    homeCountry: country,
    lapsedCodes: ['registration.type_unknown'],
  }
}

/** Takes a new player on when the brand shows no dialog: to where they land, or to the page that takes the code of the mail. A
 *  password that was made for them is shown in any case, since it is shown only once; and a frame of another site has no page
 *  to go to. */
function goOn(app: App, { variant }: RegistrationStart, player: RegisteredAnswer & { readonly landing: string }): void {
  const { userId, password, isSignedIn, retryAfterSeconds, landing } = player
  if (password !== undefined || variant === 'widget') {
    const name = AFTER_REGISTRATION_MODAL
    shellPort.showModal({ id: `${name}-${userId}`, name, params: { ...player, variant } })
    return
  }
  const wait = retryAfterSeconds === undefined ? {} : { wait: String(retryAfterSeconds) }
  const activation = offeredPath(app, 'login', { activate: String(userId), ...wait })
  window.location.assign((isSignedIn ? landing : activation) ?? '/')
}

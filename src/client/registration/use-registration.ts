import { shallowEqual, useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { FormContext } from '#machines/forms/form-context.rules.ts'
import { lacksBonuses, withBonuses } from '#machines/registration/bonus-options.rules.ts'
import type { registrationMachine } from '#machines/registration/registration.machine.ts'
import { checkRegistration, isSecretField } from '#machines/registration/registration-check.rules.ts'
import { currentFields } from '#machines/registration/registration-context.rules.ts'
import { registrationFormContext } from '#machines/registration/registration-form-context.rules.ts'
import { AFTER_REGISTRATION_MODAL, type RegisteredAnswer } from '#machines/registration/registration-setup.machine.ts'
import { useLatest } from '#renderers/forms/use-latest.ts'
import type { FieldDefinition, RegistrationData, WelcomeBonusesAnswer } from '#schemas'
import { type App, useApp } from '../app/app-context.ts'
import { offeredPath } from '../app/paths.ts'
import { report } from '../app/report.ts'
import { shellPort } from '../app/shell-port.ts'
import { registrationFor } from './registration.actors.ts'
import type { RegistrationStart } from './registration-start.ts'

/** A registration that runs, and what is shown of it; it stays the same while the player types. */
export interface RunningRegistration extends Look {
  readonly start: RegistrationStart
  readonly actor: ActorRefFrom<typeof registrationMachine>
  /** What the rules look at besides the answers. */
  readonly context: FormContext
  readonly changeContext: (change: (known: FormContext) => FormContext) => void
}

type Look = Omit<ReturnType<typeof selectLook>, 'bonuses'>

/** Whatever becomes of a registration where it is shown. */
export interface RegistrationEnd {
  /** The account is there; the dialog that greets the player opens after this. */
  readonly onRegistered?: (() => void) | undefined
  /** Where the player goes on, signed in. */
  readonly landing: string
}

/** Runs the registration that an address asks for: loads what belongs to it, and shows or goes where its end leads. */
export function useRegistration(start: RegistrationStart, end: RegistrationEnd): RunningRegistration {
  const app = useApp()
  const [context, changeContext] = useState(() =>
    registrationFormContext(app.site.config, app.state.visitor.country, start.today),
  )
  const [machine] = useState(() => registrationFor(app, start))
  const actor = useActorRef(machine, { input: machineInput(app, start, context) })
  const { bonuses, fields, ...look } = useSelector(actor, selectLook, shallowEqual)
  const isBonusWanted = fields.some(lacksBonuses)
  const shownFields = useMemo(() => withBonuses(fields, bonuses), [fields, bonuses])
  const finish = useLatest((player: RegisteredAnswer) => {
    end.onRegistered?.()
    if (!app.site.config.registration.isModalShown) goOn(app, start, { ...player, landing: end.landing })
  })
  const greet = useLatest((name: string, player: RegisteredAnswer) => {
    const { type } = actor.getSnapshot().context
    const params = { ...player, type, variant: start.variant, landing: end.landing }
    shellPort.showModal({ id: `${name}-${player.userId}`, name, params })
  })

  useEffect(() => {
    const subscriptions = [
      actor.on('registered', finish),
      actor.on('modal.requested', ({ name, params }) => greet(name, params)),
      actor.on('logged', ({ actor: name, code }) => report('registration.load_failed', { actor: name, code })),
    ]
    actor.send({ type: 'data.requested' })
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [actor, finish, greet])
  useEffect(() => {
    if (isBonusWanted) actor.send({ type: 'bonuses.requested' })
  }, [actor, isBonusWanted])

  return { ...look, fields: shownFields, start, actor, context, changeContext }
}

function selectLook(state: SnapshotFrom<typeof registrationMachine>) {
  const { types, type, failure, data, bonuses } = state.context
  return {
    types,
    type,
    failure,
    data: data as RegistrationData | null,
    bonuses: bonuses as WelcomeBonusesAnswer['data'],
    fields: currentFields(state.context) as readonly FieldDefinition[],
    isLoading: state.hasTag('loading'),
    isBusy: state.hasTag('busy'),
    isUnavailable: state.matches({ form: 'unavailable' }),
    hasFailed: state.matches({ form: 'failed' }),
    isDone: state.matches({ form: 'done' }),
  }
}

function machineInput(app: App, { requestedType }: RegistrationStart, context: FormContext) {
  return {
    ...(requestedType ? { requestedType } : {}),
    showsModalAfter: app.site.config.registration.isModalShown,
    // The form shows suggestions while typing; what is sent is judged as the server judges it.
    checkContext: { ...context, confirmedEmails: 'all' },
    checkAnswers: checkRegistration,
    isSecret: isSecretField,
  }
}

/** Takes a new player on when the brand shows no dialog: to where they land, or to the page that takes the code of the mail. A
 *  password that was made for them is shown in any case, since it is shown only once; and a frame of another site has no page
 *  to go to. */
function goOn(app: App, { variant }: RegistrationStart, player: RegisteredAnswer & { readonly landing: string }): void {
  const { userId, password, isSignedIn, landing } = player
  if (password !== undefined || variant === 'widget') {
    const name = AFTER_REGISTRATION_MODAL
    shellPort.showModal({ id: `${name}-${userId}`, name, params: { ...player, variant } })
    return
  }
  const activation = offeredPath(app, 'login', { activate: String(userId) })
  window.location.assign((isSignedIn ? landing : activation) ?? '/')
}

import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useLoaderData } from 'react-router'
import type { FormContext } from '#machines/forms/form-context.rules.ts'
import { checkRegistration, isSecretField } from '#machines/registration/registration-check.rules.ts'
import { currentAnswers, currentFields } from '#machines/registration/registration-context.rules.ts'
import { chosenType, standingErrors } from '#machines/registration/registration-flow.rules.ts'
import { brandDay, registrationFormContext } from '#machines/registration/registration-form-context.rules.ts'
import { AFTER_REGISTRATION_MODAL, type RegisteredAnswer } from '#machines/registration/registration-setup.machine.ts'
import { SchemaForm } from '#renderers/forms/SchemaForm.tsx'
import { Button } from '#renderers/site/Button.tsx'
import { ErrorState } from '#renderers/site/ErrorState.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { Skeleton } from '#renderers/site/Skeleton.tsx'
import { Tabs } from '#renderers/site/Tabs.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { Answers, FieldDefinition } from '#schemas'
import { type App, useApp } from '../app/app-context.ts'
import { offeredPath } from '../app/paths.ts'
import { report } from '../app/report.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../app/screen.ts'
import { shellPort } from '../app/shell-port.ts'
import { RegistrationAside } from './RegistrationAside.tsx'
import { loadFields, loadTypes, type Preloaded, registrationFor } from './registration.actors.ts'
import styles from './registration.module.css'

interface RegistrationScreenData extends Preloaded {
  readonly requestedType: string | null
  readonly bonus: string | null
  /** Today in the brand's time zone, yyyy-MM-dd. */
  readonly today: string
}

/** Loads the types and the fields of the first one. A failure leaves the rest to the machine, which offers a retry (REG-23). */
export async function loadScreen({ app, params, url }: ScreenRequest): Promise<LoadedScreen<RegistrationScreenData>> {
  const requestedType = params.type ?? url.searchParams.get('type') ?? app.site.config.registration.defaultType
  const bonus = url.searchParams.get('bonus')
  const today = brandDay(Date.now(), app.site.config.global.timeZone)
  const preloaded = await preload(app, requestedType)
  return {
    meta: () => ({ title: app.texts.t('registration.title'), description: app.texts.t('registration.lead') }),
    data: { ...preloaded, requestedType, bonus, today },
  }
}

async function preload(app: App, requested: string | null): Promise<Preloaded> {
  try {
    const types = await loadTypes(app)
    const type = chosenType(types, requested ?? undefined)
    return { types, fields: { type, definitions: await loadFields(app, type) } }
  } catch (error) {
    console.warn('registration is not preloaded:', String(error))
    return { types: [], fields: null }
  }
}

/** Registration: the types as tabs, the form of the chosen one, and what speaks for it beside. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const Link = useLink()
  const { data } = useLoaderData<ScreenData<RegistrationScreenData>>()
  const [context, setContext] = useState(() =>
    registrationFormContext(app.site.config, app.state.visitor.country, data.today),
  )
  const [machine] = useState(() => registrationFor(app, data, data.bonus ?? undefined))
  const [state, send, actor] = useMachine(machine, { input: machineInput(app, data, context) })
  const registration = state.context
  const answers = currentAnswers(registration) as Answers
  const fields = currentFields(registration) as readonly FieldDefinition[]
  const isReady = !state.hasTag('loading') && fields.length > 0

  useEffect(() => {
    const subscriptions = [
      actor.on('modal.requested', ({ name, params }) =>
        shellPort.showModal({ id: `${name}-${params.userId}`, name, params: { ...params } }),
      ),
      actor.on('registered', (player) => {
        if (!app.site.config.registration.isModalShown) goOnWithoutModal(app, player)
      }),
      actor.on('logged', ({ actor: name, code }) => report('registration.load_failed', { actor: name, code })),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [actor, app])

  const change = (next: Answers) => {
    for (const [fieldId, value] of Object.entries(next)) {
      if (!Object.is(value, answers[fieldId])) send({ type: 'field.changed', fieldId, value })
    }
    for (const fieldId of Object.keys(answers)) {
      if (!(fieldId in next)) send({ type: 'field.changed', fieldId, value: undefined })
    }
  }
  const { failure } = registration
  return (
    <div className={styles.page}>
      <RegistrationAside />
      <section className={styles.card} aria-labelledby="registration-title">
        <h1 id="registration-title" className={styles.title}>
          {t('registration.title')}
        </h1>
        {registration.types.length > 1 ? (
          <Tabs
            kind="segments"
            isDisabled={state.hasTag('busy')}
            label={t('registration.types')}
            tabs={registration.types.map((id) => ({
              id,
              label: t(app.site.config.registration.types[id]?.titleKey ?? id),
            }))}
            selectedId={registration.type ?? ''}
            onSelect={(name: string) => send({ type: 'type.chosen', name })}
          />
        ) : null}
        {state.matches({ form: 'unavailable' }) && failure ? (
          <ErrorState title={t(failure.code, { ...failure.params })} onRetry={() => send({ type: 'retry.pressed' })} />
        ) : null}
        {isReady ? (
          <SchemaForm
            key={registration.type}
            definitions={fields}
            values={answers}
            errors={standingErrors(registration.judged, answers)}
            context={context}
            onChange={change}
            onSubmit={() => send({ type: 'form.submitted' })}
            onConfirm={(_id, address) =>
              setContext((known) => ({
                ...known,
                confirmedEmails: [...(known.confirmedEmails === 'all' ? [] : (known.confirmedEmails ?? [])), address],
              }))
            }
            isBusy={state.hasTag('busy')}
            submitLabel={t('registration.submit')}
            onUnknownKind={(kind, fieldId) => report('field.unknown_kind', { kind, fieldId })}
          />
        ) : null}
        {state.hasTag('loading') || (!isReady && !failure) ? <FormSkeleton /> : null}
        {state.matches({ form: 'failed' }) && failure ? (
          <div className={styles.failure} role="alert">
            <p>{t(failure.code, { ...failure.params })}</p>
            <Button kind="quiet" type="button" onClick={() => send({ type: 'retry.pressed' })}>
              {t('shell.retry')}
            </Button>
          </div>
        ) : null}
        <p className={styles.aside}>
          {t('registration.have_account')} <Link to={offeredPath(app, 'login') ?? '/'}>{t('shell.sign_in')}</Link>
        </p>
      </section>
    </div>
  )
}

function machineInput(app: App, data: RegistrationScreenData, context: FormContext) {
  return {
    ...(data.requestedType ? { requestedType: data.requestedType } : {}),
    showsModalAfter: app.site.config.registration.isModalShown,
    // The form shows suggestions while typing; what is sent is judged as the server judges it.
    checkContext: { ...context, confirmedEmails: 'all' },
    checkAnswers: checkRegistration,
    isSecret: isSecretField,
  }
}

/** Where a new player goes when the brand shows no modal: on, or to the page that takes the code of the mail. A password that
 *  was made for them is shown in any case, since it is shown only once. */
function goOnWithoutModal(app: App, player: RegisteredAnswer): void {
  const { userId, password, isSignedIn } = player
  if (password !== undefined) {
    shellPort.showModal({
      id: `${AFTER_REGISTRATION_MODAL}-${userId}`,
      name: AFTER_REGISTRATION_MODAL,
      params: { ...player },
    })
    return
  }
  const next = isSignedIn ? offeredPath(app, 'home') : offeredPath(app, 'login', { activate: String(userId) })
  window.location.assign(next ?? '/')
}

const SKELETON_FIELDS = ['a', 'b', 'c', 'd', 'e']

function FormSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {SKELETON_FIELDS.map((id) => (
        <Skeleton key={id} shape="box" />
      ))}
    </div>
  )
}

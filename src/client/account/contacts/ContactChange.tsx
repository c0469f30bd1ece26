import { useEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { emailChangeActors } from '#calls/actors/email-change.actors.ts'
import { phoneChangeActors } from '#calls/actors/phone-change.actors.ts'
import type { AllowingWay } from '#machines/account/contacts/contact-change-setup.machine.ts'
import { emailChangeMachine } from '#machines/account/contacts/email-change.machine.ts'
import { phoneChangeMachine } from '#machines/account/contacts/phone-change.machine.ts'
import { useMachine } from '#renderers/shell/run-machine.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { type App, useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { StepPanel, StepRoot } from '../security/StepParts.tsx'
import { EntryNotice } from '../sign-in/EntryParts.tsx'
import { ContactForm, type ContactKind } from './ContactForm.tsx'
import { ContactCode, ContactSecret } from './ContactSteps.tsx'
import { isolated } from './contact-data.ts'

/** Props of {@link ContactChange}. */
export interface ContactChangeProps {
  readonly kind: ContactKind
  /** How players may prove that the account is theirs. */
  readonly ways: readonly AllowingWay[]
  /** A new address that waits for its code already. */
  readonly waiting?: string | undefined
}

/** Binds or changes a phone or an e-mail address, step by step. */
export function ContactChange(props: ContactChangeProps) {
  return props.kind === 'phone' ? <PhoneChange {...props} /> : <EmailChange {...props} />
}

function PhoneChange({ ways, waiting }: ContactChangeProps) {
  const app = useApp()
  const [takesAppMessages, setTakesAppMessages] = useState(false)
  const chosen = useRef(takesAppMessages)
  chosen.current = takesAppMessages
  const [machine] = useState(() => phoneMachine(app, () => chosen.current))
  const [state, send] = useMachine(machine, { input: useInput(ways, waiting) })
  const messenger = ways.length === 0 ? { isChosen: takesAppMessages, onChange: setTakesAppMessages } : undefined
  return <Steps kind="phone" state={state} onEvent={send} messenger={messenger} />
}

function EmailChange({ ways, waiting }: ContactChangeProps) {
  const app = useApp()
  const [machine] = useState(() => emailMachine(app))
  const [state, send] = useMachine(machine, { input: useInput(ways, waiting) })
  return <Steps kind="email" state={state} onEvent={send} />
}

function useInput(ways: readonly AllowingWay[], waiting: string | undefined) {
  const { site } = useApp()
  const t = useText()
  const codeLabel = t('code.title')
  return { ways, codeLength: site.config.auth.codeLength, codeLabel, ...(waiting === undefined ? {} : { waiting }) }
}

function phoneMachine({ call }: App, takesAppMessages: () => boolean) {
  return phoneChangeMachine.provide({
    actors: {
      begin: fromPromise(({ input }) => phoneChangeActors.begin(call, input)),
      sendCode: fromPromise(({ input }) => phoneChangeActors.sendCode(call, input)),
      allowByCode: fromPromise(({ input }) => phoneChangeActors.allowByCode(call, input)),
      allowBySecret: fromPromise(({ input }) => phoneChangeActors.allowBySecret(call, input)),
      confirm: fromPromise(({ input }) => phoneChangeActors.confirm(call, input, takesAppMessages())),
    },
  })
}

function emailMachine({ call }: App) {
  return emailChangeMachine.provide({
    actors: {
      begin: fromPromise(({ input }) => emailChangeActors.begin(call, input)),
      sendCode: fromPromise(() => emailChangeActors.sendCode(call)),
      allowByCode: fromPromise(({ input }) => emailChangeActors.allowByCode(call, input)),
      allowBySecret: fromPromise(({ input }) => emailChangeActors.allowBySecret(call, input)),
      confirm: fromPromise(({ input }) => emailChangeActors.confirm(call, input)),
    },
  })
}

type StepsProps = Omit<Parameters<typeof ContactCode>[0], 'isAllowing'>

const SECRET_STATES: readonly string[] = ['allowingBySecret', 'checkingSecret']
const FIRST_STATES: readonly string[] = ['entering', 'beginning']

function Steps(props: StepsProps) {
  const { kind, state, onEvent } = props
  const { value } = state
  const step = useRef<HTMLDivElement>(null)
  const panel = panelOf(props)
  const shown = useRef(panel)
  useEffect(() => {
    // When a panel closes and takes its button along, focus moves to the next panel.
    if (shown.current !== panel) step.current?.querySelector<HTMLElement>('input, [tabindex="-1"]')?.focus()
    shown.current = panel
  }, [panel])
  return (
    <StepRoot ref={step}>
      {panel === 'first' ? (
        <StepPanel as="div">
          <ContactForm
            kind={kind}
            fault={state.context.fault}
            isBusy={value === 'beginning'}
            onSubmit={(value) => onEvent({ type: 'address.entered', value })}
          />
        </StepPanel>
      ) : panel === 'secret' ? (
        <ContactSecret {...props} />
      ) : panel === 'done' ? (
        <ContactDone value={state.context.value} />
      ) : (
        <ContactCode {...props} isAllowing={panel === 'allow'} />
      )}
    </StepRoot>
  )
}

function panelOf({ state: { value, context } }: StepsProps): 'first' | 'secret' | 'allow' | 'prove' | 'done' {
  if (FIRST_STATES.includes(value)) return 'first'
  if (SECRET_STATES.includes(value)) return 'secret'
  if (value === 'done') return 'done'
  return context.isAllowed ? 'prove' : 'allow'
}

function ContactDone({ value }: { readonly value: string }) {
  const app = useApp()
  const t = useText()
  const security = offeredPath(app, 'office_security')
  return (
    <StepPanel tabIndex={-1}>
      <EntryNotice role="status">{t('contacts.done', { value: isolated(value) })}</EntryNotice>
      {security ? <ButtonLink to={security}>{t('contacts.to_security')}</ButtonLink> : null}
    </StepPanel>
  )
}

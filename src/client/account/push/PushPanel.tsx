import { useSelector } from '@xstate/react'
import { useEffect, useId, useState } from 'react'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PushAnswer, PushChoice } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { noteFault } from '../../page/report.ts'
import { FormFailure } from '../FormFailure.tsx'
import {
  SettingsCheck,
  SettingsGroup,
  SettingsHeading,
  SettingsLegend,
  SettingsList,
  SettingsPanel,
  SettingsSaid,
  SettingsText,
} from '../profile/SettingsParts.tsx'
import { isPushSupported, pagePushMachine } from './push-actors.ts'

/** The push messages of this device: whether it takes them, and what they are about (APP-5). */
export function PushPanel() {
  const { site } = useApp()
  const [isPage, setPage] = useState(false)
  // What the browser can is known to the page alone; the server draws nothing.
  useEffect(() => setPage(true), [])
  if (!isPage || !site.config.application.push.isOffered || !site.config.application.isServiceWorkerOn) return null
  return <DevicePanel />
}

function DevicePanel() {
  const { call } = useApp()
  const t = useText()
  const id = useId()
  const [answer, setAnswer] = useState<PushAnswer | null>(null)
  const [machine] = useState(() => pagePushMachine(call, setAnswer))
  const device = useActorRef(machine, { input: { isSupported: isPushSupported() } })
  const state = useSelector(device, ({ value }) => value)
  const isBusy = useSelector(device, (snapshot) => snapshot.hasTag('busy'))
  const choice = useSelector(device, ({ context }) => context.wished ?? context.choice)
  const error = useSelector(device, ({ context }) => context.error)
  useEffect(() => {
    const failures = device.on('logged', ({ actor, code }) => noteFault('push.failed', { actor, code }))
    return () => failures.unsubscribe()
  }, [device])
  const isOn = ['on', 'saving', 'removing'].includes(state)
  // Chosen while the choice before is being saved: it is saved after that one.
  const [next, setNext] = useState<PushChoice | null>(null)
  useEffect(() => {
    if (state !== 'on' || next === null) return
    setNext(null)
    device.send({ type: 'choice.made', choice: next })
  }, [device, state, next])
  return (
    <SettingsPanel aria-labelledby={id}>
      <SettingsGroup as="div">
        <SettingsHeading id={id}>{t('push.title')}</SettingsHeading>
        <SettingsText>{t('push.text')}</SettingsText>
      </SettingsGroup>
      <SettingsSaid role="status">
        {state === 'unsupported' || state === 'blocked' ? <SettingsText>{t(`push.${state}`)}</SettingsText> : null}
        {isOn ? <SettingsText>{t('push.is_on')}</SettingsText> : null}
      </SettingsSaid>
      {isOn && choice ? <Choices choice={next ?? choice} answer={answer} onChoose={setNext} /> : null}
      <FormFailure text={error === null ? null : t(error === 'push.endpoint' ? error : 'push.failed')} />
      {isOn ? (
        <div>
          <Button isBusy={state === 'removing'} onClick={() => device.send({ type: 'devices.declined' })}>
            {t('push.turn_off')}
          </Button>
        </div>
      ) : null}
      {['off', 'asking', 'adding'].includes(state) ? (
        <div>
          <Button kind="primary" icon="bell" isBusy={isBusy} onClick={() => device.send({ type: 'devices.wanted' })}>
            {t('push.turn_on')}
          </Button>
        </div>
      ) : null}
    </SettingsPanel>
  )
}

interface ChoicesProps {
  readonly choice: PushChoice
  readonly answer: PushAnswer | null
  readonly onChoose: (choice: PushChoice) => void
}

function Choices({ choice, answer, onChoose }: ChoicesProps) {
  const t = useText()
  const hasQuiet = answer !== null && answer.quietFrom !== answer.quietUntil
  const line = (name: keyof PushChoice, text: string) => (
    <SettingsCheck key={name}>
      <input
        type="checkbox"
        checked={choice[name]}
        onChange={({ target }) => onChoose({ ...choice, [name]: target.checked })}
      />
      {text}
    </SettingsCheck>
  )
  return (
    <SettingsGroup>
      <SettingsLegend>{t('push.choice')}</SettingsLegend>
      <SettingsList>
        {line('games', t('push.topic_games'))}
        {line('bets', t('push.topic_bets'))}
        {line('messages', t('push.topic_messages'))}
        {hasQuiet ? line('isQuiet', t('push.quiet', { from: answer.quietFrom, until: answer.quietUntil })) : null}
      </SettingsList>
    </SettingsGroup>
  )
}

import { subscribeToMailing } from '#calls/settings.calls.ts'
import { type MailingTopic, type MailingWay, mailingSetting } from '#machines/account/settings.rules.ts'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { RouteId } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { shellPort } from '../../page/shell-port.ts'
import { FormFailure } from '../FormFailure.tsx'
import {
  SettingsCheck,
  SettingsChecks,
  SettingsGroup,
  SettingsHeading,
  SettingsLegend,
  SettingsMissing,
  SettingsPanel,
  SettingsText,
} from '../profile/SettingsParts.tsx'
import { usePlayerSettings } from '../profile/use-player-settings.ts'
import { useSending } from '../use-sending.ts'

/** By which ways the player can be reached. */
export interface Reach {
  readonly hasEmail: boolean
  readonly hasPhone: boolean
}

/** Props of {@link Missing}. */
export interface MissingProps {
  readonly text: string
  readonly routeId: RouteId
  readonly action: string
}

/** A way by which the player cannot be reached yet, and where that is put right. */
export function Missing({ text, routeId, action }: MissingProps) {
  const app = useApp()
  const t = useText()
  const to = offeredPath(app, routeId)
  return (
    <SettingsMissing>
      <SettingsText>{t(text)}</SettingsText>
      {to ? <ButtonLink to={to}>{t(action)}</ButtonLink> : null}
    </SettingsMissing>
  )
}

/** Props of {@link Topic}. */
export interface TopicProps {
  readonly topic: MailingTopic
  readonly reach: Reach
  /** The ways that may be chosen. */
  readonly ways: readonly MailingWay[]
}

/** What may come about one thing, by the ways that the player chooses. */
export function Topic({ topic, reach, ways }: TopicProps) {
  const t = useText()
  const { settings, save } = usePlayerSettings()
  const isReached = { email: reach.hasEmail, sms: reach.hasPhone }
  return (
    <SettingsGroup>
      <SettingsLegend>{t(`settings.topic_${topic}`)}</SettingsLegend>
      <SettingsChecks>
        {ways.map((way) => {
          const id = mailingSetting(topic, way)
          return (
            <SettingsCheck key={way}>
              <input
                type="checkbox"
                checked={settings[id] === 'on'}
                disabled={!isReached[way] && settings[id] !== 'on'}
                onChange={(event) => void save(id, event.target.checked ? 'on' : 'off')}
              />
              {t(`settings.way_${way}`)}
            </SettingsCheck>
          )
        })}
      </SettingsChecks>
    </SettingsGroup>
  )
}

/** The mail with the address of the site (ACC-20). */
export function SiteAddress() {
  const { call } = useApp()
  const t = useText()
  const { isBusy, errorAt, send } = useSending<never>('site-address', {})
  const ask = async () => {
    const isSent = await send(() => call(subscribeToMailing, { body: { mail_type: 'vip-domain', type: 0 } }))
    if (isSent) shellPort.notify({ id: 'site-address', kind: 'success', text: 'settings.address_sent' })
  }
  return (
    <SettingsPanel aria-labelledby="site-address">
      <SettingsGroup as="div">
        <SettingsHeading id="site-address">{t('settings.address_title')}</SettingsHeading>
        <SettingsText>{t('settings.address_text')}</SettingsText>
      </SettingsGroup>
      <FormFailure text={errorAt('form')} />
      <div>
        <Button icon="mail" isBusy={isBusy} onClick={() => void ask()}>
          {t('settings.address_send')}
        </Button>
      </div>
    </SettingsPanel>
  )
}

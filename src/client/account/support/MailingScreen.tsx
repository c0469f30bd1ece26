import { useLoaderData } from 'react-router'
import { getSettings, subscribeToMailing } from '#calls/settings.calls.ts'
import { MAILING_TOPICS, MAILING_WAYS, type MailingTopic, mailingSetting } from '#machines/account/settings.rules.ts'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { RouteId } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
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
import { PushPanel } from '../push/PushPanel.tsx'
import { useSending } from '../use-sending.ts'

interface Reach {
  readonly hasEmail: boolean
  readonly hasPhone: boolean
}

/** Loads by which ways the player can be reached. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<Reach>> {
  const { hasEmail, hasPhone } = (await app.call(getSettings, {})).data.attributes
  return {
    meta: () => ({ title: app.texts.t('office.settings_mailing'), isPrivate: true }),
    data: { hasEmail, hasPhone },
  }
}

/** What may come to the player, by which way; and the mail with the address of the site (ACC-20). */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<Reach>>()
  const { hasEmail, hasPhone } = data
  return (
    <OfficePage title={t('office.settings_mailing')} text={t('settings.mailing_text')}>
      <SettingsPanel as="div">
        {MAILING_TOPICS.map((topic) => (
          <Topic key={topic} topic={topic} reach={data} />
        ))}
        {hasEmail ? null : <Missing text="settings.no_email" routeId="office_email_change" action="office.email" />}
        {hasPhone ? null : <Missing text="settings.no_phone" routeId="office_phone_binding" action="office.phone" />}
      </SettingsPanel>
      {hasEmail ? <SiteAddress /> : null}
      <PushPanel />
    </OfficePage>
  )
}

interface MissingProps {
  readonly text: string
  readonly routeId: RouteId
  readonly action: string
}

/** A way by which the player cannot be reached yet, and where that is put right. */
function Missing({ text, routeId, action }: MissingProps) {
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

function Topic({ topic, reach }: { readonly topic: MailingTopic; readonly reach: Reach }) {
  const t = useText()
  const { settings, save } = usePlayerSettings()
  const isReached = { email: reach.hasEmail, sms: reach.hasPhone }
  return (
    <SettingsGroup>
      <SettingsLegend>{t(`settings.topic_${topic}`)}</SettingsLegend>
      <SettingsChecks>
        {MAILING_WAYS.map((way) => {
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

function SiteAddress() {
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

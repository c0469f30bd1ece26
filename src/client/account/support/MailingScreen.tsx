import { useLoaderData } from 'react-router'
import { getSettings } from '#calls/settings.calls.ts'
import { MAILING_TOPICS, MAILING_WAYS } from '#machines/account/settings.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { SettingsPanel } from '../profile/SettingsParts.tsx'
import { PushPanel } from '../push/PushPanel.tsx'
import { Missing, type Reach, SiteAddress, Topic } from './MailingParts.tsx'

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
          <Topic key={topic} topic={topic} reach={data} ways={MAILING_WAYS} />
        ))}
        {hasEmail ? null : <Missing text="settings.no_email" routeId="office_email_change" action="office.email" />}
        {hasPhone ? null : <Missing text="settings.no_phone" routeId="office_phone_binding" action="office.phone" />}
      </SettingsPanel>
      {hasEmail ? <SiteAddress /> : null}
      <PushPanel />
    </OfficePage>
  )
}

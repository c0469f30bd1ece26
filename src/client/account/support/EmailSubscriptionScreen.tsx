import { useLoaderData } from 'react-router'
import { getSettings } from '#calls/settings.calls.ts'
import { MAILING_TOPICS } from '#machines/account/settings.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { SettingsPanel } from '../profile/SettingsParts.tsx'
import { Missing, type Reach, SiteAddress, Topic } from './MailingParts.tsx'

/** Loads whether mail reaches the player. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<Reach>> {
  const { hasEmail, hasPhone } = (await app.call(getSettings, {})).data.attributes
  return {
    meta: () => ({ title: app.texts.t('settings.email_title'), isPrivate: true }),
    data: { hasEmail, hasPhone },
  }
}

/** What comes to the player by mail: the place that letters of news lead to (OFF-17). */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<Reach>>()
  return (
    <OfficePage title={t('settings.email_title')} text={t('settings.email_text')}>
      <SettingsPanel as="div">
        {MAILING_TOPICS.map((topic) => (
          <Topic key={topic} topic={topic} reach={data} ways={EMAIL} />
        ))}
        {data.hasEmail ? null : (
          <Missing text="settings.no_email" routeId="office_email_change" action="office.email" />
        )}
      </SettingsPanel>
      {data.hasEmail ? <SiteAddress /> : null}
    </OfficePage>
  )
}

const EMAIL = ['email'] as const

import { useLoaderData } from 'react-router'
import { getSettings } from '#calls/settings.calls.ts'
import { CheckList } from '#renderers/site/content/CheckList.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { SettingsAnswer } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { linkTarget } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { settingsPlaces } from './settings.selectors.ts'

type Settings = SettingsAnswer['data']['attributes']

/** Loads what the player has set. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<Settings>> {
  const { data } = await app.call(getSettings, {})
  return { meta: () => ({ title: app.texts.t('site.office_settings'), isPrivate: true }), data: data.attributes }
}

/** The settings: what each part is set to, and the way there. */
export function Screen() {
  const app: App = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<Settings>>()
  const items = settingsPlaces(app, data).flatMap(({ entry, text }) => {
    const to = linkTarget(app, entry)
    if (to === null) return []
    const { id, labelKey, icon = 'settings' } = entry
    return [{ id, title: t(labelKey), text, isDone: null, icon, to, action: t('settings.change') }]
  })
  return (
    <OfficePage title={t('site.office_settings')} text={t('settings.text')}>
      <CheckList items={items} />
    </OfficePage>
  )
}

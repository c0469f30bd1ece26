import { MAILING_TOPICS, MAILING_WAYS, mailingSetting } from '#machines/account/settings.rules.ts'
import type { MenuEntry, RouteId, SettingsAnswer } from '#schemas'
import type { App } from '../../page/app-context.ts'
import { inOrder, isShown } from '../../page/paths.ts'

/** A part of the settings with what it is set to. */
export interface SettingsPlace {
  readonly entry: MenuEntry & { readonly id: string }
  readonly text: string
}

/** The parts of the settings as the menu names them, in the words of what each is set to. */
export function settingsPlaces(app: App, settings: SettingsAnswer['data']['attributes']): SettingsPlace[] {
  const words = stateWords(app, settings)
  return inOrder(app.site.config.office.settingsMenu)
    .filter((entry) => isShown(app, entry))
    .map((entry) => ({ entry, text: (entry.routeId && words[entry.routeId]) ?? '' }))
}

function stateWords(
  { texts: { t }, state, site }: App,
  { settings, lineDisallowSport, liveDisallowSport }: SettingsAnswer['data']['attributes'],
): Readonly<Partial<Record<RouteId, string>>> {
  const ways = MAILING_TOPICS.flatMap((topic) => MAILING_WAYS.map((way) => settings[mailingSetting(topic, way)]))
  return {
    office_settings_account: [
      settings.time_zone ?? site.config.global.timeZone,
      t(`shell.scheme_${settings.color_scheme ?? state.scheme}`),
      t(`settings.font_${settings.font_size ?? 'normal'}`),
    ].join(' · '),
    office_settings_wallets: t('settings.state_wallets'),
    office_settings_mailing: t('settings.state_mailing', { number: ways.filter((way) => way === 'on').length }),
    office_settings_disallow_sports: t('settings.state_sports', {
      line: lineDisallowSport.length,
      live: liveDisallowSport.length,
    }),
  }
}

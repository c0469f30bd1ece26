import { useEffect, useId, useState } from 'react'
import { SelectBox } from '#renderers/site/SelectBox.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { Panel } from '../../page/office/OfficeParts.tsx'
import { useScheme } from '../../page/scheme.tsx'
import type { LoadedScreen, ScreenRequest } from '../../page/screen.ts'
import { ChoiceGroup } from '../ChoiceGroup.tsx'
import { EntryInput } from '../sign-in/EntryParts.tsx'
import styles from './settings.module.css'
import { usePlayerSettings } from './use-player-settings.ts'

/** Nothing has to be loaded: the page has the player's settings. */
export function loadScreen({ app }: ScreenRequest): LoadedScreen<null> {
  return { meta: () => ({ title: app.texts.t('office.settings_account'), isPrivate: true }), data: null }
}

const SCHEMES = [
  { value: 'light', icon: 'sun' },
  { value: 'dark', icon: 'moon' },
  { value: 'system', icon: 'monitor' },
] as const
const FONT_SIZES = ['normal', 'large', 'largest'] as const

/** How the site looks for the player: times, colours, size of text (OFF-12, STORE-1). */
export function Screen() {
  const t = useText()
  const { scheme, choose } = useScheme()
  const { settings, save } = usePlayerSettings()
  return (
    <OfficePage title={t('office.settings_account')} text={t('settings.account_text')}>
      <Panel as="div" className={styles.panel}>
        <TimeZone value={settings.time_zone ?? ''} onChoose={(zone) => void save('time_zone', zone)} />
        <ChoiceGroup
          legend={t('settings.color_scheme')}
          value={scheme}
          choices={SCHEMES.map((choice) => ({ ...choice, label: t(`shell.scheme_${choice.value}`) }))}
          onChoose={(value) => {
            choose(value)
            void save('color_scheme', value)
          }}
        />
        <ChoiceGroup
          legend={t('settings.font_size')}
          value={settings.font_size ?? 'normal'}
          choices={FONT_SIZES.map((value) => ({ value, label: t(`settings.font_${value}`) }))}
          onChoose={(value) => void save('font_size', value)}
        />
      </Panel>
    </OfficePage>
  )
}

interface TimeZoneProps {
  /** Empty: that of the site. */
  readonly value: string
  readonly onChoose: (zone: string) => void
}

function TimeZone({ value, onChoose }: TimeZoneProps) {
  const { site } = useApp()
  const t = useText()
  const id = useId()
  const { device, zones } = useDeviceZones()
  const others = zones.filter((zone) => zone !== device)
  const isListed = value === '' || value === device || others.includes(value)
  return (
    <div className={styles.group}>
      <label className={styles.legend} htmlFor={id}>
        {t('settings.time_zone')}
      </label>
      <SelectBox>
        <EntryInput
          as="select"
          id={id}
          value={value}
          aria-describedby={`${id}-help`}
          onChange={(event) => onChoose(event.target.value)}
        >
          <option value="">{t('settings.time_zone_site', { zone: site.config.global.timeZone })}</option>
          {device ? <option value={device}>{t('settings.time_zone_device', { zone: device })}</option> : null}
          {isListed ? null : <option value={value}>{value}</option>}
          {others.map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </EntryInput>
      </SelectBox>
      <p id={`${id}-help`} className={styles.text}>
        {t('settings.time_zone_help')}
      </p>
    </div>
  )
}

/** The zones that this browser knows, and its own; none while the page is made on the server, which knows others. */
function useDeviceZones(): { readonly device: string; readonly zones: readonly string[] } {
  const [known, setKnown] = useState<ReturnType<typeof useDeviceZones>>({ device: '', zones: [] })
  useEffect(() => {
    const device = new Intl.DateTimeFormat().resolvedOptions().timeZone
    setKnown({ device, zones: Intl.supportedValuesOf('timeZone') })
  }, [])
  return known
}

import { restyled, styled } from '#renderers/site/styled.tsx'
import { Panel } from '../../page/office/OfficeParts.tsx'
import styles from './settings.module.css'

/** An element in the class `check` of settings.module.css. */
export const SettingsCheck = styled('label', styles.check)

/** An element in the class `checks` of settings.module.css. */
export const SettingsChecks = styled('div', styles.checks)

/** An element in the class `group` of settings.module.css. */
export const SettingsGroup = styled('fieldset', styles.group)

/** An element in the class `heading` of settings.module.css. */
export const SettingsHeading = styled('h2', styles.heading)

/** An element in the class `legend` of settings.module.css. */
export const SettingsLegend = styled('legend', styles.legend)

/** An element in the class `list` of settings.module.css: choices below each other. */
export const SettingsList = styled('div', styles.list)

/** An element in the class `missing` of settings.module.css. */
export const SettingsMissing = styled('div', styles.missing)

/** An element in the class `said` of settings.module.css. */
export const SettingsSaid = styled('div', styles.said)

/** An element in the class `segment` of settings.module.css. */
export const SettingsSegment = styled('label', styles.segment)

/** An element in the class `segments` of settings.module.css. */
export const SettingsSegments = styled('div', styles.segments)

/** An element in the class `text` of settings.module.css. */
export const SettingsText = styled('p', styles.text)

/** The panel of settings, wider than others. */
export const SettingsPanel = restyled(Panel, styles.panel)

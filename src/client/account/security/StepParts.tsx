import { restyled, styled } from '#renderers/site/styled.tsx'
import { Panel } from '../../page/office/OfficeParts.tsx'
import { EntryPanelForm } from '../sign-in/EntryParts.tsx'
import styles from './two-factor.module.css'

/** An element in the class `actions` of two-factor.module.css. */
export const StepActions = styled('div', styles.actions)

/** An element in the class `heading` of two-factor.module.css. */
export const StepHeading = styled('p', styles.heading)

/** An element in the class `root` of two-factor.module.css. */
export const StepRoot = styled('div', styles.root)

/** An element in the class `text` of two-factor.module.css. */
export const StepText = styled('p', styles.text)

/** The panel of a step. */
export const StepPanel = restyled(Panel, styles.panel)

/** A step that is a form. */
export const StepForm = restyled(EntryPanelForm, styles.panel)

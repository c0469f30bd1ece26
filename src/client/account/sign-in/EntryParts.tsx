import { restyled, styled } from '#renderers/site/styled.tsx'
import { Panel } from '../../page/office/OfficeParts.tsx'
import styles from './entry.module.css'

/** An element in the class `card` of entry.module.css. */
export const EntryCard = styled('section', styles.card)

/** An element in the class `error` of entry.module.css. */
export const EntryError = styled('p', styles.error)

/** An element in the class `failure` of entry.module.css. */
export const EntryFailure = styled('p', styles.failure)

/** An element in the class `field` of entry.module.css. */
export const EntryField = styled('div', styles.field)

/** An element in the class `form` of entry.module.css. */
export const EntryForm = styled('form', styles.form)

/** An element in the class `title` of entry.module.css. */
export const EntryHeading = styled('h1', styles.title)

/** An element in the class `input` of entry.module.css. */
export const EntryInput = styled('input', styles.input)

/** An element in the class `label` of entry.module.css. */
export const EntryLabel = styled('label', styles.label)

/** An element in the class `lead` of entry.module.css. */
export const EntryLead = styled('p', styles.lead)

/** An element in the class `note` of entry.module.css. */
export const EntryNote = styled('p', styles.note)

/** An element in the class `notice` of entry.module.css. */
export const EntryNotice = styled('p', styles.notice)

/** An element in the class `page` of entry.module.css. */
export const EntryPage = styled('div', styles.page)

/** An element in the class `reveal` of entry.module.css. */
export const EntryReveal = styled('span', styles.reveal)

/** An element in the class `row` of entry.module.css. */
export const EntryRow = styled('div', styles.row)

/** An element in the class `secret` of entry.module.css. */
export const EntrySecret = styled('div', styles.secret)

/** A form on a panel of the office. */
export const EntryPanelForm = restyled(Panel, styles.form)

/** A notice with what can be done about it. */
export const EntryNoticeForm = styled('div', `${styles.notice} ${styles.form}`)

import { restyled, styled } from '#renderers/site/styled.tsx'
import { EntryInput } from '../sign-in/EntryParts.tsx'
import styles from './security.module.css'

/** An element in the class `actions` of security.module.css. */
export const SecurityActions = styled('div', styles.actions)

/** An element in the class `choice` of security.module.css. */
export const SecurityChoice = styled('label', styles.choice)

/** An element in the class `heading` of security.module.css. */
export const SecurityHeading = styled('h2', styles.heading)

/** An element in the class `ownData` of security.module.css. */
export const SecurityOwnData = styled('section', styles.ownData)

/** A longer text. */
export const SecurityMessage = restyled(EntryInput, styles.message)

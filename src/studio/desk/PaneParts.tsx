import { styled } from '#renderers/site/styled.tsx'
import styles from './AppealPane.module.css'

/** An element in the class `actions` of AppealPane.module.css. */
export const PaneActions = styled('div', styles.actions)

/** An element in the class `facts` of AppealPane.module.css. */
export const PaneFacts = styled('p', styles.facts)

/** An element in the class `text` of AppealPane.module.css. */
export const PaneText = styled('p', styles.text)

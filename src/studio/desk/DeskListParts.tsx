import { styled } from '#renderers/site/styled.tsx'
import styles from './DeskList.module.css'

/** An element in the class `facts` of DeskList.module.css. */
export const ListFacts = styled('span', styles.facts)

/** An element in the class `none` of DeskList.module.css. */
export const ListNone = styled('p', styles.none)

/** An element in the class `number` of DeskList.module.css. */
export const ListNumber = styled('code', styles.number)

/** An element in the class `row` of DeskList.module.css. */
export const ListRow = styled('button', styles.row)

/** An element in the class `rows` of DeskList.module.css. */
export const ListRows = styled('ul', styles.rows)

/** An element in the class `title` of DeskList.module.css. */
export const ListTitle = styled('span', styles.title)

/** An element in the class `who` of DeskList.module.css. */
export const ListWho = styled('span', styles.who)

import { styled } from '#renderers/site/styled.tsx'
import styles from './office.module.css'

/** An element in the class `balance` of office.module.css. */
export const OfficeBalance = styled('p', styles.balance)

/** An element in the class `balanceLabel` of office.module.css. */
export const OfficeBalanceLabel = styled('span', styles.balanceLabel)

/** An element in the class `content` of office.module.css. */
export const OfficeContent = styled('div', styles.content)

/** An element in the class `face` of office.module.css. */
export const OfficeFace = styled('span', styles.face)

/** An element in the class `office` of office.module.css. */
export const OfficeLayout = styled('div', styles.office)

/** An element in the class `number` of office.module.css. */
export const OfficeNumber = styled('p', styles.number)

/** An element in the class `page` of office.module.css. */
export const OfficePage = styled('div', styles.page)

/** An element in the class `player` of office.module.css. */
export const OfficePlayer = styled('div', styles.player)

/** An element in the class `side` of office.module.css. */
export const OfficeSide = styled('div', styles.side)

/** The surface of what a screen of the office is for: a form, or what is so and what can be done about it. */
export const Panel = styled('section', styles.panel)

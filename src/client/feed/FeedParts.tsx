import { styled } from '#renderers/site/styled.tsx'
import styles from './feed.module.css'

/** An element in the class `banner` of feed.module.css. */
export const FeedBanner = styled('div', styles.banner)

/** An element in the class `cards` of feed.module.css. */
export const FeedCards = styled('div', styles.cards)

/** An element in the class `champ` of feed.module.css. */
export const FeedChamp = styled('div', styles.champ)

/** An element in the class `champName` of feed.module.css. */
export const FeedChampName = styled('bdi', styles.champName)

/** An element in the class `champs` of feed.module.css. */
export const FeedChamps = styled('ul', styles.champs)

/** An element in the class `chip` of feed.module.css. */
export const FeedChip = styled('div', styles.chip)

/** An element in the class `chips` of feed.module.css. */
export const FeedChips = styled('ul', styles.chips)

/** An element in the class `count` of feed.module.css. */
export const FeedCount = styled('span', styles.count)

/** An element in the class `duel` of feed.module.css. */
export const FeedDuel = styled('h3', styles.duel)

/** An element in the class `event` of feed.module.css. */
export const FeedEvent = styled('div', styles.event)

/** An element in the class `express` of feed.module.css. */
export const FeedExpress = styled('section', styles.express)

/** An element in the class `expresses` of feed.module.css. */
export const FeedExpresses = styled('div', styles.expresses)

/** An element in the class `field` of feed.module.css. */
export const FeedField = styled('input', styles.field)

/** An element in the class `menuTitle` of feed.module.css. */
export const FeedMenuTitle = styled('p', styles.menuTitle)

/** An element in the class `more` of feed.module.css. */
export const FeedMore = styled('div', styles.more)

/** An element in the class `note` of feed.module.css. */
export const FeedNote = styled('p', styles.note)

/** An element in the class `search` of feed.module.css. */
export const FeedSearch = styled('form', styles.search)

/** An element in the class `part` of feed.module.css. */
export const FeedSection = styled('section', styles.part)

/** An element in the class `partTitle` of feed.module.css. */
export const FeedSectionTitle = styled('h2', styles.partTitle)

/** An element in the class `together` of feed.module.css. */
export const FeedTogether = styled('p', styles.together)

/** An element in the class `wideText` of feed.module.css. */
export const FeedWideText = styled('span', styles.wideText)

/** Chips in one line that scrolls. */
export const FeedStrip = styled('ul', `${styles.chips} ${styles.strip}`)

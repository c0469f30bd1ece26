import { styled } from '#renderers/site/styled.tsx'
import styles from './game.module.css'

/** An element in the class `bar` of game.module.css. */
export const GameBar = styled('div', styles.bar)

/** An element in the class `barButtons` of game.module.css. */
export const GameBarButtons = styled('div', styles.barButtons)

/** An element in the class `buttons` of game.module.css. */
export const GameButtons = styled('div', styles.buttons)

/** An element in the class `chips` of game.module.css. */
export const GameChips = styled('div', styles.chips)

/** An element in the class `failure` of game.module.css. */
export const GameFailure = styled('p', styles.failure)

/** An element in the class `fair` of game.module.css. */
export const GameFair = styled('p', styles.fair)

/** An element in the class `fairness` of game.module.css. */
export const GameFairness = styled('details', styles.fairness)

/** An element in the class `lines` of game.module.css. */
export const GameLines = styled('dl', styles.lines)

/** An element in the class `play` of game.module.css. */
export const GamePlay = styled('button', styles.play)

/** An element in the class `stake` of game.module.css. */
export const GameStakeRow = styled('div', styles.stake)

/** An element in the class `step` of game.module.css. */
export const GameStep = styled('button', styles.step)

/** An element in the class `table` of game.module.css. */
export const GameTableFrame = styled('div', styles.table)

/** An element in the class `waiting` of game.module.css. */
export const GameWaiting = styled('div', styles.waiting)

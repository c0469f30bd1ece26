import { styled } from '../site/styled.tsx'
import styles from './RoundStory.module.css'

/** A round in words: what happened in it, step by step. An element in the class `story` of RoundStory.module.css. */
export const RoundStory = styled('section', styles.story)

/** The head of a step: what it was, and what it paid. An element in the class `head` of RoundStory.module.css. */
export const RoundStepHead = styled('p', styles.head)

import { styled } from '#renderers/site/styled.tsx'
import styles from './frame.module.css'

/** An element in the class `stage` of frame.module.css. */
export const FrameStage = styled('div', styles.stage)

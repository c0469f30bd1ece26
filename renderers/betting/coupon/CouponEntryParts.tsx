import { styled } from '../../site/styled.tsx'
import styles from './CouponEntryCard.module.css'

/** An element in the class `age` of CouponEntryCard.module.css. */
export const CouponEntryAge = styled('p', styles.age)

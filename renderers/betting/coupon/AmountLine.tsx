import styles from './AmountLine.module.css'

/** A line of a reckoning, within a `dl`: what it is and how much; the main one stands out. */
export function AmountLine({
  name,
  value,
  isMain,
}: {
  readonly name: string
  readonly value: string
  readonly isMain?: boolean
}) {
  return (
    <div className={styles.line} data-main={isMain}>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  )
}

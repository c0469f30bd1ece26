import styles from './DeskFacts.module.css'

/** Names and values under a heading; nothing when there are none. */
export function DeskFacts(props: { readonly title: string; readonly facts: readonly (readonly [string, string])[] }) {
  const { title, facts } = props
  if (facts.length === 0) return null
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

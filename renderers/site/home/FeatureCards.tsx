import { useId } from 'react'
import { Card } from '../Card.tsx'
import { Icon } from '../Icon.tsx'
import { useLink } from '../link.tsx'
import { SectionHeading } from '../SectionHeading.tsx'
import styles from './FeatureCards.module.css'

/** One reason to stay. */
export interface Feature {
  readonly id: string
  readonly icon: string
  readonly title: string
  readonly text: string
  /** The page that says more. */
  readonly to?: string | undefined
}

/** Props of {@link FeatureCards}. */
export interface FeatureCardsProps {
  readonly title: string
  /** A sentence below the heading. */
  readonly text?: string | undefined
  readonly features: readonly Feature[]
}

/** What the house offers, in a few cards of a sign, a line and a sentence. */
export function FeatureCards({ title, text, features }: FeatureCardsProps) {
  const headingId = useId()
  const Link = useLink()
  if (features.length === 0) return null
  return (
    <section aria-labelledby={headingId}>
      <SectionHeading id={headingId} title={title} text={text} />
      <ul className={styles.grid}>
        {features.map((feature) => (
          <Card key={feature.id} as="li">
            <div className={styles.card}>
              <span className={styles.icon}>
                <Icon name={feature.icon} size={24} />
              </span>
              <div className={styles.words}>
                <h3 className={styles.title}>
                  {feature.to ? (
                    <Link to={feature.to} className={styles.link}>
                      {feature.title}
                    </Link>
                  ) : (
                    feature.title
                  )}
                </h3>
                <p className={styles.text}>{feature.text}</p>
              </div>
            </div>
          </Card>
        ))}
      </ul>
    </section>
  )
}

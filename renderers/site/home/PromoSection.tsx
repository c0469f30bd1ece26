import { useId } from 'react'
import { Badge } from '../Badge.tsx'
import { ButtonLink } from '../Button.tsx'
import { Card } from '../Card.tsx'
import { Icon } from '../Icon.tsx'
import { useLink } from '../link.tsx'
import { SectionHeading } from '../SectionHeading.tsx'
import { BannerPicture, type ResponsivePicture } from './BannerPicture.tsx'
import styles from './PromoSection.module.css'

/** One promotion. */
export interface Promo {
  readonly id: string
  readonly title: string
  readonly text?: string | undefined
  readonly to: string
  readonly picture?: ResponsivePicture | undefined
  /** A word on the picture, e.g. "New". */
  readonly badge?: string | undefined
  /** Until when it runs, already written in the page's language. */
  readonly until?: string | undefined
  readonly actionLabel?: string | undefined
}

/** Props of {@link PromoSection}. */
export interface PromoSectionProps {
  readonly title: string
  readonly allPath?: string | undefined
  readonly promos: readonly Promo[]
}

/** Promotions as a row of cards with a peek of the next. */
export function PromoSection({ title, allPath, promos }: PromoSectionProps) {
  const headingId = useId()
  if (promos.length === 0) return null
  return (
    <section aria-labelledby={headingId}>
      <SectionHeading id={headingId} title={title} allPath={allPath} />
      <ul className={styles.row}>
        {promos.map((promo) => (
          <li key={promo.id} className={styles.item}>
            <PromoCard {...promo} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PromoCard({ title, text, to, picture, badge, until, actionLabel }: Promo) {
  const Link = useLink()
  return (
    <Card as="article" padding="none">
      <div className={styles.card}>
        <div className={styles.art}>
          {picture ? <BannerPicture picture={picture} className={styles.picture} /> : <Icon name="gift" size={48} />}
          {badge && (
            <span className={styles.badge}>
              <Badge kind="accent">{badge}</Badge>
            </span>
          )}
        </div>
        <div className={styles.words}>
          <h3 className={styles.title}>
            <Link to={to} className={styles.link}>
              {title}
            </Link>
          </h3>
          {text && <p className={styles.text}>{text}</p>}
          <div className={styles.end}>
            {until && <span className={styles.until}>{until}</span>}
            {actionLabel && (
              <ButtonLink to={to} size="small" tabIndex={-1} aria-hidden="true">
                {actionLabel}
              </ButtonLink>
            )}
          </div>
        </div>
      </div>
    </Card>
  )
}

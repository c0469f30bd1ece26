import { Flag } from '../../site/Flag.tsx'
import { Icon } from '../../site/Icon.tsx'
import { useLink } from '../../site/link.tsx'
import { SectionHeading } from '../../site/SectionHeading.tsx'
import { useText } from '../../site/texts.tsx'
import styles from './ChampStrip.module.css'

/** A championship of {@link ChampStrip}. */
export interface StripChamp {
  readonly id: string
  readonly name: string
  /** Its country, or its sport when it has none. */
  readonly place: string
  /** Code of its country, whose flag is drawn. */
  readonly countryCode?: string | undefined
  readonly icon: string
  readonly to: string
  /** Games that can be bet on there. */
  readonly count: number
  /** Games that are played there now; 0 says nothing. */
  readonly liveCount: number
}

/** Props of {@link ChampStrip}. */
export interface ChampStripProps {
  readonly label: string
  readonly champs: readonly StripChamp[]
}

/** Championships beside each other: the shortest ways to where most is played. */
export function ChampStrip({ label, champs }: ChampStripProps) {
  const t = useText()
  const Link = useLink()
  return (
    <nav aria-label={label}>
      <SectionHeading title={label} />
      <ul className={styles.strip}>
        {champs.map(({ id, name, place, countryCode, icon, to, count, liveCount }) => (
          <li key={id} className={styles.item}>
            <Link to={to} className={styles.champ}>
              <span className={styles.icon}>
                <Icon name={icon} size={20} />
              </span>
              <span className={styles.words}>
                <span className={styles.name}>
                  <bdi>{name}</bdi>
                </span>
                <span className={styles.place}>
                  <Flag code={countryCode} />
                  <span className={styles.placeName}>{place}</span>
                </span>
              </span>
              {liveCount > 0 ? (
                <span className={styles.live}>{t('board.live')}</span>
              ) : (
                <span className={styles.count}>{count}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import { useId } from 'react'
import { ButtonLink } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import { useLink } from '../link.tsx'
import { useText } from '../texts.tsx'
import { BannerPicture, type ResponsivePicture } from './BannerPicture.tsx'
import styles from './WelcomeBonus.module.css'

/** Props of {@link WelcomeBonus}. */
export interface WelcomeBonusProps {
  /** What the bonus is for, e.g. "Welcome bonus on your first deposit". */
  readonly title: string
  /** The bonus itself as the page writes it, e.g. "100 % up to 100 €". */
  readonly value: string
  readonly text?: string | undefined
  /** The steps to it, in order. */
  readonly steps?: readonly string[]
  readonly actionLabel: string
  readonly to: string
  /** The full conditions: never further away than one press. */
  readonly termsPath?: string | undefined
  /** The conditions that matter most, in one line. */
  readonly terms?: string | undefined
  readonly icon?: string
  readonly picture?: ResponsivePicture | undefined
}

/** The offer to a new player: how much, how to get it, under which conditions. */
export function WelcomeBonus(props: WelcomeBonusProps) {
  const { title, value, text, steps = [], actionLabel, to, icon = 'gift', picture } = props
  const titleId = useId()
  return (
    <section className={styles.bonus} aria-labelledby={titleId}>
      <div className={styles.offer}>
        <p className={styles.value}>
          <Icon name={icon} size={16} /> {value}
        </p>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {text && <p className={styles.text}>{text}</p>}
        <div className={styles.action}>
          <ButtonLink kind="primary" size="large" to={to}>
            {actionLabel}
          </ButtonLink>
        </div>
        <BonusTerms {...props} />
      </div>
      {steps.length > 0 && (
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step} className={styles.step}>
              {step}
            </li>
          ))}
        </ol>
      )}
      {picture && steps.length === 0 && <BannerPicture picture={picture} className={styles.picture} />}
      {!picture && steps.length === 0 && (
        <span className={styles.ornament}>
          <Icon name={icon} size={48} />
        </span>
      )}
    </section>
  )
}

function BonusTerms({ terms, termsPath }: WelcomeBonusProps) {
  const t = useText()
  const Link = useLink()
  if (terms === undefined && termsPath === undefined) return null
  return (
    <p className={styles.terms}>
      {terms}{' '}
      {termsPath && (
        <Link to={termsPath} className={styles.termsLink}>
          {t('shell.bonus_terms')}
        </Link>
      )}
    </p>
  )
}

import { type FormEvent, useId } from 'react'
import { Button } from '../site/Button.tsx'
import { useLink } from '../site/link.tsx'
import { useText } from '../site/texts.tsx'
import styles from './CookieConsent.module.css'
import { CONSENT_LEVELS, type ConsentLevel, consentLevel, offeredLevel } from './consent-level.selectors.ts'

const ALL_LEVELS = Object.values(CONSENT_LEVELS)

/** Props of {@link CookieConsent}. */
export interface CookieConsentProps {
  /** The page that explains the cookies in full. */
  readonly policyPath: string
  /** The levels that the brand offers; all when absent. */
  readonly levels?: readonly ConsentLevel[]
  /** The player chose; whoever is told remembers it, and does not show the question again. */
  readonly onChoose: (level: ConsentLevel) => void
}

/** The question which cookies are allowed: all, none but the necessary, or a choice of one's own; no answer is favoured. */
export function CookieConsent({ policyPath, levels = ALL_LEVELS, onChoose }: CookieConsentProps) {
  const t = useText()
  const Link = useLink()
  const titleId = useId()
  return (
    <section className={styles.consent} aria-labelledby={titleId}>
      <div className={styles.message}>
        <h2 id={titleId} className={styles.title}>
          {t('shell.consent_title')}
        </h2>
        <p>
          {t('shell.consent_text')}{' '}
          <Link to={policyPath} className={styles.link}>
            {t('shell.consent_policy')}
          </Link>
        </p>
      </div>
      <div className={styles.buttons}>
        <Button kind="primary" onClick={() => onChoose(CONSENT_LEVELS.all)}>
          {t('shell.consent_all')}
        </Button>
        <Button kind="primary" onClick={() => onChoose(CONSENT_LEVELS.disabled)}>
          {t('shell.consent_necessary')}
        </Button>
      </div>
      {(levels.includes(CONSENT_LEVELS.functionality) || levels.includes(CONSENT_LEVELS.marketing)) && (
        <ConsentDetails onChoose={(level) => onChoose(offeredLevel(level, levels))} />
      )}
    </section>
  )
}

function ConsentDetails({ onChoose }: Pick<CookieConsentProps, 'onChoose'>) {
  const t = useText()

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const choice = new FormData(event.currentTarget)
    onChoose(consentLevel({ functionality: choice.has('functionality'), marketing: choice.has('marketing') }))
  }

  return (
    <details className={styles.details}>
      <summary className={styles.summary}>{t('shell.consent_choose')}</summary>
      <form className={styles.form} onSubmit={save}>
        <ConsentKind name="essential" isEssential />
        <ConsentKind name="functionality" />
        <ConsentKind name="marketing" />
        <Button type="submit">{t('shell.consent_save')}</Button>
      </form>
    </details>
  )
}

function ConsentKind({ name, isEssential = false }: { name: string; isEssential?: boolean }) {
  const t = useText()
  const textId = useId()
  return (
    <div className={styles.kind}>
      <label className={styles.label}>
        <input
          type="checkbox"
          name={name}
          className={styles.box}
          defaultChecked={isEssential}
          disabled={isEssential}
          aria-describedby={textId}
        />
        {t(`shell.consent_${name}`)}
      </label>
      <p id={textId} className={styles.explanation}>
        {t(`shell.consent_${name}_text`)}
      </p>
    </div>
  )
}

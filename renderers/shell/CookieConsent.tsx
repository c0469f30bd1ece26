import { type FormEvent, useEffect, useId, useRef } from 'react'
import { allowsFunctionality, allowsMarketing } from '#machines/site/consent/consent.rules.ts'
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
  /** What is allowed now, where there is an answer that may be changed. */
  readonly answered?: ConsentLevel | undefined
  /** How often the player has asked for the question; each time the focus goes to it, and back when it goes. */
  readonly calls?: number
  /** The player chose; the caller has to remember it, and not show the question again. */
  readonly onChoose: (level: ConsentLevel) => void
  /** The player leaves the answer as it is; absent while there is none. */
  readonly onClose?: (() => void) | undefined
}

/** The question which cookies are allowed: all, none but the necessary, or a choice of one's own; no answer is favoured. */
export function CookieConsent(props: CookieConsentProps) {
  const { policyPath, levels = ALL_LEVELS, answered, calls = 0, onChoose, onClose } = props
  const t = useText()
  const Link = useLink()
  const titleId = useId()
  const titleRef = useFocusOfCalls(calls)
  return (
    <section
      className={styles.consent}
      aria-labelledby={titleId}
      onKeyDown={({ key }) => key === 'Escape' && onClose?.()}
    >
      <div className={styles.message} data-beside-close={onClose !== undefined || undefined}>
        <h2 ref={titleRef} id={titleId} className={styles.title} tabIndex={-1}>
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
        <ConsentDetails answered={answered} onChoose={(level) => onChoose(offeredLevel(level, levels))} />
      )}
      {onClose && (
        <div className={styles.close}>
          <Button kind="plain" icon="close" aria-label={t('shell.close')} onClick={onClose} />
        </div>
      )}
    </section>
  )
}

/** Takes the focus to the question whenever it is asked for, and back to where it was once the question has gone. */
function useFocusOfCalls(calls: number) {
  const titleRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (calls === 0) return
    const caller = document.activeElement
    titleRef.current?.focus()
    return () => {
      if (caller instanceof HTMLElement && document.activeElement === document.body) caller.focus()
    }
  }, [calls])
  return titleRef
}

function ConsentDetails({ answered, onChoose }: Pick<CookieConsentProps, 'answered' | 'onChoose'>) {
  const t = useText()
  const level = answered ?? CONSENT_LEVELS.disabled

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const choice = new FormData(event.currentTarget)
    onChoose(consentLevel({ functionality: choice.has('functionality'), marketing: choice.has('marketing') }))
  }

  return (
    <details open={answered !== undefined}>
      <summary className={styles.summary}>{t('shell.consent_choose')}</summary>
      <form className={styles.form} onSubmit={save}>
        <ConsentKind name="essential" isAllowed isEssential />
        <ConsentKind name="functionality" isAllowed={allowsFunctionality(level)} />
        <ConsentKind name="marketing" isAllowed={allowsMarketing(level)} />
        <Button type="submit">{t('shell.consent_save')}</Button>
      </form>
    </details>
  )
}

interface ConsentKindProps {
  readonly name: string
  readonly isAllowed: boolean
  readonly isEssential?: boolean
}

function ConsentKind({ name, isAllowed, isEssential = false }: ConsentKindProps) {
  const t = useText()
  const textId = useId()
  return (
    <div>
      <label className={styles.label}>
        <input
          type="checkbox"
          name={name}
          className={styles.box}
          defaultChecked={isAllowed}
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

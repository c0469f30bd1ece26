import { formatInstant } from '#machines/site/date-format.rules.ts'
import { Badge, type BadgeKind } from '#renderers/site/Badge.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { DocumentsAnswer, IdentificationStateName } from '#schemas'
import { type App, useApp } from '../page/app-context.ts'
import styles from './protection.module.css'

interface Look {
  readonly kind: BadgeKind
  readonly icon: string
  readonly label: string
  readonly about: string
}

const LOOKS: Readonly<Record<IdentificationStateName, Look>> = {
  none: look('neutral', 'id-card', 'protection.state_none', 'protection.about_none'),
  requested: look('warning', 'id-card', 'protection.state_requested', 'protection.about_none'),
  uploaded: look('info', 'document', 'protection.state_uploaded', 'protection.about_uploaded'),
  checking: look('info', 'clock', 'protection.state_checking', 'protection.about_checking'),
  verified: look('positive', 'shield', 'protection.state_verified', 'protection.about_verified'),
  rejected: look('negative', 'warning', 'protection.state_rejected', 'protection.about_rejected'),
  appeal: look('info', 'clock', 'protection.state_appeal', 'protection.about_checking'),
}

function look(kind: BadgeKind, icon: string, label: string, about: string): Look {
  return { kind, icon, label, about }
}

/** How far the identification has come, why, and what is to be done. */
export function IdentificationStatus({ identification }: Pick<DocumentsAnswer, 'identification'>) {
  const t = useText()
  const { kind, icon, label, about } = LOOKS[identification.state]
  return (
    <section className={styles.status} data-kind={kind} aria-live="polite">
      <Icon name={icon} size={32} />
      <div>
        <h2 className={styles.heading}>{t(label)}</h2>
        {identification.reason ? (
          <p className={styles.reason}>{t('protection.reason', { reason: identification.reason })}</p>
        ) : null}
        <p className={styles.text}>{t(about)}</p>
      </div>
    </section>
  )
}

/** The states that the identification came to, the latest first. */
export function IdentificationHistory({ history }: Pick<DocumentsAnswer, 'history'>) {
  const app = useApp()
  const t = useText()
  if (history.length === 0) return null
  return (
    <section className={styles.history} aria-labelledby="identification-history">
      <h2 id="identification-history" className={styles.heading}>
        {t('protection.history')}
      </h2>
      <ol className={styles.steps}>
        {history.toReversed().map(({ state, at, reason }) => (
          <li key={at + state} className={styles.step}>
            <Badge kind={LOOKS[state].kind}>{t(LOOKS[state].label)}</Badge>
            <time dateTime={at} className={styles.text}>
              {timeOf(app, at)}
            </time>
            {reason ? <p className={styles.reason}>{reason}</p> : null}
          </li>
        ))}
      </ol>
    </section>
  )
}

function timeOf({ site, state }: App, instant: string): string {
  const { languages, timeZone, dateFormats } = site.config.global
  const language = languages[state.visitor.language] ?? { locale: 'en', hasEnglishDates: true }
  return formatInstant(Date.parse(instant), dateFormats.withYear, { language, timeZone })
}

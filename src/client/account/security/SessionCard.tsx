import { readDevice } from '#machines/account/sessions/device.rules.ts'
import { formatInstant } from '#machines/site/date-format.rules.ts'
import { Badge } from '#renderers/site/Badge.tsx'
import { Button } from '#renderers/site/Button.tsx'
import { Card } from '#renderers/site/Card.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { SessionsAnswer } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { useTimeZone } from '../../page/player.tsx'
import styles from './security.module.css'

/** Props of {@link SessionCard}. */
export interface SessionCardProps {
  readonly session: SessionsAnswer['sessions'][number]
  readonly isBusy: boolean
  readonly onClose: () => void
}

/** A place where the player is signed in: device in words, country, times, and the way to end it. */
export function SessionCard({ session, isBusy, onClose }: SessionCardProps) {
  const app = useApp()
  const timeZone = useTimeZone()
  const t = useText()
  const { isMobile } = readDevice(session.device)
  const device = deviceName(session.device, t)
  const facts = [
    placeName(session.place, app.state.visitor.language),
    t('security.last_seen', { time: timeOf(app, session.lastSeenAt, timeZone) }),
    t('security.since', { time: timeOf(app, session.createdAt, timeZone) }),
  ].filter((fact) => fact !== '')
  return (
    <Card as="li">
      <div className={styles.session}>
        <Icon name={isMobile ? 'phone' : 'monitor'} />
        <div>
          <p className={styles.device}>
            <bdi>{device}</bdi>
            {session.isCurrent ? <Badge kind="positive">{t('security.this_device')}</Badge> : null}
          </p>
          {facts.map((fact) => (
            <p key={fact} className={styles.facts}>
              {fact}
            </p>
          ))}
        </div>
        {session.isCurrent ? null : (
          <Button isBusy={isBusy} aria-label={t('security.close_named', { device })} onClick={onClose}>
            {t('security.close')}
          </Button>
        )}
      </div>
    </Card>
  )
}

/** A user agent in words, `Firefox on Linux`. */
export function deviceName(userAgent: string, t: ReturnType<typeof useText>): string {
  const { browser, system } = readDevice(userAgent)
  if (browser && system) return t('security.device_of', { browser, system })
  return browser ?? system ?? t('security.device_unknown')
}

/** The name of a country; what is no country is left out. */
function placeName(place: string, language: string): string {
  if (!/^[a-z]{2}$/.test(place)) return ''
  return new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(place.toUpperCase()) ?? ''
}

/** An instant as the player's language writes it, with its year. */
export function timeOf({ site, state }: App, instant: string, timeZone: string): string {
  const language = site.config.global.languages[state.visitor.language] ?? { locale: 'en', hasEnglishDates: true }
  return formatInstant(Date.parse(instant), site.config.global.dateFormats.withYear, { language, timeZone })
}

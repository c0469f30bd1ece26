import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { RouteId } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import office from '../../page/office/office.module.css'
import { offeredPath } from '../../page/paths.ts'
import styles from '../security/two-factor.module.css'

/** Props of {@link ContactNow}. */
export interface ContactNowProps {
  /** What is so, in words. */
  readonly text: string
  /** The address that is meant, if there is one. */
  readonly value?: string | undefined
  readonly routeId: RouteId
  readonly action: string
}

/** An address as it is now, and the way to what can be done about it. */
export function ContactNow({ text, value, routeId, action }: ContactNowProps) {
  const app = useApp()
  const t = useText()
  const to = offeredPath(app, routeId)
  return (
    <section className={`${office.panel} ${styles.panel}`}>
      <p className={styles.text}>{text}</p>
      {value === undefined ? null : (
        <p className={styles.heading}>
          <bdi dir="ltr">{value}</bdi>
        </p>
      )}
      {to === null ? null : <ButtonLink to={to}>{t(action)}</ButtonLink>}
    </section>
  )
}

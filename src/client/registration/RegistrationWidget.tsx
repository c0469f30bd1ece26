import { useRef } from 'react'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../page/app-context.ts'
import { offeredPath } from '../page/paths.ts'
import { RegistrationPanel } from './RegistrationPanel.tsx'
import type { RegistrationStart } from './registration.actors.ts'
import styles from './registration.module.css'
import { registrationWords } from './registration-words.ts'
import { useRegistration } from './use-registration.ts'
import { tellWidgetParent, useToldHeight } from './widget-parent.ts'

/** The registration in a frame of another site: the form alone (REG-4). Nobody is signed in here, since a browser keeps
 *  the session's cookie out of such a frame; the player continues in a window of the site. */
export function RegistrationWidget({ start }: { readonly start: RegistrationStart }) {
  const app = useApp()
  const t = useText()
  const { widgetOrigins } = app.site.config.registration
  const registration = useRegistration(start, {
    onRegistered: () => tellWidgetParent(widgetOrigins, { source: 'livery.registration', kind: 'registered' }),
    landing: offeredPath(app, 'login') ?? '/',
  })
  const ref = useRef<HTMLElement>(null)
  useToldHeight(ref, widgetOrigins)
  return (
    <section ref={ref} className={styles.widget} aria-labelledby="registration-title">
      <h1 id="registration-title" className={styles.title}>
        {t('registration.title')}
      </h1>
      {registration.isDone ? (
        <p className={styles.done} role="status">
          {t('registration.widget_done')}
        </p>
      ) : (
        <RegistrationPanel registration={registration} words={registrationWords(app, registration.data)} />
      )}
    </section>
  )
}

import { useLoaderData } from 'react-router'
import { getSupportTalk } from '#calls/office.calls.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { SupportAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { useInstants } from '../../page/office/office-time.ts'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { SupportForm } from './SupportForm.tsx'
import { SupportPin } from './SupportPin.tsx'
import { SupportTalk } from './SupportTalk.tsx'
import styles from './support.module.css'
import { useSupport } from './use-support.ts'

/** Loads the talk with the support. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<SupportAnswer>> {
  const data = await app.call(getSupportTalk, {})
  return { meta: () => ({ title: app.texts.t('site.office_support'), isPrivate: true }), data }
}

/** The consultant: whether somebody is there, the talk so far, and the next message (OFF-27). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<SupportAnswer>>()
  const { talk, refresh } = useSupport(data)
  const { isOpen, messages } = talk
  const toRequest = app.site.config.support.email ? offeredPath(app, 'office_admin_request') : null
  return (
    <OfficePage title={t('site.office_support')} text={t('support.text')}>
      <div className={styles.columns}>
        <section className={styles.panel} aria-label={t('support.conversation')}>
          <Presence talk={talk} />
          {messages.length > 0 ? <SupportTalk lines={messages} /> : null}
          {messages.length === 0 && isOpen ? (
            <EmptyState icon="chat" title={t('support.empty_title')} text={t('support.empty_text')} />
          ) : null}
          {isOpen ? <SupportForm onSent={refresh} /> : null}
        </section>
        <div className={styles.aside}>
          <SupportPin />
          {toRequest ? (
            <div>
              <ButtonLink to={toRequest} icon="mail">
                {t('support.to_request')}
              </ButtonLink>
            </div>
          ) : null}
        </div>
      </div>
    </OfficePage>
  )
}

function Presence({ talk: { isOpen, opensAt } }: { readonly talk: SupportAnswer }) {
  const { site } = useApp()
  const t = useText()
  const write = useInstants()
  const { email } = site.config.support
  if (isOpen)
    return (
      <p className={styles.presence} data-open role="status">
        <Icon name="success" />
        {t('support.open')}
      </p>
    )
  return (
    <div className={styles.presence} role="status">
      <Icon name="clock" />
      <div>
        <p className={styles.closed}>{t('support.closed_title')}</p>
        {opensAt ? <p>{t('support.closed_text', { time: write(opensAt) })}</p> : null}
        {email ? <p>{t('support.mail', { email })}</p> : null}
      </div>
    </div>
  )
}

import { useCallback } from 'react'
import { useLoaderData } from 'react-router'
import { getSupportTalk } from '#calls/office.calls.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { SupportAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { useOfficeCounts } from '../office-counts.tsx'
import { SupportPin } from './SupportPin.tsx'
import styles from './support.module.css'
import { TalkBox } from './TalkBox.tsx'
import { useTalk } from './use-talk.ts'

/** Loads the talk with the support. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<SupportAnswer>> {
  const data = await app.call(getSupportTalk, {})
  return { meta: () => ({ title: app.texts.t('site.office_support'), isPrivate: true }), data }
}

/** The consultant as a page of the office: the talk, and other ways to the support (OFF-27). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<SupportAnswer>>()
  const { refresh: refreshCounts } = useOfficeCounts()
  const onSeen = useCallback(() => void refreshCounts(), [refreshCounts])
  const { talk, refresh } = useTalk(data, onSeen)
  const toRequest = app.site.config.support.email ? offeredPath(app, 'office_admin_request') : null
  return (
    <OfficePage title={t('site.office_support')} text={t('support.text')}>
      <div className={styles.columns}>
        <section className={styles.panel} aria-label={t('support.conversation')}>
          <TalkBox talk={talk} refresh={refresh} />
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

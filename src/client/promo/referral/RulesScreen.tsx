import { useLoaderData } from 'react-router'
import { getPage } from '#calls/content.calls.ts'
import { getReferralUsers } from '#calls/promo/referral.calls.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { PageAnswer, ReferralAnswer } from '#schemas'
import { withLiveLinks } from '../../page/live-links.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { ReferralPage } from './ReferralPage.tsx'
import { FurtherRules, RuleList } from './RuleList.tsx'
import styles from './referral.module.css'

interface Loaded {
  readonly referral: ReferralAnswer
  readonly page: PageAnswer | null
}

/** Loads the terms, and the brand's page of further rules where it has one. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<Loaded>> {
  const referral = await app.call(getReferralUsers, {})
  const { language } = app.state.visitor
  const found = referral.rulesPage
    ? await app.call(getPage, { segments: { language, page: referral.rulesPage } })
    : null
  const page = found && { ...found, nodes: withLiveLinks(app, found.nodes) }
  return { meta: () => ({ title: app.texts.t('referral.rules'), isPrivate: true }), data: { referral, page } }
}

/** The rules of the programme in its own numbers (OFF-4, REF-4). */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<Loaded>>()
  return (
    <ReferralPage text={t('referral.rules_text')}>
      <Panel className={styles.panel}>
        <h2 className={styles.heading}>{t('referral.rules')}</h2>
        <RuleList referral={data.referral} />
      </Panel>
      <FurtherRules page={data.page} />
    </ReferralPage>
  )
}

import { useLoaderData } from 'react-router'
import { getPage } from '#calls/content.calls.ts'
import { getPartnerProgramme } from '#calls/promo/referral.calls.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PageAnswer, PartnerProgrammeAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { withLiveLinks } from '../../page/live-links.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { daysText, shareText } from '../promo-text.ts'
import { PartnerDesk } from './PartnerDesk.tsx'
import { FurtherRules } from './RuleList.tsx'
import styles from './referral.module.css'

interface Loaded {
  readonly programme: PartnerProgrammeAnswer
  readonly page: PageAnswer | null
}

/** Loads what the brand offers partners, and its page of terms where it has one. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<Loaded>> {
  const programme = await app.call(getPartnerProgramme, {})
  const { language } = app.state.visitor
  const found = programme.termsPage
    ? await app.call(getPage, { segments: { language, page: programme.termsPage } })
    : null
  const page = found && { ...found, nodes: withLiveLinks(app, found.nodes) }
  const meta = () => ({ title: app.texts.t('referral.partners'), description: app.texts.t('referral.partners_text') })
  return { meta, data: { programme, page } }
}

const DAY_MS = 86_400_000

/** The page for partners: terms, and by their key links, banners and statistics (REF-6, REF-9). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<Loaded>>()
  const { shareE4, earnForMs, carriesLosses, refCodeDays, banners } = data.programme
  const contacts = offeredPath(app, 'contacts')
  const rules = [
    t('referral.partner_rule_share', { share: shareText(app, shareE4), time: daysText(app, earnForMs) }),
    t(carriesLosses ? 'referral.partner_rule_losses' : 'referral.partner_rule_no_losses'),
    t('referral.partner_rule_link', { time: daysText(app, refCodeDays * DAY_MS) }),
    t('referral.partner_rule_void'),
    t('referral.partner_rule_privacy'),
  ]
  return (
    <div className={styles.partners}>
      <PageHeading
        title={t('referral.partners')}
        text={t('referral.partners_text')}
        actions={contacts ? <ButtonLink to={contacts}>{t('referral.partner_apply')}</ButtonLink> : undefined}
      />
      <Panel className={styles.panel}>
        <h2 className={styles.heading}>{t('referral.partner_terms')}</h2>
        <ul className={styles.rules}>
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </Panel>
      <PartnerDesk banners={banners} />
      <FurtherRules page={data.page} />
    </div>
  )
}

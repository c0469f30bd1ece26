import { useLoaderData } from 'react-router'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../page/app-context.ts'
import { OfficePage } from '../page/office/OfficePage.tsx'
import { offeredPath } from '../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../page/screen.ts'
import { IdentificationContent } from './IdentificationContent.tsx'
import { IdentificationHistory, IdentificationStatus } from './IdentificationStatus.tsx'
import styles from './protection.module.css'
import { SumsubCheck } from './SumsubCheck.tsx'
import { isSumsubCheck } from './sumsub-address.ts'
import { type IdentificationData, loadIdentification, useIdentification } from './use-identification.ts'

interface VerificationData extends IdentificationData {
  /** Whether this is the page on which Sumsub checks the player. */
  readonly isSumsub: boolean
}

/** Loads how far the identification has come. */
export async function loadScreen({ app, url }: ScreenRequest): Promise<LoadedScreen<VerificationData>> {
  const data = { ...(await loadIdentification(app)), isSumsub: isSumsubCheck(url) }
  return { meta: () => ({ title: app.texts.t('protection.verification_title'), isPrivate: true }), data }
}

/** How far the identification has come, documents to send, and what has happened so far (OFF-14). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<VerificationData>>()
  const identification = useIdentification(data, 'documents')
  const form = offeredPath(app, 'office_account_identification')
  const { answer, hasSumsub, readAgain } = identification
  if (data.isSumsub && hasSumsub && answer.identification.state !== 'verified')
    return (
      <OfficePage title={t('protection.verification_title')}>
        <div className={styles.page}>
          <IdentificationStatus identification={answer.identification} />
          <SumsubCheck readAgain={readAgain} onLeave={() => window.location.assign(window.location.pathname)} />
        </div>
      </OfficePage>
    )
  return (
    <OfficePage
      title={t('protection.verification_title')}
      text={t('protection.verification_text')}
      actions={identification.isOpen && form ? <ButtonLink to={form}>{t('protection.to_form')}</ButtonLink> : undefined}
    >
      <IdentificationContent {...identification}>
        <IdentificationHistory history={identification.answer.history} />
      </IdentificationContent>
    </OfficePage>
  )
}

import { useLoaderData } from 'react-router'
import { useText } from '#renderers/site/texts.tsx'
import { OfficePage } from '../page/office/OfficePage.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../page/screen.ts'
import { IdentificationContent } from './IdentificationContent.tsx'
import { type IdentificationData, loadIdentification, useIdentification } from './use-identification.ts'

/** Loads what the form asks. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<IdentificationData>> {
  const data = await loadIdentification(app)
  return { meta: () => ({ title: app.texts.t('protection.identification_title'), isPrivate: true }), data }
}

/** The form of the identification with pictures of the document (KYC-2, KYC-8). */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<IdentificationData>>()
  const identification = useIdentification(data, 'form')
  return (
    <OfficePage title={t('protection.identification_title')} text={t('protection.identification_text')}>
      <IdentificationContent {...identification} />
    </OfficePage>
  )
}

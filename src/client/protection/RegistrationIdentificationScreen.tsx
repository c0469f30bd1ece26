import { useLoaderData } from 'react-router'
import { parseReturnUrl } from '#machines/site/routes/return-url.rules.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { offeredPath } from '../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../page/screen.ts'
import { IdentificationContent } from './IdentificationContent.tsx'
import styles from './protection.module.css'
import { type IdentificationData, loadIdentification, useIdentification } from './use-identification.ts'

interface RegistrationIdentificationData extends IdentificationData {
  /** Where the new player was going. */
  readonly onward: string
}

/** Loads what the form asks, and where the player continues. */
export async function loadScreen({ app, url }: ScreenRequest): Promise<LoadedScreen<RegistrationIdentificationData>> {
  const returnUrl = parseReturnUrl(url.searchParams.get(app.site.config.other.returnUrlParameter))
  const data = { ...(await loadIdentification(app)), onward: returnUrl ?? offeredPath(app, 'home') ?? '/' }
  return { meta: () => ({ title: app.texts.t('protection.registration_title'), isPrivate: true }), data }
}

/** The identification that follows a registration (REG-1): the form of the office without the office around it, and the way
 *  past it, since an account may be used before. */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<RegistrationIdentificationData>>()
  const identification = useIdentification(data, 'form')
  const goOn = identification.isOpen ? 'protection.later' : 'protection.go_on'
  return (
    <div className={`${styles.page} ${styles.entry}`}>
      <PageHeading
        title={t('protection.registration_title')}
        text={t('protection.registration_text')}
        actions={<ButtonLink to={data.onward}>{t(goOn)}</ButtonLink>}
      />
      <IdentificationContent {...identification} />
    </div>
  )
}

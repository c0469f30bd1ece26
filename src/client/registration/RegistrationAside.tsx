import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../app/app-context.ts'
import { assetUrl } from '../app/frame.selectors.ts'
import styles from './registration.module.css'

/** What speaks for the registration beside its form: the brand's picture and words. */
export function RegistrationAside() {
  const { site } = useApp()
  const t = useText()
  const { banner, additionalConfig } = site.config.registration
  if (!additionalConfig.showLeftBanner || additionalConfig.hiddenRegistrationFormLeftBanner || !banner.image)
    return null
  return (
    <aside className={styles.banner}>
      <img
        className={styles.picture}
        src={assetUrl(site, banner.image)}
        alt={t(banner.altKey)}
        width={600}
        height={800}
      />
      <div className={styles.words}>
        <h2 className={styles.bannerTitle}>{t(banner.titleKey)}</h2>
        <p>{t(banner.textKey)}</p>
      </div>
    </aside>
  )
}

import type { RegistrationBanner } from '#schemas'
import styles from './registration.module.css'

/** What speaks for the registration beside its form: the brand's picture and words. */
export function RegistrationAside({ image, alt, title, text }: RegistrationBanner) {
  return (
    <aside className={styles.banner}>
      <img className={styles.picture} src={image} alt={alt} width={600} height={800} />
      <div className={styles.words}>
        <h2 className={styles.bannerTitle}>{title}</h2>
        <p>{text}</p>
      </div>
    </aside>
  )
}

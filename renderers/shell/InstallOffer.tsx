import { useId } from 'react'
import { Button } from '../site/Button.tsx'
import { useText } from '../site/texts.tsx'
import styles from './InstallOffer.module.css'

/** Props of {@link InstallOffer}. */
export interface InstallOfferProps {
  /** Name of the brand. */
  readonly name: string
  /** Address of the app's icon. */
  readonly icon: string
  /** Whether the steps are shown that the visitor takes by hand, in place of the offer. */
  readonly isGuide?: boolean
  readonly onInstall: () => void
  readonly onClose: () => void
}

/** The offer to install the site as an app, or the steps by which it is done by hand. */
export function InstallOffer({ name, icon, isGuide = false, onInstall, onClose }: InstallOfferProps) {
  const t = useText()
  const id = useId()
  return (
    <section className={styles.offer} aria-labelledby={id} onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <img className={styles.icon} src={icon} alt="" width={48} height={48} />
      <div className={styles.words}>
        <h2 id={id} className={styles.title}>
          {t(isGuide ? 'shell.install_steps_title' : 'shell.install_title', { name })}
        </h2>
        {isGuide ? (
          <ol className={styles.steps}>
            {['share', 'add', 'confirm'].map((step) => (
              <li key={step}>{t(`shell.install_step_${step}`)}</li>
            ))}
          </ol>
        ) : (
          <p>{t('shell.install_text')}</p>
        )}
      </div>
      <div className={styles.buttons}>
        {isGuide ? (
          <Button onClick={onClose}>{t('shell.install_done')}</Button>
        ) : (
          <>
            <Button kind="primary" onClick={onInstall}>
              {t('shell.install_button')}
            </Button>
            <Button kind="plain" onClick={onClose}>
              {t('shell.install_later')}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

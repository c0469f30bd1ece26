import { useId } from 'react'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../page/app-context.ts'
import { offeredPath } from '../page/paths.ts'
import styles from './protection.module.css'
import { SUMSUB_CHECK } from './sumsub-address.ts'

/** The way to the check by a document and the camera (KYC-6). Its page is loaded from the server: only the server can let the provider's frame have the
 *  camera there. */
export function SumsubStart() {
  const app = useApp()
  const t = useText()
  const id = useId()
  const path = offeredPath(app, 'office_account_verification')
  if (!path) return null
  return (
    <section className={styles.form} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.heading}>
        {t('protection.by_camera_title')}
      </h2>
      <p className={styles.text}>{t('protection.by_camera_text')}</p>
      <div className={styles.actions}>
        <Button kind="primary" icon="video" onClick={() => window.location.assign(`${path}?${SUMSUB_CHECK}`)}>
          {t('protection.by_camera_start')}
        </Button>
      </div>
    </section>
  )
}

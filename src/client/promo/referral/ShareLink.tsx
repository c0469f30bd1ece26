import { encode } from 'uqr'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { copied } from './copied.ts'
import styles from './referral.module.css'

/** Props of {@link ShareLink}. */
export interface ShareLinkProps {
  readonly link: string
  readonly code: string
}

/** The link and the code of a player or partner: to copy, to hand on, and to photograph. */
export function ShareLink({ link, code }: ShareLinkProps) {
  const app = useApp()
  const t = useText()
  const share = () => {
    const shared = { url: link, title: app.site.name, text: t('referral.share_text', { brand: app.site.name }) }
    // Who changes their mind has shared nothing, which is no fault.
    void navigator.share(shared).catch(() => undefined)
  }
  const canShare = typeof navigator !== 'undefined' && 'share' in navigator
  return (
    <div className={styles.share}>
      <div className={styles.links}>
        <Line label={t('referral.link')} value={link} action={t('referral.copy_link')} />
        <Line label={t('referral.code')} value={code} action={t('referral.copy_code')} />
        {canShare ? (
          <div>
            <Button kind="primary" icon="send" onClick={share}>
              {t('referral.share')}
            </Button>
          </div>
        ) : null}
      </div>
      <QrCode text={link} label={t('referral.qr')} />
    </div>
  )
}

function Line({ label, value, action }: { readonly label: string; readonly value: string; readonly action: string }) {
  return (
    <div className={styles.line}>
      <dl>
        <dt>{label}</dt>
        <dd dir="ltr">{value}</dd>
      </dl>
      <Button icon="copy" onClick={() => void copied(label, value)}>
        {action}
      </Button>
    </div>
  )
}

/** A text as a QR code: black upon white in every scheme, since cameras expect it so. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={styles.qr}>
      <path d={path} />
    </svg>
  )
}

import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ReferralBannerCard } from '#schemas'
import { copied } from './copied.ts'
import styles from './referral.module.css'

/** Banners to put on other pages: each with its size and, once there is a code, its HTML. */
export function BannerCards({ banners }: { readonly banners: readonly ReferralBannerCard[] }) {
  const t = useText()
  return (
    <ul className={styles.banners}>
      {banners.map(({ id, image, width, height, alt, html }) => (
        <li key={id} className={styles.banner}>
          <img src={image} width={width} height={height} alt={alt} loading="lazy" />
          <div className={styles.bannerFoot}>
            <span dir="ltr">{`${width} × ${height}`}</span>
            {html === undefined ? null : (
              <Button size="small" icon="copy" onClick={() => void copied(t('referral.banner_html'), html)}>
                {t('referral.banner_copy')}
              </Button>
            )}
          </div>
          {html === undefined ? null : (
            <code className={styles.html} dir="ltr">
              {html}
            </code>
          )}
        </li>
      ))}
    </ul>
  )
}

import { Icon } from '../Icon.tsx'
import { useLink } from '../link.tsx'
import { BannerPicture, type ResponsivePicture } from './BannerPicture.tsx'
import styles from './BannerWidget.module.css'

/** One banner: art with words over it, or words alone on the brand's colour. */
export interface Banner {
  readonly id: string
  readonly title: string
  readonly text?: string | undefined
  /** Where a press on the banner goes. */
  readonly to?: string | undefined
  /** The words of the action, e.g. "Get the bonus"; shown when the banner goes somewhere. */
  readonly actionLabel?: string | undefined
  readonly picture?: ResponsivePicture | undefined
}

/** Props of {@link BannerCard}. */
export interface BannerCardProps {
  readonly banner: Banner
  /** The banner is in sight when the page opens: its picture is fetched first. */
  readonly isFirst: boolean
}

/** A banner as one surface to press. */
export function BannerCard({ banner, isFirst }: BannerCardProps) {
  const Link = useLink()
  const { title, text, to, actionLabel, picture } = banner
  const content = (
    <>
      {picture && <BannerPicture picture={picture} className={styles.picture} isFirst={isFirst} />}
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {text && <span className={styles.text}>{text}</span>}
        {to && actionLabel && (
          <span className={styles.action}>
            {actionLabel}
            <Icon name="arrow-end" size={16} />
          </span>
        )}
      </span>
    </>
  )
  const look = { className: styles.card, 'data-art': picture !== undefined || undefined }
  return to ? (
    <Link to={to} {...look}>
      {content}
    </Link>
  ) : (
    <div {...look}>{content}</div>
  )
}

import { Icon } from '../Icon.tsx'
import { useLink } from '../link.tsx'
import styles from './NavigationBanner.module.css'

/** Props of {@link NavigationBanner}. */
export interface NavigationBannerProps {
  readonly text: string
  readonly icon: string
  readonly to: string
}

/** A line above the navigation that leads to what the brand has in front. */
export function NavigationBanner({ text, icon, to }: NavigationBannerProps) {
  const Link = useLink()
  return (
    <Link to={to} className={styles.banner} data-navigation-banner="">
      <Icon name={icon} size={16} />
      <span>{text}</span>
      <Icon name="arrow-end" size={16} />
    </Link>
  )
}

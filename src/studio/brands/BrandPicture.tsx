import styles from './BrandPicture.module.css'

/** A small drawn page in the colours of a brand: accent, ground, text, and one more. It is decoration: the name is beside it. */
export function BrandPicture({ colours }: { readonly colours: readonly string[] }) {
  const [accent = '#808a9a', ground = '#ffffff', text = '#14181f', further = accent] = colours
  return (
    <svg viewBox="0 0 96 60" className={styles.picture} aria-hidden="true">
      <rect width="96" height="60" fill={ground} />
      <rect width="96" height="11" fill={accent} />
      <rect x="6" y="4" width="14" height="3" rx="1.5" fill={ground} />
      <rect x="6" y="18" width="40" height="4" rx="2" fill={text} />
      <rect x="6" y="26" width="30" height="3" rx="1.5" fill={text} opacity="0.45" />
      <rect x="6" y="36" width="26" height="8" rx="3" fill={accent} />
      <rect x="54" y="18" width="36" height="34" rx="4" fill={text} opacity="0.08" />
      <rect x="60" y="24" width="20" height="3" rx="1.5" fill={text} opacity="0.6" />
      <rect x="60" y="32" width="10" height="6" rx="2" fill={further} />
      <rect x="73" y="32" width="10" height="6" rx="2" fill={text} opacity="0.2" />
    </svg>
  )
}

import styles from './BrandLogo.module.css'

/** The brand as the page shows it. */
export interface BrandIdentity {
  readonly name: string
  /** The wordmark; without it the name is set in the brand's display font. */
  readonly logo?: BrandPicture | undefined
  /** The wordmark for a dark page, of the same size. */
  readonly logoDark?: BrandPicture | undefined
  /** Whether the page comes up dark: then the other wordmark is the one that is not fetched before it is seen. */
  readonly isDark?: boolean
}

/** An image of the brand with its natural size in px. */
export interface BrandPicture {
  readonly src: string
  readonly width: number
  readonly height: number
}

/** The brand's wordmark at a fixed height, in the variant of the page's colour scheme. */
export function BrandLogo({ name, logo, logoDark, isDark = false }: BrandIdentity) {
  if (logo === undefined) return <span className={styles.wordmark}>{name}</span>
  return (
    <>
      <img
        className={styles.logo}
        alt={name}
        {...logo}
        data-for={logoDark ? 'light' : undefined}
        loading={logoDark && isDark ? 'lazy' : undefined}
      />
      {logoDark && (
        <img className={styles.logo} alt={name} {...logoDark} data-for="dark" loading={isDark ? undefined : 'lazy'} />
      )}
    </>
  )
}

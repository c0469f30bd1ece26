import { countryBadge, hasFlag } from '#machines/site/tables/country-name.rules.ts'
import { FLAG_FILES } from '#machines/site/tables/flag-files.ts'
import styles from './Flag.module.css'

/** Props of {@link Flag} and {@link CountryMark}. */
export interface FlagProps {
  /** Code of the country table in either case, such as `de`, `GB` or `gb-eng`; none draws nothing. */
  readonly code: string | undefined
  /** Diameter in px. */
  readonly size?: 16 | 20
}

/** The flag of a country as a disc, loaded when it comes into sight. It is decoration: the name of the country is beside it. Nothing
 *  for what has no flag, such as parts of the world. */
export function Flag({ code = '', size = 16 }: FlagProps) {
  const known = code.toLowerCase()
  if (!hasFlag(known)) return null
  return (
    <img
      className={styles.flag}
      src={`${FLAG_FILES}${known}.svg`}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
    />
  )
}

/** The flag of a country, or the letters of what has none, such as the West Indies. */
export function CountryMark({ code = '', size = 16 }: FlagProps) {
  if (hasFlag(code.toLowerCase())) return <Flag code={code} size={size} />
  const badge = countryBadge(code)
  return badge ? (
    <span className={styles.letters} aria-hidden="true">
      {badge}
    </span>
  ) : null
}

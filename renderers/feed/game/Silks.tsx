import { useId } from 'react'
import type { Silks as SilksData } from '#schemas'
import styles from './RaceCard.module.css'

const BODY = 'M11 9 L16 6 Q20 9 24 6 L29 9 L28 31 Q20 34 12 31 Z'
const LEFT = 'M11 9 L5 22 L10 25 L12.5 18 Z'
const RIGHT = 'M29 9 L35 22 L30 25 L27.5 18 Z'
/** What stands on the body, in a square of 40. */
const PATTERNS: Readonly<Record<SilksData['pattern'], string>> = {
  plain: '',
  stripes: 'M13 4h3v32h-3z M18.5 4h3v32h-3z M24 4h3v32h-3z',
  hoops: 'M8 11h24v4H8z M8 19h24v4H8z M8 27h24v4H8z',
  halved: 'M20 4h14v32H20z',
  quartered: 'M20 4h14v15H20z M6 19h14v17H6z',
  sash: 'M10 7 L15 5 L31 29 L27 33 Z',
  star: 'M20 11 l2.2 5.4 5.8.4 -4.5 3.7 1.5 5.7 -5-3.1 -5 3.1 1.5-5.7 -4.5-3.7 5.8-.4z',
  diamonds: 'M15 9l3 4-3 4-3-4z M25 9l3 4-3 4-3-4z M20 17l3 4-3 4-3-4z M15 24l3 4-3 4-3-4z M25 24l3 4-3 4-3-4z',
}

/** The colours of a jockey as a small picture. It says nothing that the text beside it does not. */
export function Silks({ silks }: { readonly silks: SilksData }) {
  const clip = useId()
  const { pattern, body, second, sleeves, cap } = silks
  return (
    <svg className={styles.silks} viewBox="0 0 40 36" aria-hidden="true" focusable="false">
      <clipPath id={clip}>
        <path d={BODY} />
      </clipPath>
      <g stroke="#64748b" strokeWidth="0.8" strokeLinejoin="round">
        <path d={LEFT} fill={sleeves} />
        <path d={RIGHT} fill={sleeves} />
        <path d={BODY} fill={body} />
      </g>
      <path d={PATTERNS[pattern]} fill={second} clipPath={`url(#${clip})`} />
      <path d={BODY} fill="none" stroke="#64748b" strokeWidth="0.8" />
      <path d="M15 5.5 a5 4.5 0 0 1 10 0 l2.2 .8 h-12.2 z" fill={cap} stroke="#64748b" strokeWidth="0.8" />
    </svg>
  )
}

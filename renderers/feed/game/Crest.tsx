import { type CrestPattern, crestOf } from '#machines/feed/board/crest.rules.ts'
import styles from './Crest.module.css'

const SHIELD = 'M1 1h14v7.5C15 12 12 14.5 8 16 4 14.5 1 12 1 8.5z'
/** What stands on the ground, inside the shield. */
const CHARGES: Readonly<Record<CrestPattern, string>> = {
  halved: 'M8 1h7v7.5C15 12 12 14.5 8 16z',
  stripes: 'M4 1h2.7v14.4C5.7 15 4.8 14.5 4 14z M9.3 1H12v13c-.8.5-1.7 1-2.7 1.4z',
  hoop: 'M1 5.5h14v3.4c0 .6-.1 1-.2 1.6H1.2C1.1 10 1 9.5 1 8.9z',
  sash: 'M1 1h3.5L15 10.2c-.5 1.3-1.3 2.3-2.4 3.2L1 3.6z',
  quartered: 'M8 1h7v7H8z M1 8h7v8C4 14.5 1 12 1 8.5z',
  chevron: 'M8 5l7 5.4c-.5 1.3-1.3 2.3-2.3 3L8 9.8 3.3 13.4c-1-.7-1.8-1.7-2.3-3z',
}

/** A small shield in the colours of a side, drawn from its name where there is no picture. It says nothing that the name beside it
 *  does not. (SPORT-17) */
export function Crest({ name }: { readonly name: string }) {
  const { pattern, colours } = crestOf(name)
  return (
    <svg className={styles.crest} viewBox="0 0 16 17" aria-hidden="true" focusable="false">
      <path d={SHIELD} fill={colours[0]} />
      <path d={CHARGES[pattern]} fill={colours[1]} />
    </svg>
  )
}

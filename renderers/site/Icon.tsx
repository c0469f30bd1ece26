import { createContext, type ReactNode, useContext } from 'react'
import styles from './Icon.module.css'

const SpriteContext = createContext('')

/** Props of {@link IconsProvider}. */
export interface IconsProviderProps {
  /** Address of the SVG file whose `<symbol>`s are the icons; same origin as the page. */
  readonly spriteUrl: string
  readonly children: ReactNode
}

/** Tells every {@link Icon} below it where the sprite is. */
export function IconsProvider({ spriteUrl, children }: IconsProviderProps) {
  return <SpriteContext value={spriteUrl}>{children}</SpriteContext>
}

/** Sizes of an icon in px. */
export type IconSize = 12 | 16 | 20 | 24 | 32 | 48

/** Props of {@link Icon}. */
export interface IconProps {
  /** Id of a symbol in the sprite, e.g. `chevron-end`. */
  readonly name: string
  readonly size?: IconSize
  /** Spoken name; without it the icon is decoration and hidden from assistive technology. */
  readonly label?: string | undefined
}

/** Symbols that point along the line of reading, and turn round in a right-to-left page. */
const DIRECTIONAL = /^(?:chevron|arrow)-(?:start|end)$|^(?:sign-out|sign-in|external|coupon|chat)$/

/** One symbol of the sprite, drawn in the colour of the text round it. */
export function Icon({ name, size = 20, label }: IconProps) {
  const spriteUrl = useContext(SpriteContext)
  const spoken = label === undefined ? { 'aria-hidden': true as const } : { role: 'img', 'aria-label': label }
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: an icon without a label is decoration and hidden; with one it has aria-label
    <svg
      className={styles.icon}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      data-mirrors={DIRECTIONAL.test(name) || undefined}
      {...spoken}
    >
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  )
}

import { useText } from '#renderers/site/texts.tsx'
import styles from './social.module.css'
import { socialGlyph } from './social-glyphs.ts'

/** Props of {@link SocialButtons}. */
export interface SocialButtonsProps {
  readonly providers: readonly { readonly id: string; readonly name: string }[]
  /** The provider that is being opened. */
  readonly startingId: string | null
  readonly isDisabled?: boolean
  /** Id of the first button. */
  readonly firstId?: string
  readonly describedBy?: string
  readonly onStart: (providerId: string) => void
  readonly onBlur?: () => void
}

/** A button for each social provider. While one is opened, no other can be. */
export function SocialButtons(props: SocialButtonsProps) {
  const { providers, startingId, isDisabled = false, firstId, describedBy, onStart, onBlur } = props
  const t = useText()
  const isBusy = startingId !== null
  return (
    <ul className={styles.list}>
      {providers.map(({ id, name }, index) => (
        <li key={id}>
          <button
            type="button"
            id={index === 0 ? firstId : undefined}
            className={styles.provider}
            aria-describedby={describedBy}
            aria-busy={startingId === id || undefined}
            aria-disabled={isBusy || undefined}
            disabled={isDisabled}
            onClick={() => {
              if (!isBusy) onStart(id)
            }}
            onBlur={onBlur}
          >
            <span className={styles.glyph} aria-hidden="true">
              {socialGlyph(id, name)}
            </span>
            <span className={styles.words}>
              {t(startingId === id ? 'social.opening' : 'social.continue_with', { provider: name })}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

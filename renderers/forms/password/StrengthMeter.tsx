import { passwordStrength } from '#machines/forms/kinds/password-strength.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import styles from '../Field.module.css'

/** A hint at how hard a new password is to guess. */
export function StrengthMeter({ password }: { readonly password: string }) {
  const t = useText()
  const strength = passwordStrength(password)
  return (
    <div className={styles.strength}>
      <span className={styles.meter} data-strength={strength} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </span>
      <span>{strength === 'none' ? '\u00a0' : t(`forms.strength_${strength}`)}</span>
    </div>
  )
}

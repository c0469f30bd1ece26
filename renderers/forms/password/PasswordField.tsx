import { passwordStrength } from '#machines/forms/password-strength.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import styles from '../Field.module.css'
import { answerText, type FieldProps } from '../field-contract.ts'
import { TextControl } from '../input/TextControl.tsx'

/** A password and, for a new one, a hint at its strength. */
export function PasswordField(props: FieldProps) {
  const { definition, value } = props
  const isNew = definition.autocomplete === 'new-password' && definition.validation?.compare === undefined
  return (
    <>
      <TextControl
        field={props}
        type="password"
        attributes={{ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }}
      />
      {isNew && <StrengthMeter password={answerText(value)} />}
    </>
  )
}

function StrengthMeter({ password }: { readonly password: string }) {
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

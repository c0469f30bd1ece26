import { useState } from 'react'
import { passwordStrength } from '#machines/forms/password-strength.rules.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import styles from '../Field.module.css'
import { answerText, type FieldProps } from '../field-contract.ts'
import { TextControl } from '../input/TextControl.tsx'

/** A password, with a button that shows it and, for a new one, a hint at its strength. */
export function PasswordField(props: FieldProps) {
  const t = useText()
  const [isShown, setIsShown] = useState(false)
  const { definition, value } = props
  const isNew = definition.autocomplete === 'new-password' && definition.validation?.compare === undefined
  return (
    <>
      <TextControl
        field={props}
        type={isShown ? 'text' : 'password'}
        attributes={{ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }}
      >
        {definition.show_pass_icon && (
          <button
            type="button"
            className={styles.action}
            aria-label={t(isShown ? 'forms.hide_password' : 'forms.show_password')}
            aria-controls={props.controlId}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon name={isShown ? 'eye-off' : 'eye'} />
          </button>
        )}
      </TextControl>
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

import { passwordStrength } from '#machines/forms/kinds/password-strength.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import { FieldMeter, FieldStrength } from '../FieldParts.tsx'

/** A hint at how hard a new password is to guess. */
export function StrengthMeter({ password }: { readonly password: string }) {
  const t = useText()
  const strength = passwordStrength(password)
  return (
    <FieldStrength>
      <FieldMeter data-strength={strength} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </FieldMeter>
      <span>{strength === 'none' ? '\u00a0' : t(`forms.strength_${strength}`)}</span>
    </FieldStrength>
  )
}

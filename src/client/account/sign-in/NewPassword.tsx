import { StrengthMeter } from '#renderers/forms/password/StrengthMeter.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { PasswordInput } from '../PasswordInput.tsx'

/** Props of {@link NewPassword}. */
export interface NewPasswordProps {
  readonly id: string
  readonly password: string
  readonly repeated: string
  readonly errorAt: (line: 'password' | 'repeated') => string | null
  readonly onChange: (line: 'password' | 'repeated', text: string) => void
}

/** A new password, typed twice, with a hint at its strength. */
export function NewPassword({ id, password, repeated, errorAt, onChange }: NewPasswordProps) {
  const t = useText()
  return (
    <>
      <div>
        <PasswordInput
          id={`${id}-password`}
          label={t('security.new_password')}
          value={password}
          error={errorAt('password')}
          help={t('security.new_password_help')}
          isNew
          onChange={(text) => onChange('password', text)}
        />
        <StrengthMeter password={password} />
      </div>
      <PasswordInput
        id={`${id}-repeated`}
        label={t('security.repeated')}
        value={repeated}
        error={errorAt('repeated')}
        isNew
        onChange={(text) => onChange('repeated', text)}
      />
    </>
  )
}

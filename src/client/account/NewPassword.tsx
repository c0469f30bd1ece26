import { StrengthMeter } from '#renderers/forms/password/StrengthMeter.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import type { FaultPlaces } from './use-sending.ts'

/** A new password as it is typed. */
export interface TypedPassword {
  readonly password: string
  readonly repeated: string
}

/** The lines of a new password. */
export type PasswordLine = keyof TypedPassword

export const NO_PASSWORD: TypedPassword = { password: '', repeated: '' }

/** Where the server's refusals of a new password belong. */
export const PASSWORD_PLACES: FaultPlaces<PasswordLine> = {
  'password.too_short': { at: 'password' },
  'password.too_long': { at: 'password' },
  'password.too_common': { at: 'password' },
  'password.not_repeated': { at: 'repeated' },
}

/** Props of {@link NewPassword}. */
export interface NewPasswordProps {
  readonly id: string
  readonly value: TypedPassword
  readonly errorAt: (line: PasswordLine) => string | null
  readonly onChange: (value: TypedPassword) => void
}

/** A new password, typed twice, with a hint at its strength. */
export function NewPassword({ id, value, errorAt, onChange }: NewPasswordProps) {
  const t = useText()
  return (
    <>
      <div>
        <PasswordInput
          id={`${id}-password`}
          label={t('security.new_password')}
          value={value.password}
          error={errorAt('password')}
          help={t('security.new_password_help')}
          isNew
          onChange={(password) => onChange({ ...value, password })}
        />
        <StrengthMeter password={value.password} />
      </div>
      <PasswordInput
        id={`${id}-repeated`}
        label={t('security.repeated')}
        value={value.repeated}
        error={errorAt('repeated')}
        isNew
        onChange={(repeated) => onChange({ ...value, repeated })}
      />
    </>
  )
}

/** The first line that is missing or differs, with the key of what to say; undefined when the password can be sent. */
export function passwordGap({
  password,
  repeated,
}: TypedPassword): { readonly at: PasswordLine; readonly label?: string; readonly key: string } | undefined {
  if (password === '') return { at: 'password', key: 'required', label: 'security.new_password' }
  if (repeated === '') return { at: 'repeated', key: 'required', label: 'security.repeated' }
  return password === repeated ? undefined : { at: 'repeated', key: 'password.not_repeated' }
}

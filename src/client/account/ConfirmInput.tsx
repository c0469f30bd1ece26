import { FormInput } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PasskeysAnswer } from '#schemas'
import { PasswordInput } from './PasswordInput.tsx'

/** Props of {@link ConfirmInput}. */
export interface ConfirmInputProps {
  readonly id: string
  readonly by: PasskeysAnswer['confirmsBy']
  readonly value: string
  readonly isMissing: boolean
  /** What was wrong with it when it was sent. */
  readonly failed: string | null
  readonly onChange: (secret: string) => void
}

/** The line in which players prove their identity: the password, or a code where the second factor is on. */
export function ConfirmInput({ id, by, value, isMissing, failed, onChange }: ConfirmInputProps) {
  const t = useText()
  const label = t(by === 'code' ? 'two_factor.any_code' : 'account.password')
  const error = isMissing ? t('required', { label }) : failed
  const line = { id, label, value, error, onChange }
  const help = t('passkey.confirm_text')
  return by === 'code' ? (
    <FormInput keepsNote purpose="code" {...line} help={help} />
  ) : (
    <PasswordInput {...line} help={help} />
  )
}

import { useState } from 'react'
import { Tooltip } from '#renderers/shell/Tooltip.tsx'
import { Button } from '#renderers/site/Button.tsx'
import { FormLine } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { EntryInput, EntryReveal, EntryRow } from './sign-in/EntryParts.tsx'

export interface PasswordInputProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly error: string | null
  /** The hint shown as long as nothing is wrong. */
  readonly help?: string
  /** Whether it is made here: browsers offer to make one up, and not the one they know. */
  readonly isNew?: boolean
  readonly onChange: (text: string) => void
}

/** A password that can be looked at while it is typed. */
export function PasswordInput({ id, label, value, error, help, isNew = false, onChange }: PasswordInputProps) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  return (
    <FormLine keepsNote id={id} label={label} help={help} error={error}>
      <EntryRow>
        <EntryInput
          id={id}
          type={isShown ? 'text' : 'password'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          dir="ltr"
          aria-invalid={error !== null}
          aria-describedby={`${id}-note`}
        />
        <EntryReveal>
          <Tooltip text={t('account.password_show')}>
            {() => (
              <Button
                kind="plain"
                type="button"
                icon={isShown ? 'eye-off' : 'eye'}
                aria-pressed={isShown}
                aria-label={t('account.password_show')}
                onClick={() => setShown(!isShown)}
              />
            )}
          </Tooltip>
        </EntryReveal>
      </EntryRow>
    </FormLine>
  )
}

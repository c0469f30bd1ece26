import { useState } from 'react'
import { findOption, optionText, optionValue } from '#machines/forms/kinds/options.rules.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { FieldProps } from '../field-contract.ts'
import { SocialButtons } from './SocialButtons.tsx'
import styles from './social.module.css'
import { type SocialConfirmed, type SocialPort, useSocialPort } from './social-port.ts'

/** Social providers to choose from (REG-31): a button for each, and whom the chosen one has confirmed. The answer is the
 *  provider, and it is given only when the provider has said who the player is. */
export function SocialTypesField(props: FieldProps) {
  const { definition, value, controlId, describedBy, isDisabled, onChange, onBlur } = props
  const t = useText()
  const port = useSocialPort()
  const [isChoosing, setIsChoosing] = useState(false)
  const { confirmed, failure } = port
  const isConfirmed = confirmed !== null && !isChoosing && isAnswer(props, confirmed)
  if (isConfirmed && value === confirmed.provider) {
    const chooseAnother = () => {
      setIsChoosing(true)
      onChange('')
    }
    return <Confirmed field={props} port={port} confirmed={confirmed} onChooseAnother={chooseAnother} />
  }
  const options = definition.options ?? []
  return (
    <div className={styles.choice}>
      <SocialButtons
        providers={options.map((option) => ({ id: String(optionValue(option)), name: optionText(option) }))}
        startingId={port.startingId}
        isDisabled={isDisabled || definition.disabled === true}
        firstId={controlId}
        describedBy={describedBy}
        onStart={port.start}
        onBlur={onBlur}
      />
      <p className={styles.failure} role="alert">
        {failure && t(failure.code, failure.params)}
      </p>
    </div>
  )
}

interface ConfirmedProps {
  readonly field: FieldProps
  readonly port: SocialPort
  readonly confirmed: SocialConfirmed
  readonly onChooseAnother: () => void
}

function Confirmed({ field, port, confirmed, onChooseAnother }: ConfirmedProps) {
  const t = useText()
  const Link = useLink()
  const { providerName: provider, name } = confirmed
  return (
    <div className={styles.confirmed}>
      <p className={styles.who}>
        <Icon name="check" size={20} />
        <span>{name === '' ? t('social.confirmed', { provider }) : t('social.confirmed_as', { provider, name })}</span>
      </p>
      <button
        type="button"
        id={field.controlId}
        className={styles.plain}
        aria-describedby={field.describedBy}
        disabled={field.isDisabled}
        onClick={onChooseAnother}
      >
        {t('social.choose_other')}
      </button>
      {port.joinPath !== null && (
        <p className={styles.join}>
          {t('social.have_account')} <Link to={port.joinPath}>{t('social.join', { provider })}</Link>
        </p>
      )}
    </div>
  )
}

/** Whether the confirmed provider is one that the field offers. */
function isAnswer({ definition }: FieldProps, { provider }: SocialConfirmed): boolean {
  return findOption(definition, provider) !== undefined
}

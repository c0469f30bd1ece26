import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { Failure } from '#machines/shell/failure.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { FormLine } from '#renderers/site/FormLine.tsx'
import { SelectBox } from '#renderers/site/SelectBox.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import { EntryForm, EntryInput } from '../sign-in/EntryParts.tsx'
import { type CurrencyChoice, currencyGroups } from './wallet.selectors.ts'
import styles from './wallets.module.css'

/** Props of {@link AddWallet}. */
export interface AddWalletProps {
  readonly choices: readonly CurrencyChoice[]
  readonly isBusy: boolean
  /** @returns why it was refused, or null */
  readonly onAdd: (choice: CurrencyChoice) => Promise<Failure | null>
}

/** Opens an account in another currency; where there is none left, it says so. */
export function AddWallet({ choices, isBusy, onAdd }: AddWalletProps) {
  const t = useText()
  const id = useId()
  return (
    <Panel className={styles.panel} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.heading}>
        {t('wallet.add_title')}
      </h2>
      {choices.length === 0 ? (
        <p className={styles.text}>{t('wallet.none_left')}</p>
      ) : (
        <AddForm id={id} choices={choices} isBusy={isBusy} onAdd={onAdd} />
      )}
    </Panel>
  )
}

function currencyOption({ id, name }: CurrencyChoice) {
  return (
    <option key={id} value={id}>
      {name}
    </option>
  )
}

function AddForm({ id, choices, isBusy, onAdd }: AddWalletProps & { readonly id: string }) {
  const t = useText()
  const groups = currencyGroups(useApp(), choices)
  const control = useRef<HTMLSelectElement>(null)
  const [chosen, setChosen] = useState('')
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    if (error) control.current?.focus()
  }, [error])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setError(null)
    const choice = choices.find((each) => String(each.id) === chosen)
    if (!choice) {
      setError(t('wallet.choose'))
      return
    }
    const failure = await onAdd(choice)
    if (failure) setError(t(failure.code, { ...failure.params }))
    else setChosen('')
  }

  return (
    <EntryForm noValidate onSubmit={(event) => void submit(event)}>
      <FormLine id={id} label={t('wallet.currency')} help={t('wallet.currency_help')} error={error} keepsNote>
        <SelectBox>
          <EntryInput
            as="select"
            ref={control}
            id={id}
            value={chosen}
            autoComplete="transaction-currency"
            required
            aria-invalid={error !== null}
            aria-describedby={`${id}-note`}
            onChange={(event) => {
              setChosen(event.target.value)
              setError(null)
            }}
          >
            <option value="">{t('wallet.choose')}</option>
            {groups.map(({ kind, choices: own }) =>
              groups.length > 1 ? (
                <optgroup key={kind} label={t(`wallet.group_${kind}`)}>
                  {own.map(currencyOption)}
                </optgroup>
              ) : (
                own.map(currencyOption)
              ),
            )}
          </EntryInput>
        </SelectBox>
      </FormLine>
      <div>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {t('wallet.add')}
        </Button>
      </div>
    </EntryForm>
  )
}

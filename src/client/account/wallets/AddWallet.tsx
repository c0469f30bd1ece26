import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { Failure } from '#machines/shell/failure.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { SelectBox } from '#renderers/site/SelectBox.tsx'
import { useText } from '#renderers/site/texts.tsx'
import office from '../../page/office/office.module.css'
import entry from '../sign-in/entry.module.css'
import type { CurrencyChoice } from './wallet.selectors.ts'
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
    <section className={`${office.panel} ${styles.panel}`} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.heading}>
        {t('wallet.add_title')}
      </h2>
      {choices.length === 0 ? (
        <p className={styles.text}>{t('wallet.none_left')}</p>
      ) : (
        <AddForm id={id} choices={choices} isBusy={isBusy} onAdd={onAdd} />
      )}
    </section>
  )
}

function AddForm({ id, choices, isBusy, onAdd }: AddWalletProps & { readonly id: string }) {
  const t = useText()
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
    <form className={entry.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={entry.field}>
        <label className={entry.label} htmlFor={id}>
          {t('wallet.currency')}
        </label>
        <SelectBox>
          <select
            ref={control}
            id={id}
            className={entry.input}
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
            {choices.map((choice) => (
              <option key={choice.id} value={choice.id}>
                {choice.name}
              </option>
            ))}
          </select>
        </SelectBox>
        <p id={`${id}-note`} className={error ? entry.error : entry.note} role={error ? 'alert' : undefined}>
          {error ?? t('wallet.currency_help')}
        </p>
      </div>
      <div>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {t('wallet.add')}
        </Button>
      </div>
    </form>
  )
}

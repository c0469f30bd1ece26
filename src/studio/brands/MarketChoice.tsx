import { useId, useState } from 'react'
import { say } from '../app/studio-texts.ts'
import { LabelledInput } from '../parts/LabelledInput.tsx'
import { PickBox } from '../parts/PickBox.tsx'
import type { Pick } from '../parts/picks.ts'
import { countryPicks, currencyPicks, languagePicks } from './code-names.ts'
import styles from './MarketChoice.module.css'
import group from './NewBrand.module.css'
import type { BrandWish } from './new-brand-wish.ts'

/** Where the new brand is offered: host, language, country and currency. */
export function MarketChoice(props: {
  readonly wish: BrandWish
  readonly onChange: (part: Partial<BrandWish>) => void
}) {
  const { wish, onChange } = props
  const [lists] = useState(() => ({
    language: languagePicks(),
    country: countryPicks(),
    currency: currencyPicks(),
  }))
  return (
    <fieldset className={group.group}>
      <legend>{say('new.market')}</legend>
      <div className={styles.codes}>
        {(['language', 'country', 'currency'] as const).map((name) => (
          <Code
            key={name}
            label={say(`new.${name}`)}
            value={wish[name]}
            picks={lists[name]}
            onPick={(value) => onChange({ [name]: value })}
          />
        ))}
      </div>
      <LabelledInput
        label={say('new.host')}
        hint={say('new.host_hint')}
        placeholder="www.example.com"
        maxLength={253}
        spellCheck={false}
        value={wish.host}
        onChange={({ target }) => onChange({ host: target.value })}
      />
    </fieldset>
  )
}

interface CodeProps {
  readonly label: string
  readonly value: string
  readonly picks: readonly Pick[]
  readonly onPick: (value: string) => void
}

function Code({ label, value, picks, onPick }: CodeProps) {
  const id = useId()
  return (
    <div className={styles.code}>
      <label htmlFor={id}>{label}</label>
      <PickBox id={id} label={label} value={value} picks={picks} placeholder={say('new.left_out')} onPick={onPick} />
    </div>
  )
}

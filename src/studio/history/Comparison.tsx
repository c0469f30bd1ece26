import { useState } from 'react'
import { say } from '../app/studio-texts.ts'
import { LabelledSelect } from '../parts/LabelledInput.tsx'
import { BrandDiffView } from './BrandDiffView.tsx'
import styles from './BrandHistory.module.css'
import selects from './Comparison.module.css'

/** Compares two states of a brand: revisions, the live brand, the draft. */
export function Comparison({ brand, numbers }: { readonly brand: string; readonly numbers: readonly number[] }) {
  const [from, setFrom] = useState('live')
  const [to, setTo] = useState('draft')
  const revisions = numbers.map((number) => ({ value: String(number), label: say('history.revision', { number }) }))
  const live = { value: 'live', label: say('history.live_state') }
  const draft = { value: 'draft', label: say('history.draft_state') }
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{say('history.compare_title')}</h2>
      <div className={selects.selects}>
        <StateSelect
          label={say('history.compare_from')}
          value={from}
          states={[live, ...revisions]}
          onChange={setFrom}
        />
        <StateSelect
          label={say('history.compare_to')}
          value={to}
          states={[draft, live, ...revisions]}
          onChange={setTo}
        />
      </div>
      {from !== to && <BrandDiffView brand={brand} from={from} to={to} />}
    </section>
  )
}

interface StateSelectProps {
  readonly label: string
  readonly value: string
  readonly states: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

function StateSelect({ label, value, states, onChange }: StateSelectProps) {
  return (
    <LabelledSelect label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {states.map((state) => (
        <option key={state.value} value={state.value}>
          {state.label}
        </option>
      ))}
    </LabelledSelect>
  )
}

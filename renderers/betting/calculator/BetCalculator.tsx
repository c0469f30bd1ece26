import { useId } from 'react'
import { LEG_RESULTS } from '#machines/betting/calculator/calculator-form.rules.ts'
import { ODDS_FORMATS } from '#machines/odds/odds-preference.rules.ts'
import { press } from '#machines/site/events/press.rules.ts'
import type { CalculatorForm, CalculatorLeg } from '#schemas'
import { Button, ButtonLink } from '../../site/Button.tsx'
import { SelectBox } from '../../site/SelectBox.tsx'
import { useText } from '../../site/texts.tsx'
import { resultText } from '../history/payout-steps.selectors.ts'
import styles from './Calculator.module.css'
import { calculatorTypeKey, hasCombinations, typedDecimal } from './calculator.selectors.ts'

/** Rows that an empty calculator begins with. */
const FIRST_ROWS = 3
const EMPTY: CalculatorLeg = { odds: '', result: 'win', places: 1, tied: 2 }

/** Props of {@link BetCalculator}. */
export interface BetCalculatorProps {
  readonly form: CalculatorForm
  /** Kinds of bets that are offered. */
  readonly types: readonly CalculatorForm['type'][]
  /** Most outcomes of this kind of bet. */
  readonly mostLegs: number
  /** Places of outcomes whose price cannot be read. */
  readonly wrongLegs: readonly number[]
  readonly isStakeWrong: boolean
  /** Address of the page without anything typed, to which the form is sent where no script runs. */
  readonly action: string
  readonly onChange: (form: CalculatorForm) => void
}

/** What is typed into the betting calculator: kind of bet, stake, and each outcome with its price and result. Without script it is a
 *  form that the address answers. */
export function BetCalculator(props: BetCalculatorProps) {
  const { form, mostLegs, action, onChange } = props
  const t = useText()
  const rows = Math.min(Math.max(FIRST_ROWS, form.legs.length + 1), Math.max(mostLegs, form.legs.length))
  const hasTies = form.legs.some(({ result }) => result === 'dead-heat')
  const change = (place: number, part: Partial<CalculatorLeg>) =>
    onChange({
      ...form,
      legs: Array.from({ length: Math.max(form.legs.length, place + 1) }, (_, index) => {
        const leg = form.legs[index] ?? EMPTY
        return index === place ? { ...leg, ...part } : leg
      }),
    })
  return (
    <form className={styles.form} action={action} onSubmit={(event) => event.preventDefault()}>
      <BetFields {...props} />
      {form.type === 'system' && <Sizes form={form} onChange={onChange} />}
      <fieldset className={styles.group}>
        <legend className={styles.label}>{t('calculator.legs')}</legend>
        <ol className={styles.legs}>
          {Array.from({ length: rows }, (_, place) => (
            <LegFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the form
              key={place}
              place={place}
              leg={form.legs[place] ?? EMPTY}
              format={form.format}
              hasTies={hasTies}
              isWrong={props.wrongLegs.includes(place)}
              onChange={(part) => change(place, part)}
            />
          ))}
        </ol>
      </fieldset>
      <div className={styles.actions}>
        <Button type="submit" kind="primary">
          {t('calculator.calculate')}
        </Button>
        <ButtonLink to={action}>{t('calculator.clear')}</ButtonLink>
      </div>
    </form>
  )
}

function BetFields({ form, types, isStakeWrong, onChange }: BetCalculatorProps) {
  const t = useText()
  const id = useId()
  return (
    <div className={styles.fields}>
      <Choice
        label={t('betting.type_label')}
        name="type"
        value={form.type}
        choices={types.map((value) => ({ value, label: t(calculatorTypeKey(value)) }))}
        onChoose={(type) => onChange({ ...form, type })}
      />
      <Choice
        label={t('calculator.format')}
        name="format"
        value={form.format}
        choices={ODDS_FORMATS.map((value) => ({ value, label: t(`board.format_${value}`) }))}
        onChoose={(format) => onChange({ ...form, format })}
      />
      <div className={styles.field}>
        <label className={styles.label} htmlFor={`${id}-stake`}>
          {t('betting.stake')}
        </label>
        <input
          id={`${id}-stake`}
          className={styles.control}
          {...press('bet_calculated')}
          name="stake"
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          maxLength={17}
          value={form.stake}
          aria-invalid={isStakeWrong || undefined}
          onChange={({ target }) => onChange({ ...form, stake: target.value })}
        />
      </div>
      {hasCombinations(form.type) && (
        <Choice
          label={t('calculator.stake_is')}
          name="per"
          value={form.stakeIs}
          choices={[
            { value: 'total', label: t('calculator.stake_total') },
            { value: 'per-line', label: t('calculator.stake_per_line') },
          ]}
          onChoose={(stakeIs) => onChange({ ...form, stakeIs })}
        />
      )}
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly name: string
  readonly value: Value
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
  readonly onChoose: (value: Value) => void
}

/** A list of the calculators, with its name above. */
export function Choice<Value extends string>({ label, name, value, choices, onChoose }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <SelectBox>
        <select
          id={id}
          className={styles.control}
          name={name}
          value={value}
          onChange={({ target }) => {
            const chosen = choices[target.selectedIndex]
            if (chosen) onChoose(chosen.value)
          }}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      </SelectBox>
    </div>
  )
}

function Sizes({ form, onChange }: Pick<BetCalculatorProps, 'form' | 'onChange'>) {
  const t = useText()
  const legs = Math.max(form.legs.length, FIRST_ROWS)
  const toggle = (size: number) =>
    onChange({
      ...form,
      sizes: form.sizes.includes(size)
        ? form.sizes.filter((one) => one !== size)
        : [...form.sizes, size].toSorted((one, other) => one - other),
    })
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{t('calculator.sizes')}</legend>
      <div className={styles.sizes}>
        {Array.from({ length: legs }, (_, index) => index + 1).map((size) => (
          <label key={size} className={styles.size}>
            <input
              type="checkbox"
              name="size"
              value={size}
              checked={form.sizes.includes(size)}
              onChange={() => toggle(size)}
            />
            {t('betting.size', { size, legs })}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface LegFieldsProps {
  readonly place: number
  readonly leg: CalculatorLeg
  readonly format: CalculatorForm['format']
  /** Whether any outcome is a dead heat: then the form names the numbers of all of them. */
  readonly hasTies: boolean
  readonly isWrong: boolean
  readonly onChange: (part: Partial<CalculatorLeg>) => void
}

function LegFields({ place, leg, format, hasTies, isWrong, onChange }: LegFieldsProps) {
  const t = useText()
  const number = place + 1
  const decimal = typedDecimal(leg.odds, format)
  return (
    <li className={styles.leg}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <input
        className={styles.control}
        name="odds"
        aria-label={t('calculator.odds_of', { number })}
        placeholder={t('calculator.odds')}
        inputMode={format === 'decimal' || format === 'hongkong' ? 'decimal' : 'text'}
        autoComplete="off"
        dir="ltr"
        maxLength={12}
        value={leg.odds}
        aria-invalid={isWrong || undefined}
        onChange={({ target }) => onChange({ odds: target.value })}
      />
      <SelectBox>
        <select
          className={styles.control}
          name="result"
          aria-label={t('calculator.result_of', { number })}
          value={leg.result}
          onChange={({ target }) => onChange({ result: LEG_RESULTS[target.selectedIndex] ?? 'win' })}
        >
          {LEG_RESULTS.map((result) => (
            <option key={result} value={result}>
              {resultText(result, t)}
            </option>
          ))}
        </select>
      </SelectBox>
      {decimal !== null && <output className={styles.decimal}>= {decimal}</output>}
      {hasTies && <TieFields leg={leg} onChange={onChange} />}
    </li>
  )
}

/** The places of a dead heat. Other outcomes name theirs unseen, so that each number belongs to its row. */
function TieFields({ leg, onChange }: Pick<LegFieldsProps, 'leg' | 'onChange'>) {
  const t = useText()
  if (leg.result !== 'dead-heat')
    return (['places', 'tied'] as const).map((name) => <input key={name} type="hidden" name={name} value={leg[name]} />)
  return (
    <div className={styles.tie}>
      {(['places', 'tied'] as const).map((name) => (
        <label key={name} className={styles.field}>
          <span className={styles.label}>{t(`calculator.${name}`)}</span>
          <input
            className={styles.control}
            type="number"
            name={name}
            min={1}
            max={1000}
            required
            value={leg[name]}
            onChange={({ target }) =>
              onChange({ [name]: Math.max(1, Math.min(1000, Math.trunc(Number(target.value)))) })
            }
          />
        </label>
      ))}
    </div>
  )
}

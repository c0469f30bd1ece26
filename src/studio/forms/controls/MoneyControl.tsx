import { say } from '../../app/studio-texts.ts'
import { useFormPlace } from '../form-place.ts'
import { currencyAt, currencyDigits, majorText, minorOf } from '../measure.ts'
import { useTypedText } from '../typed-text.ts'
import { type ControlProps, inputAttributes } from './control-props.ts'
import styles from './controls.module.css'
import { NumberControl } from './NumberControl.tsx'

/** An amount of money. Where the place names its currency it is written as people write it, and stored in minor units; elsewhere it
 *  is written in minor units, since they differ from currency to currency. */
export function MoneyControl(props: ControlProps) {
  const currency = currencyAt(useFormPlace().pointer)
  if (currency) return <CurrencyAmount {...props} currency={currency} />
  return (
    <div className={styles.stack}>
      <NumberControl {...props} />
      <p className={styles.hint}>{say('field.money_raw')}</p>
    </div>
  )
}

function CurrencyAmount(props: ControlProps & { readonly currency: string }) {
  const { currency, field, value, onChange } = props
  const digits = currencyDigits(currency)
  const format = (minor: unknown) => (typeof minor === 'number' ? majorText(minor, digits) : '')
  const typed = useTypedText<number | undefined>(format(value), {
    parse: (text) => {
      if (text.trim() === '') return field.isRequired ? null : { value: undefined }
      const minor = minorOf(text, digits)
      return minor === null ? null : { value: minor }
    },
    format,
    onValue: onChange,
  })
  return (
    <div className={styles.stack}>
      <div className={styles.measured}>
        <input
          {...inputAttributes(props)}
          type="text"
          inputMode="decimal"
          className={styles.input}
          aria-invalid={props.isFaulty || typed.isWrong}
          value={typed.text}
          onChange={(event) => typed.type(event.target.value)}
          onBlur={typed.leave}
        />
        <span className={styles.unit}>{currency}</span>
      </div>
      <p className={typed.isWrong ? styles.wrong : styles.hint}>
        {typed.isWrong ? say('invalid.number') : say('field.money_hint', { amount: String(value ?? '–') })}
      </p>
    </div>
  )
}

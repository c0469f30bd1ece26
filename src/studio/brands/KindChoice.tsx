import { say } from '../app/studio-texts.ts'
import styles from './KindChoice.module.css'
import group from './NewBrand.module.css'
import type { BrandWish } from './new-brand-wish.ts'

const KINDS = [
  ['sports', 'new.kind_sports', 'new.kind_sports_text'],
  ['casino', 'new.kind_casino', 'new.kind_casino_text'],
  ['regulated', 'new.kind_regulated', 'new.kind_regulated_text'],
  ['', 'new.kind_plain', 'new.kind_plain_text'],
] as const

/** What kind of site the new brand is. */
export function KindChoice(props: { readonly wish: BrandWish; readonly onChange: (part: Partial<BrandWish>) => void }) {
  return (
    <fieldset className={group.group}>
      <legend>{say('new.kind')}</legend>
      <div className={styles.kinds}>
        {KINDS.map(([preset, title, text]) => (
          <label key={preset} className={styles.kind}>
            <input
              type="radio"
              name="preset"
              checked={props.wish.preset === preset}
              onChange={() => props.onChange({ preset })}
            />
            <span className={styles.words}>
              <strong>{say(title)}</strong>
              <span className={styles.text}>{say(text)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

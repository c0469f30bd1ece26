import { useId } from 'react'
import type { CouponState } from '#machines/betting/coupon/coupon-state.rules.ts'
import { type BetChoice, possibleTypes } from '#machines/betting/coupon/coupon-types.rules.ts'
import type { CouponEdit } from '#schemas'
import { SelectBox } from '../../site/SelectBox.tsx'
import { useText } from '../../site/texts.tsx'
import styles from './CouponTypes.module.css'
import { aboutKey, pressedSizes, typeKey } from './coupon.selectors.ts'

/** Types that have a button of their own; the others are in a list. */
const FIRST: readonly BetChoice['betType'][] = ['single', 'express', 'system']

/** Props of {@link CouponTypes}. */
export interface CouponTypesProps {
  readonly state: Pick<CouponState, 'coupon' | 'terms'>
  readonly isDisabled: boolean
  readonly onEdit: (edit: CouponEdit) => void
}

/** Which type of bet it is, once there is a choice, and the sizes of a system. */
export function CouponTypes({ state: { coupon, terms }, isDisabled, onEdit }: CouponTypesProps) {
  const t = useText()
  const choices = possibleTypes(coupon.entries.length, terms)
  if (choices.length < 2) return null
  const choose = ({ betType, cover }: BetChoice) =>
    onEdit({ kind: 'type_chosen', betType, ...(cover === undefined ? {} : { cover }) })
  const isChosen = (choice: BetChoice) => choice.betType === coupon.betType && choice.cover === coupon.cover
  const others = choices.filter(({ betType }) => !FIRST.includes(betType))
  return (
    <div className={styles.types}>
      <fieldset className={styles.row} disabled={isDisabled}>
        <legend className="visually-hidden">{t('betting.type_label')}</legend>
        {choices
          .filter(({ betType }) => FIRST.includes(betType))
          .map((choice) => (
            <button
              key={choice.betType}
              type="button"
              className={styles.choice}
              aria-pressed={isChosen(choice)}
              onClick={() => choose(choice)}
            >
              {t(typeKey(choice))}
            </button>
          ))}
        {others.length > 0 ? <OtherTypes choices={others} isChosen={isChosen} onChoose={choose} /> : null}
      </fieldset>
      <p className={styles.about}>{t(aboutKey(coupon))}</p>
      {coupon.betType === 'system' || coupon.betType === 'lobby' ? (
        <SystemSizes state={{ coupon, terms }} isDisabled={isDisabled} onEdit={onEdit} />
      ) : null}
    </div>
  )
}

interface OtherTypesProps {
  readonly choices: readonly BetChoice[]
  readonly isChosen: (choice: BetChoice) => boolean
  readonly onChoose: (choice: BetChoice) => void
}

function OtherTypes({ choices, isChosen, onChoose }: OtherTypesProps) {
  const t = useText()
  const id = useId()
  const chosen = choices.findIndex(isChosen)
  return (
    <div className={styles.others} data-chosen={chosen >= 0 || undefined}>
      <label htmlFor={id} className="visually-hidden">
        {t('betting.more_types')}
      </label>
      <SelectBox>
        <select
          id={id}
          className={styles.select}
          value={chosen}
          onChange={({ target }) => {
            const choice = choices[Number(target.value)]
            if (choice) onChoose(choice)
          }}
        >
          <option value={-1} disabled hidden>
            {t('betting.more_types')}
          </option>
          {choices.map((choice, index) => (
            <option key={typeKey(choice)} value={index}>
              {t(typeKey(choice))}
            </option>
          ))}
        </select>
      </SelectBox>
    </div>
  )
}

function SystemSizes({ state: { coupon }, isDisabled, onEdit }: CouponTypesProps) {
  const t = useText()
  const legs = coupon.entries.length - (coupon.betType === 'lobby' ? 1 : 0)
  return (
    <fieldset className={styles.sizes} disabled={isDisabled}>
      <legend className={styles.legend}>{t('betting.sizes')}</legend>
      {Array.from({ length: legs }, (_, index) => index + 1).map((size) => (
        <button
          key={size}
          type="button"
          className={styles.size}
          aria-pressed={coupon.sizes.includes(size)}
          onClick={() => onEdit({ kind: 'sizes_chosen', sizes: pressedSizes(coupon.sizes, size) })}
        >
          {t('betting.size', { size, legs })}
        </button>
      ))}
    </fieldset>
  )
}

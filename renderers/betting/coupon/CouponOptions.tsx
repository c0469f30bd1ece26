import { useId } from 'react'
import { canAwaitPrice, canBePlayed } from '#machines/betting/coupon/auto-price.rules.ts'
import type { CouponState } from '#machines/betting/coupon/coupon-state.rules.ts'
import type { CouponEdit, CouponEvent, PricePolicy } from '#schemas'
import { Button } from '../../site/Button.tsx'
import { SelectBox } from '../../site/SelectBox.tsx'
import { useText } from '../../site/texts.tsx'
import { AmountField } from './AmountField.tsx'
import { CouponCodes } from './CouponCodes.tsx'
import { CouponFreebets, type FreebetChoice } from './CouponFreebets.tsx'
import notes from './CouponNotes.module.css'
import styles from './CouponOptions.module.css'
import { CouponTokens } from './CouponTokens.tsx'
import { type CouponLook, isStakeWrong, problemParams, stakeProblem } from './coupon.selectors.ts'

/** Shares of the profit that a player may give up without being asked, in percent. */
const SLIPPAGES = [1, 3, 5, 10]
/** Most decimals of a price. */
const PRICE_PLACES = 4
const MOST_PROMO = 64

/** Props of {@link CouponOptions}. */
export interface CouponOptionsProps {
  readonly state: CouponState
  readonly look: CouponLook
  readonly isDisabled: boolean
  /** Free bets that the player can stake; left out where there are none. */
  readonly freebets?: FreebetChoice | undefined
  /** Prints the coupon; left out where that is not offered (BET-12). */
  readonly onPrint?: (() => void) | undefined
  /** The address under which a saved coupon is opened; left out where there is none. */
  readonly linkOf?: ((code: string) => string) | undefined
  readonly onEvent: (event: CouponEvent) => void
}

/** What stands around the bet: price changes, and whatever else the brand offers, each with its flag (BET-12 to BET-16). */
export function CouponOptions({ state, look, isDisabled, freebets, onPrint, linkOf, onEvent }: CouponOptionsProps) {
  const t = useText()
  const { coupon, terms } = state
  const edit = (change: CouponEdit) => onEvent({ type: 'coupon.edited', edit: change })
  const isFilled = coupon.entries.length > 0
  const hasCode = terms.isSaveLoadAllowed
  return (
    <fieldset className={styles.options} disabled={isDisabled}>
      <legend className="visually-hidden">{t('betting.options')}</legend>
      <Policy policy={coupon.pricePolicy} onChoose={(policy) => edit({ kind: 'policy_chosen', policy })} />
      {terms.isPromoAllowed && isFilled ? <Promo state={state} look={look} freebets={freebets} onEdit={edit} /> : null}
      {terms.isAutoBetAllowed && isFilled ? <AutoBet state={state} look={look} onEdit={edit} /> : null}
      {terms.isOneClickAllowed ? <OneClick state={state} look={look} onEdit={edit} /> : null}
      {hasCode ? <CouponCodes state={state} linkOf={linkOf} onEvent={onEvent} /> : null}
      {onPrint && isFilled ? (
        <Button size="small" kind="plain" icon="document" onClick={onPrint}>
          {t('betting.print')}
        </Button>
      ) : null}
    </fieldset>
  )
}

function Policy({
  policy,
  onChoose,
}: {
  readonly policy: PricePolicy
  readonly onChoose: (policy: PricePolicy) => void
}) {
  const t = useText()
  const id = useId()
  const choices: readonly PricePolicy[] = [
    { kind: 'none' },
    { kind: 'higher' },
    ...SLIPPAGES.map((percent) => ({ kind: 'slippage' as const, percent })),
    { kind: 'any' },
  ]
  const keyOf = (choice: PricePolicy) => (choice.kind === 'slippage' ? `slippage ${choice.percent}` : choice.kind)
  const all = choices.some((choice) => keyOf(choice) === keyOf(policy)) ? choices : [...choices, policy]
  return (
    <div className={styles.line}>
      <label htmlFor={id} className={styles.label}>
        {t('betting.policy')}
      </label>
      <SelectBox>
        <select
          id={id}
          className={styles.select}
          value={keyOf(policy)}
          onChange={({ target }) => {
            const choice = all.find((one) => keyOf(one) === target.value)
            if (choice) onChoose(choice)
          }}
        >
          {all.map((choice) => (
            <option key={keyOf(choice)} value={keyOf(choice)}>
              {t(`betting.policy_${choice.kind}`, choice.kind === 'slippage' ? { percent: choice.percent } : {})}
            </option>
          ))}
        </select>
      </SelectBox>
    </div>
  )
}

interface PartProps {
  readonly look: CouponLook
  readonly onEdit: (edit: CouponEdit) => void
}

/** Free bets to be pressed, and a code to be typed: one that names a free bet chooses it, so that what it pays is shown. */
function Promo({
  state: { coupon },
  look,
  freebets,
  onEdit,
}: PartProps & { readonly state: CouponState; readonly freebets: FreebetChoice | undefined }) {
  const t = useText()
  const id = useId()
  const { promo, freebet: chosen, token } = coupon
  function typed(text: string): void {
    const freebet = freebets?.named(text)
    onEdit(freebet ? { kind: 'freebet_chosen', freebet } : { kind: 'promo_typed', promo: text })
  }
  return (
    <>
      <CouponFreebets freebets={freebets?.all ?? []} chosen={chosen} look={look} onEdit={onEdit} />
      <CouponTokens tokens={freebets?.tokens ?? []} chosen={token} look={look} onEdit={onEdit} />
      {chosen || token ? null : <PromoCode id={id} promo={promo} label={t('betting.promo')} onText={typed} />}
    </>
  )
}

function PromoCode({
  id,
  promo,
  label,
  onText,
}: {
  readonly id: string
  readonly promo: string
  readonly label: string
  readonly onText: (text: string) => void
}) {
  return (
    <div className={styles.line}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        id={id}
        className={styles.input}
        value={promo}
        maxLength={MOST_PROMO}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onText(target.value)}
      />
    </div>
  )
}

/** The wait for a price, offered to what can wait (BET-20), and where a game may be played meanwhile, that a changed score ends it.
 *  What was chosen before stays in sight, to be switched off. */
function AutoBet({ state, look, onEdit }: PartProps & { readonly state: CouponState }) {
  const t = useText()
  const { betType, entries, isAutoBet: isOn, autoBetCf: text, isDroppedOnScore } = state.coupon
  if (!(isOn || canAwaitPrice(betType, entries))) return null
  const set = (change: Partial<Extract<CouponEdit, { readonly kind: 'auto_bet_set' }>>) =>
    onEdit({ kind: 'auto_bet_set', isOn, text, isDroppedOnScore, ...change })
  return (
    <div className={styles.part}>
      <Choice label={t('betting.auto_bet')} isOn={isOn} onSet={(next) => set({ isOn: next })} />
      {isOn ? (
        <>
          <p className={notes.about}>{t('betting.auto_bet_about')}</p>
          <AmountField
            label={t('betting.auto_price')}
            text={text}
            accuracy={PRICE_PLACES}
            look={look}
            onText={(typed) => set({ text: typed })}
          />
          {canBePlayed(entries, state.terms.isAutoBetContinuedLive) ? (
            <>
              <p className={notes.about}>{t('betting.auto_bet_live_about')}</p>
              <Choice
                label={t('betting.drop_on_score')}
                isOn={isDroppedOnScore}
                onSet={(next) => set({ isDroppedOnScore: next })}
              />
              <p className={notes.about}>{t('betting.drop_on_score_about')}</p>
            </>
          ) : null}
        </>
      ) : null}
    </div>
  )
}

function OneClick({ state, look, onEdit }: PartProps & { readonly state: CouponState }) {
  const t = useText()
  const { isOneClick: isOn, oneClickStakeText: text } = state.coupon
  const problem = stakeProblem(text, state.terms)
  return (
    <div className={styles.part}>
      <Choice
        label={t('betting.one_click')}
        isOn={isOn}
        onSet={(next) => onEdit({ kind: 'one_click_set', isOn: next, text })}
      />
      {isOn ? (
        <>
          <p className={notes.about}>{t('betting.one_click_about')}</p>
          <AmountField
            label={t('betting.stake')}
            text={text}
            accuracy={state.terms.exponent}
            look={look}
            isInvalid={isStakeWrong(text, state.terms)}
            onText={(typed) => onEdit({ kind: 'one_click_set', isOn, text: typed })}
          />
          <p role="status" className={notes.about}>
            {problem === null ? '' : t(`betting.problem_${problem}`, problemParams({ code: problem }, state, look))}
          </p>
        </>
      ) : null}
    </div>
  )
}

function Choice({
  label,
  isOn,
  onSet,
}: {
  readonly label: string
  readonly isOn: boolean
  readonly onSet: (isOn: boolean) => void
}) {
  return (
    <label className={notes.choice}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => onSet(target.checked)} />
      {label}
    </label>
  )
}

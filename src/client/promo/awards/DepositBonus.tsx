import { useEffect, useId, useState } from 'react'
import { claimBonus, getBonuses, getPromoOffers, refuseBonus } from '#calls/promo/bonus.calls.ts'
import { matchBonus } from '#machines/promo/awards/reward.rules.ts'
import { press } from '#machines/site/events/press.rules.ts'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BonusTerms } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import type { DepositExtraProps } from '../../page/deposit-extra.ts'
import { offeredPath } from '../../page/paths.ts'
import { shortMoney } from '../promo-text.ts'
import { giftText, waitsForDeposit } from './award-text.ts'
import styles from './awards.module.css'

/** A bonus that the next deposit can bring. */
export interface DepositChoice {
  /** Id of the campaign. */
  readonly id: string
  readonly name: string
  readonly terms: BonusTerms
  readonly currencyIso: string
  readonly exponent: number
  /** Number of the promise that the player holds; null while they hold none. */
  readonly promise: number | null
}

/** Loads what the next deposit can bring: promises that the player holds, and bonuses on deposits that are on offer. A deposit does not
 *  wait for bonuses that cannot be read. */
export function loadDepositChoices(app: App): Promise<readonly DepositChoice[]> {
  return app.site.config.boolean.isBonusAllowed ? readChoices(app).catch(() => []) : Promise.resolve([])
}

async function readChoices(app: App): Promise<readonly DepositChoice[]> {
  const [{ bonuses }, { offers }] = await Promise.all([app.call(getBonuses, {}), app.call(getPromoOffers, {})])
  const promised = bonuses.filter(waitsForDeposit)
  const open = offers.filter(
    ({ terms, mine }) => terms.on === 'deposit' && mine.every(({ isClosed, money }) => isClosed && money === 0),
  )
  return [
    ...promised.map(({ id, promoId, name, terms, currencyIso, exponent }) => ({
      ...{ id: promoId, name, terms, currencyIso, exponent, promise: id },
    })),
    ...open.map(({ id, name, terms, currencyIso, exponent }) => ({
      ...{ id, name, terms, currencyIso, exponent, promise: null },
    })),
  ]
}

/** Which bonus comes with a deposit, and what it gives for the typed amount; none is as good a choice (PROMO-24). */
export function DepositBonus({
  data: choices,
  value,
  methodId,
  onSettle,
}: DepositExtraProps<readonly DepositChoice[]>) {
  const app = useApp()
  const t = useText()
  const Link = useLink()
  const id = useId()
  const [chosen, choose] = useState(() => choices.find(({ promise }) => promise !== null)?.id ?? '')
  useEffect(() => onSettle(() => settle(app, choices, chosen)), [app, choices, chosen, onSettle])
  if (choices.length === 0) return null
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.heading}>{t('promo.deposit_choice')}</legend>
      {[...choices, null].map((one) => {
        const to = one && offeredPath(app, 'promotion', { promotion: one.id })
        return (
          <div key={one?.id ?? ''} className={styles.option}>
            <label>
              <input
                type="radio"
                {...press('deposit_bonus_chosen')}
                name={id}
                checked={chosen === (one?.id ?? '')}
                onChange={() => choose(one?.id ?? '')}
              />
              <span className={styles.optionWords}>
                <strong>{one ? one.name : t('promo.deposit_none')}</strong>
                {one ? <span className={styles.optionGift}>{giftOf(app, t, one, { value, methodId })}</span> : null}
              </span>
            </label>
            {to ? (
              <Link to={to} aria-label={`${t('promo.terms_short')}: ${one.name}`}>
                {t('promo.terms_short')}
              </Link>
            ) : null}
          </div>
        )
      })}
    </fieldset>
  )
}

/** What a deposit of the typed amount by the chosen method brings. */
function giftOf(
  app: App,
  t: (key: string, params?: Record<string, string | number>) => string,
  { terms, currencyIso, exponent }: DepositChoice,
  { value, methodId }: Pick<DepositExtraProps<unknown>, 'value' | 'methodId'>,
): string {
  if (terms.excludedMethods?.some(({ id }) => id === methodId)) return t('promo.deposit_not_by')
  const money = { currency: currencyIso, exponent }
  const { percentE4, amountMinor: maximumMinor, minimumDepositMinor } = terms
  const minor = value === null ? 0 : Math.round(value * 10 ** exponent)
  const least = t('promo.deposit_from', { amount: shortMoney(app, minimumDepositMinor, money) })
  if (percentE4 === 0) return minor < minimumDepositMinor ? least : giftText(app, t, terms, money)
  const gift = matchBonus(minor, { percentE4, maximumMinor, minimumDepositMinor })
  return gift === 0 ? least : t('promo.deposit_gives', { amount: shortMoney(app, gift, money) })
}

/** Makes the promises what the player has chosen: one deposit brings one bonus. */
async function settle({ call }: App, choices: readonly DepositChoice[], chosen: string): Promise<void> {
  for (const { id, promise } of choices)
    if (promise !== null && id !== chosen) await call(refuseBonus, { body: { bonus_id: promise } })
  const taken = choices.find(({ id }) => id === chosen)
  if (taken?.promise === null) await call(claimBonus, { body: { campaignId: taken.id } })
}

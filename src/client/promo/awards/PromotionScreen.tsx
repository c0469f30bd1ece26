import { useState } from 'react'
import { useLoaderData, useLocation } from 'react-router'
import { AppError } from '#calls/app-error.ts'
import { getPromoOffers } from '#calls/promo/bonus.calls.ts'
import { press } from '#machines/site/events/press.rules.ts'
import { Badge } from '#renderers/site/Badge.tsx'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PlayerBonus, PromoOffer } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import { depositPath, offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { shortMoney } from '../promo-text.ts'
import {
  aboutText,
  giftText,
  isLapsedPromise,
  moneyOf,
  STATE_KINDS,
  stateKey,
  type Write,
  waitsForDeposit,
  waitsForToday,
} from './award-text.ts'
import styles from './awards.module.css'
import { RoundsLeft } from './RoundsLeft.tsx'
import { StreakLine } from './StreakLine.tsx'
import { TermsList } from './TermsList.tsx'
import { UseFreebet } from './UseFreebet.tsx'
import { useBonusLife } from './use-bonus-life.ts'
import { useClaim } from './use-claim.ts'
import { WorthPanel } from './WorthPanel.tsx'

/** Loads the promotion that the address names. */
export function loadScreen({ app, params }: ScreenRequest): Promise<LoadedScreen<PromoOffer>> {
  return loadOffer(app, params.promotion ?? '')
}

/** Loads an offer. @throws AppError route.not_found for a campaign that is not on offer to the visitor */
export async function loadOffer(app: App, id: string): Promise<LoadedScreen<PromoOffer>> {
  const { offers } = await app.call(getPromoOffers, {})
  const data = offers.find((offer) => offer.id === id)
  if (!data) throw new AppError('route.not_found')
  return { meta: () => ({ title: data.name, description: data.text }), data }
}

/** A promotion: what it gives and asks, what it is worth, and the way to have it (PROMO-24). */
export function Screen() {
  const { data } = useLoaderData<ScreenData<PromoOffer>>()
  return <OfferPage offer={data} />
}

/** The page of an offer. */
export function OfferPage({ offer }: { readonly offer: PromoOffer }) {
  const app = useApp()
  const t = useText()
  const { name, text, terms } = offer
  const money = moneyOf(offer)
  const promotions = offeredPath(app, 'promotions')
  return (
    <div className={styles.page}>
      <PageHeading
        title={name}
        text={text}
        trail={promotions ? [{ id: 'promotions', label: t('promo.promotions'), to: promotions }] : []}
      />
      <Panel className={`${styles.panel} ${styles.hero}`} aria-label={t('promo.take_label')}>
        <p className={styles.heroFigure}>{giftText(app, t, terms, money)}</p>
        <Taking offer={offer} />
      </Panel>
      <div className={styles.columns}>
        <TermsList terms={terms} money={money} />
        {terms.value && terms.timesE2 > 0 && !terms.freeRounds ? (
          <WorthPanel value={terms.value} bonusMinor={terms.amountMinor} money={money} />
        ) : null}
      </div>
    </div>
  )
}

/** The way to have it: a guest registers, a player takes it, and one who has it sees where it stands. */
function Taking({ offer }: { readonly offer: PromoOffer }) {
  const app = useApp()
  const t = useText()
  if (!app.state.visitor.player) return <GuestWays offer={offer} />
  return offer.terms.on === 'code' || offer.terms.on === 'desk' ? (
    <p>{t(`promo.on_${offer.terms.on}`)}</p>
  ) : (
    <PlayerWays offer={offer} />
  )
}

function GuestWays({ offer }: { readonly offer: PromoOffer }) {
  const app = useApp()
  const t = useText()
  const { pathname, search } = useLocation()
  const register = offeredPath(app, 'registration', { bonus: offer.id })
  const signIn = offeredPath(app, 'login', { [app.site.config.other.returnUrlParameter]: pathname + search })
  return (
    <div className={styles.actions}>
      {register ? (
        <ButtonLink kind="primary" to={register} {...press('offer_registration_pressed', offer.id)}>
          {t('promo.register')}
        </ButtonLink>
      ) : null}
      {signIn ? <ButtonLink to={signIn}>{t('shell.sign_in')}</ButtonLink> : null}
    </div>
  )
}

function PlayerWays({ offer }: { readonly offer: PromoOffer }) {
  const [own] = offer.mine
  const [bonus, setBonus] = useState<PlayerBonus | null>(
    own && !isLapsedPromise(own) && !waitsForToday(own) ? own : null,
  )
  return bonus ? <OwnBonus bonus={bonus} onBonus={setBonus} /> : <OpenOffer offer={offer} onBonus={setBonus} />
}

interface OpenOfferProps {
  readonly offer: PromoOffer
  readonly onBonus: (bonus: PlayerBonus) => void
}

/** A bonus that the player can take, until it is over. */
function OpenOffer({ offer, onBonus }: OpenOfferProps) {
  const app = useApp()
  const t = useText()
  const [own] = offer.mine
  const { failure, isBusy, isOver, isExpired, claim } = useClaim({ offer, onBonus })
  const identify = offer.terms.on === 'identification' ? offeredPath(app, 'office_account_identification') : null
  return (
    <div className={styles.lines}>
      {own ? <StreakLine bonus={own} /> : null}
      {isOver ? null : (
        <div className={styles.actions}>
          <Button kind="primary" isBusy={isBusy} onClick={claim}>
            {takeLabel(app, t, offer)}
          </Button>
          {identify ? <ButtonLink to={identify}>{t('promo.identify')}</ButtonLink> : null}
        </div>
      )}
      {failure || isExpired ? (
        <p role="alert" className={styles.fault}>
          {failure ? t(failure.code, { ...failure.params }) : t('promo.campaign_unknown')}
        </p>
      ) : null}
    </div>
  )
}

interface OwnBonusProps {
  readonly bonus: PlayerBonus
  readonly onBonus: (bonus: PlayerBonus) => void
}

/** The bonus as the player has it. */
function OwnBonus({ bonus, onBonus }: OwnBonusProps) {
  const app = useApp()
  const t = useText()
  const { pathname } = useLocation()
  useBonusLife({ bonus, onBonus })
  const deposit = waitsForDeposit(bonus) ? depositPath(app, pathname) : null
  const explain = offeredPath(app, 'bonus', { id: String(bonus.id) })
  return (
    <div className={styles.lines} role="status">
      <p className={styles.stateLine}>
        <Badge kind={STATE_KINDS[bonus.state]}>{t(stateKey(bonus))}</Badge>
        <span>{aboutText(app, t, bonus)}</span>
      </p>
      <RoundsLeft bonus={bonus} />
      <StreakLine bonus={bonus} />
      <div className={styles.actions}>
        {deposit ? (
          <ButtonLink kind="primary" icon="plus" to={deposit}>
            {t('shell.deposit')}
          </ButtonLink>
        ) : null}
        <UseFreebet bonus={bonus} />
        {explain ? <ButtonLink to={explain}>{t('promo.explain')}</ButtonLink> : null}
      </div>
    </div>
  )
}

/** What the press does that takes a bonus. */
function takeLabel(app: App, t: Write, offer: PromoOffer): string {
  const { on, premiumMinor, streakDays } = offer.terms
  if (premiumMinor !== undefined)
    return t('promo.take_premium', { amount: shortMoney(app, premiumMinor, moneyOf(offer)) })
  if (streakDays !== undefined) return t('promo.take_day')
  return t(on === 'deposit' ? 'promo.take_promise' : 'promo.take')
}

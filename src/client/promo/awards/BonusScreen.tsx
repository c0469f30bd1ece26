import { useState } from 'react'
import { useLoaderData, useLocation } from 'react-router'
import { AppError } from '#calls/app-error.ts'
import { explainBonus, getBonuses } from '#calls/promo/bonus.calls.ts'
import { isTokenKind } from '#machines/site/licence/token-kinds.ts'
import { Badge } from '#renderers/site/Badge.tsx'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ExplainedBonus, PlayerBonus, PromoOffer } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import { depositPath, offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { shortMoney } from '../promo-text.ts'
import { aboutText, givenText, moneyOf, STATE_KINDS, stateKey, waitsForDeposit, waitsForToday } from './award-text.ts'
import styles from './awards.module.css'
import { ProgressBar } from './ProgressBar.tsx'
import { loadOffer, OfferPage } from './PromotionScreen.tsx'
import { RefuseDialog } from './RefuseDialog.tsx'
import { RoundsLeft } from './RoundsLeft.tsx'
import { StakeRows } from './StakeRows.tsx'
import { StreakLine } from './StreakLine.tsx'
import { TermsList } from './TermsList.tsx'
import { UseFreebet } from './UseFreebet.tsx'
import { useBonusLife } from './use-bonus-life.ts'
import { WorthPanel } from './WorthPanel.tsx'

interface Explained {
  readonly explained: ExplainedBonus
  /** What is on the bonus account, in minor units of the active currency. */
  readonly heldMinor: number
}

type Loaded = Explained | { readonly offer: PromoOffer }

const NUMBER = /^[1-9][0-9]{0,14}$/

/** Loads a bonus by its number, or the offer of a campaign by its id (PROMO-14). */
export async function loadScreen({ app, params }: ScreenRequest): Promise<LoadedScreen<Loaded>> {
  const id = params.id ?? ''
  if (!NUMBER.test(id)) {
    const { meta, data } = await loadOffer(app, id)
    return { meta, data: { offer: data } }
  }
  if (!app.state.visitor.player) throw new AppError('access.denied')
  const [explained, { bonusMinor }] = await Promise.all([
    app.call(explainBonus, { query: { id: Number(id) } }),
    app.call(getBonuses, {}),
  ])
  return {
    meta: () => ({ title: explained.bonus.name, isPrivate: true }),
    data: { explained, heldMinor: bonusMinor },
  }
}

/** A bonus, explained: what is left and until when, what every stake has counted and why, and what it is worth (PROMO-23). */
export function Screen() {
  const { data } = useLoaderData<ScreenData<Loaded>>()
  return 'offer' in data ? <OfferPage offer={data.offer} /> : <BonusPage key={data.explained.bonus.id} {...data} />
}

function BonusPage({ explained, heldMinor }: Explained) {
  const app = useApp()
  const t = useText()
  const [bonus, setBonus] = useState(explained.bonus)
  const money = moneyOf(bonus)
  const mine = offeredPath(app, 'office_promotion')
  const { terms, name, text, isClosed, state } = bonus
  return (
    <div className={styles.page}>
      <PageHeading
        title={name}
        text={text}
        trail={mine ? [{ id: 'mine', label: t('promo.mine'), to: mine }] : []}
        actions={<Badge kind={STATE_KINDS[state]}>{t(stateKey(bonus))}</Badge>}
      />
      <Standing bonus={bonus} heldMinor={heldMinor} onBonus={setBonus} />
      <div className={styles.columns}>
        <TermsList terms={terms} money={money} bonus={bonus} />
        {terms.value && terms.timesE2 > 0 && !isClosed && !(terms.freeRounds && bonus.target === 0) ? (
          <WorthPanel value={terms.value} bonusMinor={bonus.money || terms.amountMinor} money={money} />
        ) : null}
      </div>
      <StakeRows
        stakes={explained.stakes}
        isToken={isTokenKind(terms.kind)}
        money={money}
        hasBegun={
          terms.on === 'bets' || terms.on === 'losses' || (bonus.money > 0 && !(terms.freeRounds && bonus.target === 0))
        }
      />
      <p className={styles.note}>{t('promo.hash', { hash: bonus.termsHash.slice(0, 16) })}</p>
    </div>
  )
}

interface StandingProps {
  readonly bonus: PlayerBonus
  readonly heldMinor: number
  readonly onBonus: (bonus: PlayerBonus) => void
}

/** Where the bonus stands, and what can be done about it. */
function Standing({ bonus, heldMinor, onBonus }: StandingProps) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const { pathname } = useLocation()
  const { state, isClosed, end } = bonus
  const amount = (minor: number) => shortMoney(app, minor, moneyOf(bonus))
  const life = useBonusLife({ bonus, onBonus })
  const shop = offeredPath(app, 'points')
  const deposit = waitsForDeposit(bonus) ? depositPath(app, pathname) : null
  const figures = figuresOf(app, t, bonus, { heldMinor, until: !isClosed && end ? write(end) : null })
  const error = life.failure ? t(life.failure.code, { ...life.failure.params }) : null
  return (
    <Panel className={styles.panel} aria-label={t('promo.standing')}>
      <dl className={styles.figures}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {state === 'active' ? <ProgressBar bonus={bonus} /> : null}
      {state === 'ready' ? <RoundsLeft bonus={bonus} /> : null}
      <StreakLine bonus={bonus} />
      {waitsForToday(bonus) ? (
        <div className={styles.actions}>
          <ButtonLink kind="primary" to={offeredPath(app, 'promotion', { promotion: bonus.promoId }) ?? pathname}>
            {t('promo.take_day')}
          </ButtonLink>
        </div>
      ) : null}
      <p className={styles.text} role="status">
        {endingText(app, t, bonus, amount)}
      </p>
      <UseFreebet bonus={bonus} />
      <WonBonuses bonus={bonus} />
      {bonus.terms.points !== undefined && state === 'converted' && shop ? (
        <div className={styles.actions}>
          <ButtonLink kind="primary" to={shop}>
            {t('promo.points_shop')}
          </ButtonLink>
        </div>
      ) : null}
      {error && !life.isAsking ? (
        <p role="alert" className={styles.fault}>
          {error}
        </p>
      ) : null}
      {isClosed || state === 'staked' ? null : (
        <div className={styles.actions}>
          {deposit ? (
            <ButtonLink kind="primary" icon="plus" to={deposit}>
              {t('shell.deposit')}
            </ButtonLink>
          ) : null}
          <Button kind="plain" icon="close" onClick={() => life.send({ type: 'refuse.asked' })}>
            {t('promo.refuse')}
          </Button>
        </div>
      )}
      <RefuseDialog
        {...{ bonus, heldMinor, error }}
        isOpen={life.isAsking}
        isBusy={life.isBusy}
        onDrop={() => life.send({ type: 'refuse.dropped' })}
        onConfirm={() => life.send({ type: 'refuse.confirmed' })}
      />
    </Panel>
  )
}

/** The way from a free bet to what it has won, and back. */
function WonBonuses({ bonus: { winnings = [], ofFreebet } }: { readonly bonus: PlayerBonus }) {
  const app = useApp()
  const t = useText()
  const ways = [
    ...winnings.slice(0, 1).map(({ id }) => ({ id, label: t('promo.to_winnings') })),
    ...(ofFreebet === undefined ? [] : [{ id: ofFreebet, label: t('promo.to_freebet') }]),
  ].flatMap((way) => {
    const to = offeredPath(app, 'bonus', { id: String(way.id) })
    return to ? [{ ...way, to }] : []
  })
  if (ways.length === 0) return null
  return (
    <div className={styles.actions}>
      {ways.map(({ id, label, to }) => (
        <ButtonLink key={id} to={to}>
          {label}
        </ButtonLink>
      ))}
    </div>
  )
}

/** What a bonus comes to: what it has given, what is held and left of it, where its pool stands, and until when. */
function figuresOf(
  app: App,
  t: Write,
  bonus: PlayerBonus,
  { heldMinor, until }: { readonly heldMinor: number; readonly until: string | null },
): readonly { readonly label: string; readonly value: string }[] {
  const { state, target, currentProgress, pool, owed, netLoss, chargedBack = 0 } = bonus
  const amount = (minor: number) => shortMoney(app, minor, moneyOf(bonus))
  return [
    { label: t('promo.figure_bonus'), value: givenText(app, t, bonus) },
    ...(state === 'active'
      ? [
          { label: t('promo.figure_held'), value: amount(heldMinor) },
          { label: t('promo.figure_left'), value: amount(Math.max(0, target - currentProgress)) },
        ]
      : []),
    ...(pool
      ? [
          { label: t('promo.figure_pool'), value: amount(pool.poolMinor) },
          { label: t('promo.figure_pool_staked'), value: amount(pool.stakedMinor) },
          { label: t('promo.figure_pool_share'), value: amount(pool.shareMinor) },
        ]
      : []),
    ...(netLoss === undefined
      ? []
      : [
          {
            label: t(netLoss < 0 ? 'promo.figure_net_win' : 'promo.figure_net_loss'),
            value: amount(Math.abs(netLoss)),
          },
        ]),
    // Stakes that were void after the bonus had become money.
    ...(state === 'converted' && currentProgress < target
      ? [{ label: t('promo.figure_missing'), value: amount(target - currentProgress) }]
      : []),
    ...(chargedBack === 0 ? [] : [{ label: t('promo.figure_charged_back'), value: amount(chargedBack) }]),
    ...(owed === undefined ? [] : [{ label: t('promo.figure_owed'), value: amount(owed) }]),
    ...(until === null ? [] : [{ label: t('promo.figure_until'), value: until }]),
  ]
}

type Write = (key: string, params?: Record<string, string | number>) => string

/** Says how a bonus that holds continues, or how one has ended. */
function endingText(app: App, t: Write, bonus: PlayerBonus, amount: (minor: number) => string): string {
  const { state, paid, removed, terms } = bonus
  const gone = removed > 0 ? t('promo.removed', { amount: amount(removed) }) : ''
  if (state !== 'converted' || terms.points !== undefined) return `${aboutText(app, t, bonus)} ${gone}`.trim()
  const became = t('promo.became', { amount: amount(paid) })
  if (removed === 0) return became
  if (terms.release === 'winnings') return `${became} ${gone}`
  return terms.capTimesE2 > 0 ? `${became} ${t('promo.capped', { amount: amount(removed) })}` : became
}

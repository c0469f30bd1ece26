import type { ReactNode } from 'react'
import { BET_STATUS } from '#machines/betting/bet-history.rules.ts'
import type { FrozenBet, HistoryBet } from '#schemas'
import { Badge } from '../../site/Badge.tsx'
import { Icon } from '../../site/Icon.tsx'
import { useText } from '../../site/texts.tsx'
import type { CouponLook } from '../coupon/coupon.selectors.ts'
import { BetAdvance } from './BetAdvance.tsx'
import styles from './BetCard.module.css'
import type { NamedLeg } from './BetLegs.tsx'
import { BetLegs } from './BetLegs.tsx'
import { betOdds, betReturn, explainedLegs, isAutoBet, legRole, statusBadge } from './bet-history.selectors.ts'
import { combinationCountOf, kindText } from './bet-kind.selectors.ts'
import { PayoutSteps } from './PayoutSteps.tsx'

/** Props of {@link BetCard}. */
export interface BetCardProps {
  readonly bet: HistoryBet
  readonly legs: readonly NamedLeg[]
  readonly look: CouponLook
  /** What can be done with it. */
  readonly actions?: ReactNode
}

/** A bet of the history: what it was and how it ended; opened, its outcomes, its rules and why it pays what it pays. */
export function BetCard({ bet, legs, look, actions }: BetCardProps) {
  const t = useText()
  return (
    <li className={styles.bet} data-status={bet.status}>
      <details className={styles.details}>
        <summary className={styles.summary}>
          <BetHead bet={bet} legs={legs} look={look} />
          <BetNumbers bet={bet} look={look} />
          <span className={styles.mark}>
            <Icon name="chevron-down" />
          </span>
        </summary>
        <div className={styles.body}>
          {bet.reason === undefined ? null : <p className={styles.reason}>{t(bet.reason, { ...bet.params })}</p>}
          {bet.isDroppedOnScore ? <p className={styles.when}>{t('history.bid_drops')}</p> : null}
          {bet.settledAt === undefined ? null : (
            <p className={styles.when}>
              {t(bet.status === BET_STATUS.sold ? 'history.sold_at' : 'history.settled_at', {
                time: look.time(bet.settledAt),
              })}
            </p>
          )}
          {bet.insuranceMinor === undefined ? null : (
            <p className={styles.when}>{t('history.insurance_paid', { amount: look.money(bet.insuranceMinor) })}</p>
          )}
          <BetAdvance bet={bet} look={look} />
          <BetLegs
            legs={legs.map((leg, index) => ({ ...leg, role: legRole(bet, index, t) }))}
            look={look}
            isPlaced={bet.status !== BET_STATUS.rejected}
          />
          {bet.explanation ? (
            <details className={styles.more}>
              <summary>{t('history.explain')}</summary>
              <PayoutSteps steps={bet.explanation} legs={explainedNames(bet, legs)} look={look} />
            </details>
          ) : null}
          {bet.terms ? <BetRules terms={bet.terms} /> : null}
        </div>
      </details>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </li>
  )
}

function titleOf(legs: readonly NamedLeg[], t: ReturnType<typeof useText>): string {
  const [only] = legs
  if (!only) return ''
  return legs.length === 1 ? only.leg.gameName : t('history.events', { number: legs.length })
}

function BetHead({ bet, legs, look }: Pick<BetCardProps, 'bet' | 'legs' | 'look'>) {
  const t = useText()
  const { betId, placedAt, soldMinor = 0, status } = bet
  const kind = { ...bet, legCount: legs.length }
  const combinations = combinationCountOf(kind)
  const only = legs.length === 1 ? legs[0] : undefined
  return (
    <div className={styles.head}>
      <p className={styles.badges}>
        <Badge kind={statusBadge(bet)}>{t(isAutoBet(bet) ? 'history.status_bid' : `history.status_${status}`)}</Badge>
        {soldMinor > 0 && status !== 7 ? <Badge kind="accent">{t('history.partly_sold')}</Badge> : null}
        {bet.insuredMinor === undefined ? null : <Badge kind="accent">{t('history.insured')}</Badge>}
        {bet.advance ? <Badge kind="accent">{t('history.on_credit')}</Badge> : null}
      </p>
      <p className={styles.title}>
        <bdi>{legs.length === 0 ? kindText(kind, t) : titleOf(legs, t)}</bdi>
      </p>
      {only ? (
        <p className={styles.chosen}>
          <bdi>
            {only.market}: {only.outcome}
          </bdi>
        </p>
      ) : null}
      <p className={styles.facts}>
        <span>{kindText(kind, t)}</span>
        {combinations === null ? null : <span>{t('history.combinations', { number: combinations })}</span>}
        {betId === undefined ? null : <span>{t('history.number', { number: betId })}</span>}
        <time dateTime={placedAt} dir="ltr">
          {look.time(placedAt)}
        </time>
      </p>
    </div>
  )
}

function BetNumbers({ bet, look }: Pick<BetCardProps, 'bet' | 'look'>) {
  const t = useText()
  const odds = betOdds(bet)
  const back = betReturn(bet)
  return (
    <div className={styles.numbers}>
      {odds === null ? null : <Amount kind="odds" label={t('history.odds')} value={look.price(odds)} />}
      <Amount
        kind="stake"
        label={t('history.stake')}
        value={look.money(bet.stakeMinor)}
        note={stakeNote(bet, look, t)}
      />
      {back ? (
        <Amount
          kind="return"
          label={t(`history.${back.label}`)}
          value={look.money(back.minor)}
          role={back.label === 'paid' && back.minor > 0 ? 'gain' : undefined}
        />
      ) : null}
    </div>
  )
}

/** What the outcomes of a bet are called, in the order in which its payout is explained. */
function explainedNames(bet: HistoryBet, legs: readonly NamedLeg[]): string[] {
  return explainedLegs(bet).map((index) => legs[index]?.outcome ?? '')
}

/** What was done with the stake: a part was sold, or is insured. */
function stakeNote(bet: HistoryBet, { money }: CouponLook, t: ReturnType<typeof useText>): string | undefined {
  const { soldMinor, soldForMinor = 0, insuredMinor, premiumMinor = 0 } = bet
  if (soldMinor !== undefined) return t('history.sold_of', { part: money(soldMinor), amount: money(soldForMinor) })
  if (insuredMinor === undefined) return undefined
  return t('history.insured_of', { part: money(insuredMinor), amount: money(premiumMinor) })
}

interface AmountProps {
  readonly kind: 'odds' | 'stake' | 'return'
  readonly label: string
  readonly value: string
  readonly note?: string | undefined
  readonly role?: 'gain' | undefined
}

function Amount({ kind, label, value, note, role }: AmountProps) {
  return (
    <p className={styles.number} data-kind={kind} data-role={role}>
      <span className={styles.label}>{label}</span>
      <bdi className={styles.value}>{value}</bdi>
      {note ? <span className={styles.note}>{note}</span> : null}
    </p>
  )
}

/** The rules by which the bet was accepted, each by its name and version (MATH-11). */
function BetRules({ terms }: { readonly terms: FrozenBet }) {
  const t = useText()
  const { rounding, tax, deadHeat, chain } = terms.rules
  const rows = [
    ['rounding', rounding],
    ['tax', tax],
    ['dead_heat', deadHeat],
    ...(terms.type === 'chain' || terms.type === 'conditional' ? [['chain', chain] as const] : []),
  ] as const
  return (
    <details className={styles.more}>
      <summary>{t('history.rules')}</summary>
      <p className={styles.when}>{t('history.rules_text')}</p>
      <dl className={styles.rules}>
        {rows.map(([name, rule]) => (
          <div key={name} className={styles.rule}>
            <dt>{t(`history.rule_${name}`)}</dt>
            <dd dir="ltr">{rule}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

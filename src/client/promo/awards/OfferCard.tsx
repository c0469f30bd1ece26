import { press } from '#machines/site/events/press.rules.ts'
import { isTokenKind } from '#machines/site/licence/token-kinds.ts'
import { Badge } from '#renderers/site/Badge.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { Card } from '#renderers/site/Card.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PromoOffer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { offeredPath } from '../../page/paths.ts'
import { shareText, shortMoney } from '../promo-text.ts'
import {
  freebetText,
  giftText,
  isLapsedPromise,
  lifeTexts,
  moneyOf,
  STATE_KINDS,
  stateKey,
  timesText,
} from './award-text.ts'
import styles from './awards.module.css'

/** A bonus that can be had: what it gives, what it asks, and the way to its page. */
export function OfferCard({ offer }: { readonly offer: PromoOffer }) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const { id, name, text, terms, endsAt } = offer
  const [mine] = offer.mine.filter((bonus) => !isLapsedPromise(bonus))
  const to = offeredPath(app, 'promotion', { promotion: id })
  const money = moneyOf(offer)
  const amount = shortMoney(app, terms.amountMinor, money)
  const times = timesText(app, terms.timesE2)
  const { freeRounds } = terms
  const isToken = isTokenKind(terms.kind)
  const figure = freeRounds
    ? timesText(app, freeRounds.rounds * 100)
    : terms.points !== undefined
      ? new Intl.NumberFormat(app.visitor.locale).format(terms.points)
      : terms.kind === 'double'
        ? timesText(app, 200)
        : terms.percentE4 > 0
          ? shareText(app, terms.percentE4)
          : amount
  return (
    <Card as="article" padding="none" aria-label={name}>
      <div className={styles.offer}>
        <p className={styles.figure} aria-hidden="true">
          <bdi>{figure}</bdi>
        </p>
        <div className={styles.words}>
          <div className={styles.title}>
            <h2 className={styles.name}>{name}</h2>
            {mine ? <Badge kind={STATE_KINDS[mine.state]}>{t(stateKey(mine))}</Badge> : null}
          </div>
          <p className={styles.text}>{text}</p>
          <ul className={styles.facts}>
            <li>
              {freeRounds ||
              isToken ||
              terms.points !== undefined ||
              terms.bets?.rule === 'pool' ||
              terms.percentE4 === 0
                ? giftText(app, t, terms, money)
                : t('promo.fact_amount', { amount })}
            </li>
            <li>
              {isToken
                ? t('promo.fact_no_wagering')
                : terms.kind === 'freebet'
                  ? freebetText(t, terms)
                  : terms.timesE2 === 0
                    ? t('promo.fact_no_wagering')
                    : t('promo.fact_stake', { times: freeRounds ? t('promo.free_rounds_bonus', { times }) : times })}
            </li>
            {terms.winnings === 'bonus' ? (
              <li>{t('promo.fact_stake', { times: t('promo.freebet_bonus', { times }) })}</li>
            ) : null}
            {terms.every ? <li>{t(`promo.every_${terms.every}`)}</li> : null}
            {lifeTexts(app, t, terms).map((life) => (
              <li key={life}>{life}</li>
            ))}
            {endsAt ? <li>{t('promo.fact_ends', { time: write(endsAt) })}</li> : null}
          </ul>
          {to ? (
            <div>
              <ButtonLink
                to={to}
                kind={mine ? 'quiet' : 'primary'}
                aria-label={t('promo.see_named', { name })}
                {...press('offer_opened', id)}
              >
                {t('promo.see')}
              </ButtonLink>
            </div>
          ) : null}
        </div>
      </div>
    </Card>
  )
}

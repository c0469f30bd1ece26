import { press } from '#machines/site/events/press.rules.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { TotoPoolCard } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { Countdown } from './Countdown.tsx'
import styles from './toto.module.css'
import { minorText, poolKey } from './toto-text.ts'

const ICONS: Readonly<Record<string, string>> = {
  ...{ fifteen: 'toto', score: 'ball', football: 'football', hockey: 'hockey', basket: 'basketball' },
  ...{ cricket: 'cricket', cyberfootball: 'gamepad', cybersport: 'esports', jackpot: 'crown', free: 'gift' },
}

/** The types of toto: what can be won, what a line costs, and how long the next draw sells (LOT-1, LOT-2). */
export function PoolCards({ pools, nowMs }: { readonly pools: readonly TotoPoolCard[]; readonly nowMs: number }) {
  const t = useText()
  const ordered = [...pools].sort((one, other) => Number(other.drawId !== undefined) - Number(one.drawId !== undefined))
  return (
    <ul className={styles.pools} aria-label={t('toto.pools')}>
      {ordered.map((pool) => (
        <li key={pool.pool}>
          <PoolCard pool={pool} nowMs={nowMs} />
        </li>
      ))}
    </ul>
  )
}

function PoolCard({ pool, nowMs }: { readonly pool: TotoPoolCard; readonly nowMs: number }) {
  const app = useApp()
  const t = useText()
  const Link = useLink()
  const { drawId, closesAt, events, leastHits, unitMinor, jackpotMinor, guaranteeMinor } = pool
  const path = drawId === undefined ? null : offeredPath(app, 'toto_draw', { drawId: String(drawId) })
  const prize = Math.max(jackpotMinor, guaranteeMinor)
  const body = (
    <>
      <span className={styles.poolHead}>
        <Icon name={ICONS[pool.pool] ?? 'toto'} />
        <strong>{t(poolKey(pool.pool))}</strong>
        <span className={styles.poolPrice}>
          {unitMinor === 0 ? t('toto.free') : t('toto.line_price', { amount: minorText(app, unitMinor, pool) })}
        </span>
      </span>
      {prize > 0 ? (
        <>
          <span className={styles.prizeLabel}>
            {jackpotMinor >= guaranteeMinor ? t('toto.jackpot') : t('toto.guaranteed')}
          </span>
          <span className={styles.prize}>{minorText(app, prize, pool)}</span>
        </>
      ) : null}
      <span className={styles.poolFacts}>{t('toto.pool_rule', { events, hits: leastHits })}</span>
      <span className={styles.poolFoot}>
        {closesAt ? (
          <>
            <span>{t('toto.closes_in')}</span>
            <Countdown until={closesAt} nowMs={nowMs} />
          </>
        ) : (
          <span>{t('toto.no_draw')}</span>
        )}
      </span>
    </>
  )
  return path ? (
    <Link to={path} className={styles.pool} data-pool={pool.pool} {...press('toto_pool_opened', pool.pool)}>
      {body}
    </Link>
  ) : (
    <div className={styles.pool} data-pool={pool.pool} data-idle="">
      {body}
    </div>
  )
}

import { Badge, type BadgeKind } from '#renderers/site/Badge.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { TotoDraw } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { offeredPath } from '../../page/paths.ts'
import { Countdown } from './Countdown.tsx'
import styles from './toto.module.css'
import { minorText, poolKey, statusKey } from './toto-text.ts'

const KINDS: Readonly<Record<TotoDraw['status'], BadgeKind>> = {
  ...{ open: 'positive', closed: 'live', resulted: 'info', paid: 'neutral', cancelled: 'warning' },
}

/** The status of a draw. */
export function DrawStatus({ draw }: { readonly draw: Pick<TotoDraw, 'status' | 'isCorrected'> }) {
  const t = useText()
  return (
    <span className={styles.badges}>
      <Badge kind={KINDS[draw.status]}>{t(statusKey(draw.status))}</Badge>
      {draw.isCorrected ? <Badge kind="info">{t('toto.corrected')}</Badge> : null}
    </span>
  )
}

/** Draws, the latest first: a line each where there is room, a card each on a phone. */
export function DrawRows({ draws, nowMs }: { readonly draws: readonly TotoDraw[]; readonly nowMs: number }) {
  const t = useText()
  if (draws.length === 0) return <EmptyState icon="toto" title={t('toto.draws_none')} />
  return (
    <ul className={styles.draws}>
      {draws.map((draw) => (
        <DrawLine key={draw.drawId} draw={draw} nowMs={nowMs} />
      ))}
    </ul>
  )
}

function DrawLine({ draw, nowMs }: { readonly draw: TotoDraw; readonly nowMs: number }) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const Link = useLink()
  const path = offeredPath(app, 'toto_draw', { drawId: String(draw.drawId) })
  const name = t('toto.draw_name', { pool: t(poolKey(draw.pool)), number: draw.number })
  return (
    <li className={styles.draw}>
      <span className={styles.drawName}>{path ? <Link to={path}>{name}</Link> : name}</span>
      <DrawStatus draw={draw} />
      <span className={styles.drawTime}>
        {draw.status === 'open' ? (
          <Countdown until={draw.closesAt} nowMs={nowMs} />
        ) : (
          <time dateTime={draw.closesAt}>{write(draw.closesAt)}</time>
        )}
      </span>
      <span className={styles.drawFact}>
        <span>{t('toto.staked')}</span>
        {minorText(app, draw.stakedMinor, draw)}
      </span>
      <span className={styles.drawFact}>
        <span>{draw.status === 'paid' ? t('toto.paid') : t('toto.jackpot')}</span>
        {minorText(app, draw.status === 'paid' ? draw.paidMinor : draw.jackpotMinor, draw)}
      </span>
    </li>
  )
}

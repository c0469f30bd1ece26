import { Balls } from '#renderers/lotteries/Balls.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { DrawCard } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { Countdown } from './Countdown.tsx'
import { countText, drawMoney } from './draw-text.ts'
import styles from './draws.module.css'

/** A draw game in the lobby: what can be won, when it is drawn, what was drawn last. */
export function GameCard({ game, now }: { readonly game: DrawCard; readonly now: string }) {
  const app = useApp()
  const t = useText()
  const Link = useLink()
  const path = offeredPath(app, game.kind)
  const { name, last, next, priceMinor } = game
  return (
    <article className={styles.card}>
      <h3>{path ? <Link to={`${path}?game=${game.id}`}>{name}</Link> : name}</h3>
      <p className={styles.prize}>{topPrize(app, t, game)}</p>
      <p className={styles.facts}>
        <span>{t('draws.line_price', { price: drawMoney(app, priceMinor, game) })}</span>
        {next ? <Countdown draw={next} now={now} /> : null}
      </p>
      {last && last.numbers.length > 0 ? (
        <Balls
          label={t('draws.last_result', { number: last.number })}
          size="small"
          numbers={last.numbers}
          bonus={last.bonus}
          second={last.second}
        />
      ) : (
        <p className={styles.quiet}>{t('draws.no_result')}</p>
      )}
    </article>
  )
}

function topPrize(app: ReturnType<typeof useApp>, t: ReturnType<typeof useText>, game: DrawCard): string {
  if (game.jackpotMinor > 0) return drawMoney(app, game.jackpotMinor, game)
  return t('draws.up_to_times', { times: countText(app, game.mostPaidE2 / 100) })
}

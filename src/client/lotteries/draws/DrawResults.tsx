import { press } from '#machines/site/events/press.rules.ts'
import { Balls } from '#renderers/lotteries/Balls.tsx'
import { Badge } from '#renderers/site/Badge.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { DrawGameAnswer } from '#schemas'
import { useInstants } from '../../page/instants.ts'
import styles from './draws.module.css'

/** Draws of a game that are over, each with the way to its proof. */
export function DrawResults({ answer, page }: { readonly answer: DrawGameAnswer; readonly page: number }) {
  const t = useText()
  const write = useInstants()
  const { game, results, pages } = answer
  const to = (next: number) => `?game=${game.id}&page=${next}`
  return (
    <section className={styles.section}>
      <h2>{t('draws.results')}</h2>
      {results.length === 0 ? <p className={styles.quiet}>{t('draws.no_result')}</p> : null}
      <ul className={styles.results}>
        {results.map(({ drawId, number, drawsAt, numbers, bonus, second, state }) => (
          <li key={drawId}>
            <p className={styles.facts}>
              <strong>{t('draws.draw_number', { number })}</strong>
              <time dateTime={drawsAt}>{write(drawsAt)}</time>
              {state === 'cancelled' ? <Badge kind="warning">{t('draws.cancelled')}</Badge> : null}
            </p>
            <Balls label={t('draws.drawn_numbers')} size="small" {...{ numbers, bonus, second }} />
            <ButtonLink
              to={`?game=${game.id}&draw=${drawId}`}
              size="small"
              kind="plain"
              {...press('draw_proof_opened')}
            >
              {t('draws.proof')}
            </ButtonLink>
          </li>
        ))}
      </ul>
      {pages > 1 ? (
        <nav className={styles.buttons} aria-label={t('draws.pages')}>
          {page > 1 ? <ButtonLink to={to(page - 1)}>{t('draws.page_before')}</ButtonLink> : null}
          {page < pages ? <ButtonLink to={to(page + 1)}>{t('draws.page_after')}</ButtonLink> : null}
        </nav>
      ) : null}
    </section>
  )
}

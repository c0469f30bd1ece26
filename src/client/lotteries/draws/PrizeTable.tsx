import { useId, useState } from 'react'
import { useText } from '#renderers/site/texts.tsx'
import type { DrawGameAnswer, DrawPrizeShown } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { countText, oneIn } from './draw-text.ts'
import styles from './draws.module.css'

/** What a game pays, by which chances, and what it gives back over time, exactly (LOT-5). */
export function PrizeTable({ answer }: { readonly answer: DrawGameAnswer }) {
  const app = useApp()
  const t = useText()
  const id = useId()
  const { game, prizes, returns } = answer
  const [picks, setPicks] = useState(Math.min(6, game.picksMost))
  const ofPicks = prizes.filter((prize) => prize.picks === picks)
  const given = returns.find((one) => one.picks === picks)
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{t('draws.prizes')}</h2>
      {game.picksLeast < game.picksMost ? (
        <label className={styles.choice}>
          <span>{t('draws.numbers_played')}</span>
          <select value={picks} onChange={({ target }) => setPicks(Number(target.value))}>
            {returns.map((one) => (
              <option key={one.picks} value={one.picks}>
                {one.picks}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <table className={styles.prizes}>
        <thead>
          <tr>
            <th scope="col">{t('draws.hits')}</th>
            <th scope="col">{t('draws.pays')}</th>
            <th scope="col">{t('draws.chance')}</th>
          </tr>
        </thead>
        <tbody>
          {ofPicks.map((prize) => (
            <tr key={prize.id}>
              <th scope="row">{hitsText(t, prize, game.secondPool > 0)}</th>
              <td>{paysText(app, t, prize)}</td>
              <td>{t('draws.one_in', { count: countText(app, oneIn(prize.chance)) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {given ? <p className={styles.quiet}>{t('draws.returns', { percent: countText(app, given.percent) })}</p> : null}
    </section>
  )
}

function hitsText(t: ReturnType<typeof useText>, prize: DrawPrizeShown, hasSecond: boolean): string {
  const { hits, secondHits, needsBonus } = prize
  if (hasSecond) return `${hits} + ${secondHits}`
  return needsBonus ? t('draws.hits_and_bonus', { hits }) : String(hits)
}

function paysText(app: ReturnType<typeof useApp>, t: ReturnType<typeof useText>, prize: DrawPrizeShown): string {
  const share = t('draws.share_of_stakes', { percent: countText(app, prize.sharePpm / 10_000) })
  if (prize.isJackpot) return t('draws.jackpot_and', { share })
  return prize.sharePpm > 0 ? share : t('draws.times_price', { times: countText(app, prize.timesE2 / 100) })
}

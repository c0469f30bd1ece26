import { categoriesOf, shareOf } from '#machines/lotteries/toto/toto-settlement.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { TotoDrawAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import styles from './toto.module.css'
import { minorText, ppmText } from './toto-text.ts'

/** The prizes of a draw: by the rules while it sells, as they would be while its games are played, and as they are at last. */
export function PrizeTable({ answer }: { readonly answer: TotoDrawAnswer }) {
  const app = useApp()
  const t = useText()
  const { draw, terms, settlement, ifNow } = answer
  const known = settlement ?? ifNow
  const isPreview = settlement === undefined && ifNow !== undefined
  const prizePool =
    known?.poolMinor ?? Math.max(draw.stakedMinor - shareOf(draw.stakedMinor, terms.feePpm), terms.guaranteeMinor)
  const money = (minor: number) => minorText(app, minor, draw)
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{isPreview ? t('toto.prizes_now') : t('toto.prizes')}</h2>
      <div className={styles.scroll}>
        <table className={styles.prizes}>
          <thead>
            <tr>
              <th scope="col">{t('toto.right_events')}</th>
              <th scope="col">{t('toto.fund')}</th>
              {known ? <th scope="col">{t('toto.winners')}</th> : null}
              {known ? <th scope="col">{t('toto.dividend')}</th> : <th scope="col">{t('toto.share')}</th>}
            </tr>
          </thead>
          <tbody>
            {known
              ? known.categories.map(({ hits, fundMinor, units, dividendMinor }) => (
                  <tr key={hits}>
                    <th scope="row">{t('toto.hits_of', { hits, events: draw.events })}</th>
                    <td>{money(fundMinor)}</td>
                    <td>{units.toLocaleString(app.visitor.locale)}</td>
                    <td>{units > 0 ? money(dividendMinor) : t('toto.carried')}</td>
                  </tr>
                ))
              : categoriesOf(terms, 0).map(({ hits, sharePpm }) => (
                  <tr key={hits}>
                    <th scope="row">{t('toto.hits_of', { hits, events: draw.events })}</th>
                    <td>{money(shareOf(prizePool, sharePpm))}</td>
                    <td>{ppmText(app, sharePpm)}</td>
                  </tr>
                ))}
          </tbody>
        </table>
      </div>
      <ul className={styles.rules}>
        <li>{t('toto.rule_pool', { fee: ppmText(app, terms.feePpm), amount: money(prizePool) })}</li>
        <li>{t(terms.isCumulative ? 'toto.rule_cumulative' : 'toto.rule_highest')}</li>
        <li>{t(`toto.rule_void_${terms.voidPolicy}`)}</li>
        <li>{t('toto.rule_cancel', { count: terms.cancelAtVoids })}</li>
        <li>{t('toto.rule_jackpot', { count: draw.events })}</li>
      </ul>
    </section>
  )
}

import { GameCover } from '#renderers/casino/GameTile.tsx'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { GameDetails } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { moneyText } from '../page/money-text.ts'
import { offeredPath } from '../page/paths.ts'
import { usePlayer } from '../page/player.tsx'
import styles from './game.module.css'
import { FEATURES } from './lobby/lobby-choice.ts'

/** Props of {@link GameInfo}. */
export interface GameInfoProps {
  readonly details: GameDetails
  readonly isBusy: boolean
  readonly failure: string
  readonly onOpen: (mode: 'real' | 'fun') => void
}

/** What can be known of a game before it is opened, and the ways to open it. */
export function GameInfo({ details, isBusy, failure, onOpen }: GameInfoProps) {
  const app = useApp()
  const t = useText()
  const { player } = usePlayer()
  const { game } = details
  const login = offeredPath(app, 'login')
  return (
    <div className={styles.details}>
      <div className={styles.cover}>
        <GameCover game={game} />
      </div>
      <div className={styles.facts}>
        <div className={styles.buttons}>
          {player ? (
            <Button kind="primary" isBusy={isBusy} onClick={() => onOpen('real')}>
              {t('casino.play_real')}
            </Button>
          ) : login ? (
            <ButtonLink kind="primary" to={login}>
              {t('casino.sign_in')}
            </ButtonLink>
          ) : null}
          {game.hasDemo ? (
            <Button isBusy={isBusy} onClick={() => onOpen('fun')}>
              {t('casino.play_fun')}
            </Button>
          ) : null}
        </div>
        {failure ? (
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
        ) : null}
        <Lines details={details} />
        {game.kind === '' ? null : <p className={styles.fair}>{t('casino.fair_text')}</p>}
      </div>
    </div>
  )
}

function Lines({ details }: Pick<GameInfoProps, 'details'>) {
  const app = useApp()
  const t = useText()
  const { game, returnLowest, returnHighest, volatility, minimumMinor, maximumMinor, maximumTimes } = details
  const { currency, exponent, releasedOn } = details
  const { locale } = app.visitor
  const amount = (minor: number) => moneyText(app, minor / 10 ** exponent, currency)
  const returns = returnLowest === returnHighest ? returnHighest : `${returnLowest} – ${returnHighest}`
  const features = FEATURES.filter((tag) => tag !== 'new' && game.tags.includes(tag)).map((tag) =>
    t(`casino.tag_${tag}`),
  )
  const lines: readonly (readonly [string, string])[] = [
    [t('casino.return'), returns && `${returns} %`],
    [t('casino.volatility'), volatility && t(`casino.volatility_${volatility}` as 'casino.volatility_low')],
    [t('casino.stakes'), maximumMinor > 0 ? `${amount(minimumMinor)} – ${amount(maximumMinor)}` : ''],
    [
      t('casino.maximum_win'),
      maximumTimes > 0 ? t('casino.maximum_times', { times: new Intl.NumberFormat(locale).format(maximumTimes) }) : '',
    ],
    [t('casino.features'), features.join(' · ')],
    [
      t('casino.released'),
      releasedOn &&
        new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(releasedOn)),
    ],
    [t('casino.provider'), game.provider],
  ]
  return (
    <dl className={styles.lines}>
      {lines
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  )
}

import { type CSSProperties, useEffect, useState } from 'react'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { Spinner } from '#renderers/site/Spinner.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { GameDetails, LaunchedGame } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { moneyText } from '../../page/money-text.ts'
import { offeredPath } from '../../page/paths.ts'
import { GameBar, GameBarButtons } from '../GameParts.tsx'
import styles from './frame.module.css'
import { SessionTime } from './SessionTime.tsx'
import { useSessionNow } from './use-session-now.ts'

/** Props of {@link GameFrame}. */
export interface GameFrameProps {
  readonly launched: LaunchedGame
  readonly details: GameDetails
  readonly onLeave: () => void
  readonly onAgain: () => void
  readonly onFullScreen: () => void
}

/** What a game may do in its frame: run and keep its own things, open its rules, and lead the page back to the lobby at a press. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'

/** A game of a provider that is open: the bar of the session, and the game in its frame (CAS-7, CAS-14). */
export function GameFrame({ launched, details, onLeave, onAgain, onFullScreen }: GameFrameProps) {
  const t = useText()
  const now = useSessionNow(launched)
  const { frame, isShown, isRefused, setIsShown } = useFrame(launched.url)
  const [width, height] = details.aspect.split(':')
  return (
    <>
      <FrameBar {...{ launched, now, onLeave, onFullScreen }} />
      {!now.isOpen ? (
        <EmptyState
          icon="clock"
          title={t('casino.frame_over')}
          text={t('casino.frame_over_text')}
          action={
            <Button kind="primary" onClick={onAgain}>
              {t('casino.open_again')}
            </Button>
          }
        />
      ) : isRefused ? (
        <NoFrame />
      ) : (
        <div
          className={styles.frame}
          style={{ '--frame-aspect': `${width || 16} / ${height || 9}` } as CSSProperties}
          data-orientation={details.orientation}
        >
          {isShown ? null : (
            <div className={styles.wait}>
              <Spinner label={details.game.name} />
            </div>
          )}
          <iframe
            ref={frame}
            src={launched.url}
            title={details.game.name}
            sandbox={SANDBOX}
            allow="autoplay; fullscreen; clipboard-write"
            referrerPolicy="origin"
            onLoad={() => setIsShown(true)}
          />
        </div>
      )}
    </>
  )
}

/** Whether a frame has come, or the browser keeps it from this page. */
function useFrame(url: string) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null)
  const [isShown, setIsShown] = useState(false)
  const [isRefused, setIsRefused] = useState(false)
  useEffect(() => {
    if (frame) frame.focus({ preventScroll: true })
  }, [frame])
  useEffect(() => {
    const follow = ({ violatedDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (violatedDirective === 'frame-src' && URL.canParse(url) && blockedURI.startsWith(new URL(url).origin))
        setIsRefused(true)
    }
    document.addEventListener('securitypolicyviolation', follow)
    return () => document.removeEventListener('securitypolicyviolation', follow)
  }, [url])
  return { frame: setFrame, isShown, setIsShown, isRefused }
}

/** Says that a game has no frame, and leads back. */
export function NoFrame() {
  const app = useApp()
  const t = useText()
  const lobby = offeredPath(app, 'casino')
  return (
    <EmptyState
      icon="warning"
      title={t('casino.no_frame')}
      text={t('casino.no_frame_text')}
      action={
        lobby ? (
          <ButtonLink kind="primary" to={lobby}>
            {t('casino.to_lobby')}
          </ButtonLink>
        ) : undefined
      }
    />
  )
}

interface FrameBarProps extends Pick<GameFrameProps, 'launched' | 'onLeave' | 'onFullScreen'> {
  readonly now: ReturnType<typeof useSessionNow>
}

function FrameBar({ launched, now, onLeave, onFullScreen }: FrameBarProps) {
  const app = useApp()
  const t = useText()
  const { currency, exponent, mode, openedAt } = launched
  const money = (minor: number) => moneyText(app, minor / 10 ** exponent, currency)
  const net = now.payoutMinor - now.stakeMinor
  return (
    <GameBar>
      {mode === 'real' ? (
        <p>
          <span>{t('casino.balance')}</span>
          <strong>{money(now.balanceMinor)}</strong>
        </p>
      ) : null}
      <p>
        <span>{t('casino.session_time')}</span>
        <strong>
          <SessionTime since={openedAt} />
        </strong>
      </p>
      {mode === 'real' ? (
        <p>
          <span>{t('casino.session_net')}</span>
          <strong data-sign={Math.sign(net)}>
            <bdi>{`${net > 0 ? '+' : ''}${money(net)}`}</bdi>
          </strong>
        </p>
      ) : null}
      <GameBarButtons>
        <Button kind="plain" icon="expand" onClick={onFullScreen}>
          {t('casino.full_screen')}
        </Button>
        <Button kind="plain" icon="close" onClick={onLeave}>
          {t('casino.leave')}
        </Button>
      </GameBarButtons>
    </GameBar>
  )
}

import type { PlayerAction } from '#schemas'
import { useText } from '../../site/texts.tsx'
import styles from './PlayerActions.module.css'

const MINUTE_S = 60

/** What a player did in a game: a sign and the minute of each, spoken as words. */
export function PlayerActions({ actions }: { readonly actions: readonly PlayerAction[] }) {
  const t = useText()
  return actions.map(({ kind, seconds }) => {
    const minute = Math.floor(seconds / MINUTE_S) + 1
    return (
      <span key={`${kind} ${seconds}`} className={styles.action} data-kind={kind}>
        <span className="visually-hidden">{t(`board.action_${kind}`, { minute })}</span>
        <span aria-hidden="true" className={styles.sign} />
        <span aria-hidden="true">{minute}′</span>
      </span>
    )
  })
}

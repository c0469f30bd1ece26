import { Badge } from '../Badge.tsx'
import { ButtonLink } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import styles from './CheckList.module.css'

/** One thing of a list of things to do. */
export interface CheckListItem {
  readonly id: string
  readonly title: string
  /** What is so, and what it means. */
  readonly text: string
  /** Null when there is nothing to do about it: it only tells. */
  readonly isDone: boolean | null
  /** The word for its state, such as "Done". */
  readonly mark?: string
  readonly icon: string
  /** Where something can be done about it; without it, nothing can. */
  readonly to?: string | undefined
  readonly action: string
}

/** Props of {@link CheckList}. */
export interface CheckListProps {
  /** How much is done, in words; left out when there is nothing to be done. */
  readonly score?: string
  readonly items: readonly CheckListItem[]
}

/** What is done and what is to be done next, each with the way there. */
export function CheckList({ score, items }: CheckListProps) {
  const judged = items.filter(({ isDone }) => isDone !== null)
  const next = judged.find(({ isDone }) => isDone === false)
  return (
    <div className={styles.list}>
      {score === undefined ? null : (
        <div className={styles.score}>
          <p>{score}</p>
          <progress
            aria-label={score}
            max={judged.length}
            value={judged.filter(({ isDone }) => isDone === true).length}
          />
        </div>
      )}
      <ul className={styles.items}>
        {items.map((item) => (
          <CheckListRow key={item.id} {...item} isNext={item === next} />
        ))}
      </ul>
    </div>
  )
}

interface CheckListRowProps extends CheckListItem {
  /** Whether it is the first thing that is not done: the one to do next. */
  readonly isNext: boolean
}

function CheckListRow({ title, text, isDone, mark, icon, to, action, isNext }: CheckListRowProps) {
  return (
    <li className={styles.item}>
      <Icon name={icon} />
      <div>
        <p className={styles.title}>
          {title}
          {mark ? <Badge kind={isDone ? 'positive' : 'warning'}>{mark}</Badge> : null}
        </p>
        <p className={styles.text}>{text}</p>
      </div>
      {to ? (
        <ButtonLink to={to} kind={isNext ? 'primary' : 'quiet'} aria-label={`${action}: ${title}`}>
          {action}
        </ButtonLink>
      ) : null}
    </li>
  )
}

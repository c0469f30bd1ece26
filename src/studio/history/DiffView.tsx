import type { BrandChange, BrandDiff } from '#schemas'
import { say } from '../app/studio-texts.ts'
import styles from './DiffView.module.css'
import { changedFiles, diffLines } from './diff-files.ts'

/** Props of {@link DiffView}. */
export interface DiffViewProps {
  readonly diff: Pick<BrandDiff, 'changes'>
  /** The level of the files' headings: the one below the heading over them. */
  readonly heading?: 'h2' | 'h3'
}

/** What differs between two states of a brand, by file. */
export function DiffView({ diff, heading: Heading = 'h3' }: DiffViewProps) {
  if (diff.changes.length === 0) return <p className={styles.none}>{say('diff.none')}</p>
  return (
    <div className={styles.files}>
      <p className={styles.none}>{say('diff.count', { count: diff.changes.length })}</p>
      {changedFiles(diff).map(({ path, changes }) => (
        <section key={path} className={styles.file}>
          <Heading className={styles.path}>{path}</Heading>
          {changes.map((change) => (
            <Change key={change.pointer} change={change} />
          ))}
        </section>
      ))}
    </div>
  )
}

function Change({ change }: { readonly change: BrandChange }) {
  const { pointer, path } = change
  const [before, after] = [change.before, change.after].map((value) => shownValue(path, value))
  const isText = pointer === '' && /\.md$/.test(path)
  return (
    <div className={styles.change}>
      <code className={styles.key}>{pointer || say('diff.whole_file')}</code>
      {isText ? (
        <pre className={styles.text}>
          {diffLines(before ?? '', after ?? '').map(({ kind, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be alike and never change places
            <Line key={index} kind={kind} text={text} />
          ))}
        </pre>
      ) : (
        <div className={styles.values}>
          <Side kind="gone" label={say('diff.before')} value={before} />
          <Side kind="new" label={say('diff.after')} value={after} />
        </div>
      )}
    </div>
  )
}

/** A value as it is compared; of a picture the beginning of its hash. */
function shownValue(path: string, value: string | undefined): string | undefined {
  return path.startsWith('assets/') ? value?.slice(0, 12) : value
}

function Line({ kind, text }: { readonly kind: 'same' | 'gone' | 'new'; readonly text: string }) {
  if (kind === 'same') return <span className={styles.line}>{`  ${text}\n`}</span>
  if (kind === 'gone') return <del className={styles.gone}>{`- ${text}\n`}</del>
  return <ins className={styles.added}>{`+ ${text}\n`}</ins>
}

interface SideProps {
  readonly kind: 'gone' | 'new'
  readonly label: string
  readonly value: string | undefined
}

function Side({ kind, label, value }: SideProps) {
  const shown = value === undefined ? say('diff.nothing') : value
  return (
    <div className={styles.side}>
      <span className={styles.label}>{label}</span>
      {kind === 'gone' ? <del className={styles.gone}>{shown}</del> : <ins className={styles.added}>{shown}</ins>}
    </div>
  )
}

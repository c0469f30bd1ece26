import { useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../site/Button.tsx'
import { useTopDialog } from './open-dialogs.ts'
import styles from './RecorderPanel.module.css'

/** A recording in the list of the panel. */
export interface RecorderRow {
  readonly id: string
  readonly machine: string
  readonly steps: number
  readonly isCut: boolean
  readonly hasEnded: boolean
}

/** Props of {@link RecorderPanel}. */
export interface RecorderPanelProps {
  readonly recordings: readonly RecorderRow[]
  readonly isStopped: boolean
  /** What is to be said of the files that were saved last. */
  readonly notes: readonly string[]
  readonly onDownload: (ids: readonly string[]) => void
  readonly onStop: () => void
  readonly onClear: () => void
}

/**
 * The recordings of a tester's tab: a small button in a corner, and a list above it. It can be put to the top of the screen, and it
 * adds its own height below the page, so that nothing of the page stays covered. It is a tool for testers, whom the scenario files
 * and their guide address in English; so is the panel, and players of no language ever see it.
 */
export function RecorderPanel(props: RecorderPanelProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [isAtTop, setIsAtTop] = useState(false)
  const id = useId()
  const topDialog = useTopDialog()
  const count = props.recordings.length
  const panel = (
    <section className={styles.place} data-at-top={isAtTop || undefined} lang="en" aria-label="Recorder">
      <button
        type="button"
        className={styles.tab}
        dir="ltr"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className={styles.lamp} data-off={props.isStopped || undefined} />
        {props.isStopped ? 'Stopped' : 'Recording'} · {count}
      </button>
      <div id={id} className={styles.panel} dir="ltr" hidden={!isOpen}>
        <Recordings {...props} />
        <div className={styles.actions}>
          <Button
            size="small"
            disabled={count === 0}
            onClick={() => props.onDownload(props.recordings.map((r) => r.id))}
          >
            Download all
          </Button>
          <Button size="small" disabled={props.isStopped} onClick={props.onStop}>
            Stop
          </Button>
          <Button size="small" disabled={count === 0} onClick={props.onClear}>
            Clear
          </Button>
          <Button size="small" onClick={() => setIsAtTop(!isAtTop)}>
            {isAtTop ? 'To the bottom' : 'To the top'}
          </Button>
          <Button size="small" onClick={() => setIsOpen(false)}>
            Minimise
          </Button>
        </div>
      </div>
    </section>
  )
  return (
    <>
      <div className={styles.room} />
      {topDialog ? createPortal(panel, topDialog) : panel}
    </>
  )
}

function Recordings({ recordings, isStopped, notes, onDownload }: RecorderPanelProps) {
  return (
    <>
      {recordings.length === 0 ? (
        <p className={styles.none}>{isStopped ? 'Nothing is recorded any more.' : 'Nothing has happened yet.'}</p>
      ) : (
        <ul className={styles.list}>
          {recordings.map((recording) => (
            <li key={recording.id} className={styles.row}>
              <span className={styles.machine}>{recording.machine}</span>
              <span className={styles.state}>{stateOf(recording)}</span>
              <Button
                size="small"
                aria-label={`Download ${recording.machine} ${recording.id}`}
                onClick={() => onDownload([recording.id])}
              >
                Download
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div role="status">
        {notes.map((note) => (
          <p key={note} className={styles.note}>
            {note}
          </p>
        ))}
      </div>
    </>
  )
}

function stateOf({ steps, isCut, hasEnded }: RecorderRow): string {
  const count = `${steps} ${steps === 1 ? 'step' : 'steps'}`
  return [count, ...(isCut ? ['cut'] : []), ...(hasEnded ? ['ended'] : [])].join(', ')
}

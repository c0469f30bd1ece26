import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { Badge } from './Badge.tsx'
import { Button } from './Button.tsx'
import styles from './FilePicker.module.css'
import { Icon } from './Icon.tsx'

/** A file of the list. */
export interface ListedFile {
  readonly key: string
  readonly name: string
  /** What is shown about it, such as its size. */
  readonly detail: string
  /** Drawn small when it is a picture that the browser can read. */
  readonly content?: Blob | undefined
  /** The word for its state, such as "Kept". */
  readonly mark?: string | undefined
  readonly error?: string | undefined
  readonly removeLabel: string
}

/** Props of {@link FilePicker}. */
export interface FilePickerProps {
  readonly label: string
  /** What may be picked. */
  readonly help: string
  readonly dropLabel: string
  readonly pickLabel: string
  readonly photoLabel: string
  /** Media types that are offered. */
  readonly accept: readonly string[]
  readonly files: readonly ListedFile[]
  /** What is wrong with all of it. */
  readonly error?: string | undefined
  /** Nothing can be picked or removed now. */
  readonly isBusy?: boolean
  /** How much has gone, in words and numbers, while files are sent. */
  readonly progress?: { readonly label: string; readonly done: number; readonly total: number } | undefined
  readonly onPick: (files: readonly File[]) => void
  readonly onRemove: (key: string) => void
}

/** Picks files: from the device, by the camera of a phone, or by dropping them; each is listed and can be taken back. */
export function FilePicker({
  label,
  help,
  dropLabel,
  error,
  files,
  isBusy = false,
  progress,
  ...rest
}: FilePickerProps) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!isBusy) rest.onPick([...event.dataTransfer.files])
  }
  return (
    <section className={styles.picker} aria-labelledby={`${id}-label`} aria-describedby={`${id}-note`}>
      <h3 id={`${id}-label`} className={styles.label}>
        {label}
      </h3>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the buttons inside */}
      <div
        className={styles.zone}
        data-over={isOver || undefined}
        data-invalid={error ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="upload" />
        <p className={styles.drop}>{dropLabel}</p>
        <PickButtons id={id} isBusy={isBusy} {...rest} />
        <p id={`${id}-note`} className={styles.note}>
          {help}
        </p>
      </div>
      <p className={styles.error} role="alert">
        {error}
      </p>
      {progress ? (
        <div className={styles.progress}>
          <p role="status">{progress.label}</p>
          <progress aria-label={progress.label} max={progress.total} value={progress.done} />
        </div>
      ) : null}
      {files.length > 0 ? (
        <ul className={styles.files} aria-labelledby={`${id}-label`}>
          {files.map(({ key, ...file }) => (
            <FileRow key={key} {...file} isBusy={isBusy} onRemove={() => rest.onRemove(key)} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}

type PickButtonsProps = Pick<FilePickerProps, 'pickLabel' | 'photoLabel' | 'accept' | 'onPick'> & {
  readonly id: string
  readonly isBusy: boolean
}

function PickButtons({ id, isBusy, pickLabel, photoLabel, accept, onPick }: PickButtonsProps) {
  const device = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const taken = (input: HTMLInputElement) => {
    onPick([...(input.files ?? [])])
    // The same file may be picked again after it was taken back.
    input.value = ''
  }
  const hidden = { type: 'file', className: styles.input, tabIndex: -1, 'aria-hidden': true, disabled: isBusy } as const
  return (
    <div className={styles.buttons}>
      <Button icon="plus" disabled={isBusy} aria-describedby={`${id}-note`} onClick={() => device.current?.click()}>
        {pickLabel}
      </Button>
      <input {...hidden} ref={device} accept={accept.join(',')} multiple onChange={(event) => taken(event.target)} />
      <span className={styles.camera}>
        <Button icon="video" disabled={isBusy} onClick={() => camera.current?.click()}>
          {photoLabel}
        </Button>
      </span>
      <input
        {...hidden}
        ref={camera}
        accept="image/*"
        capture="environment"
        onChange={(event) => taken(event.target)}
      />
    </div>
  )
}

interface FileRowProps extends Omit<ListedFile, 'key'> {
  readonly isBusy: boolean
  readonly onRemove: () => void
}

function FileRow({ name, detail, content, mark, error, removeLabel, isBusy, onRemove }: FileRowProps) {
  return (
    <li className={styles.file} data-invalid={error ? true : undefined}>
      <Preview content={content} />
      <div className={styles.words}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
          {mark ? <Badge kind="positive">{mark}</Badge> : null}
        </p>
        <p className={styles.detail}>{detail}</p>
        {error ? (
          <p className={styles.fault} role="alert">
            {error}
          </p>
        ) : null}
      </div>
      <Button kind="plain" icon="trash" disabled={isBusy} aria-label={removeLabel} onClick={onRemove} />
    </li>
  )
}

const PREVIEW_PX = 112

/** A picture made small on a canvas: no address of it is made that something else could read. */
function Preview({ content }: { readonly content: Blob | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    let isGone = false
    setDrawn(false)
    if (!content?.type.startsWith('image/')) return
    createImageBitmap(content, { resizeWidth: PREVIEW_PX, resizeQuality: 'medium' }).then(
      (bitmap) => {
        const element = canvas.current
        if (!isGone && element) {
          element.width = bitmap.width
          element.height = bitmap.height
          element.getContext('2d')?.drawImage(bitmap, 0, 0)
          setDrawn(true)
        }
        bitmap.close()
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [content])
  return (
    <span className={styles.preview} data-drawn={isDrawn || undefined} aria-hidden="true">
      <canvas ref={canvas} />
      <Icon name="document" />
    </span>
  )
}

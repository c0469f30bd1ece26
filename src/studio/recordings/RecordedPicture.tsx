import { useEffect, useRef, useState } from 'react'
import type { StudioRecordingAnswer } from '#schemas'
import { say } from '../app/studio-texts.ts'
import { clockText, lastBefore } from './clock-text.ts'
import styles from './recordings.module.css'

/** Props of {@link RecordedPicture}. */
export interface RecordedPictureProps {
  readonly shown: StudioRecordingAnswer
  readonly brand: string
  readonly atMs: number
}

/** Pictures of a playing recording come at most this often, ms. */
const PICTURE_MS = 500
/** How much of the window's height a picture takes at most, so that a phone's fits beside its controls. */
const MOST_HIGH = 0.7

/** The page at a moment, in a frame that has no rights: it has no origin, runs nothing and loads nothing. The next picture is loaded behind the
 *  one that is seen. */
export function RecordedPicture({ shown, brand, atMs }: RecordedPictureProps) {
  const { recording, stops, points, width, height } = shown
  const stop = lastBefore(stops, Math.floor(atMs / PICTURE_MS) * PICTURE_MS)
  const [{ front, frames }, setShown] = useState({ front: 0, frames: ['', ''] })
  const place = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(0)
  const address = `/studio-api/recording-picture/${brand}/${recording.session}/${stop}#here`
  useEffect(() => {
    // The frame behind loads; it comes forward when it has.
    setShown((former) =>
      former.frames[former.front] === address
        ? former
        : { ...former, frames: former.frames.map((one, at) => (at === former.front ? one : address)) },
    )
  }, [address])
  useEffect(() => {
    const measure = () =>
      setScale(
        Math.min(
          (place.current?.clientWidth ?? 0) / Math.max(width, 1),
          (window.innerHeight * MOST_HIGH) / Math.max(height, 1),
        ),
      )
    measure()
    const watcher = new ResizeObserver(measure)
    if (place.current) watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [width, height])
  const pointer = points.findLast((point) => point.atMs <= atMs)
  return (
    <div ref={place} className={styles.room}>
      <div className={styles.picture} style={{ inlineSize: `${width * scale}px`, blockSize: `${height * scale}px` }}>
        {frames.map((source, at) =>
          source === '' ? null : (
            <iframe
              // biome-ignore lint/suspicious/noArrayIndexKey: the two frames stay where they are
              key={at}
              title={say('recordings.picture', { time: clockText(stop) })}
              sandbox=""
              referrerPolicy="no-referrer"
              tabIndex={-1}
              aria-hidden={at !== front}
              className={at === front ? styles.front : styles.behind}
              src={source}
              style={{ inlineSize: `${width}px`, blockSize: `${height}px`, transform: `scale(${scale})` }}
              onLoad={() => {
                if (source === address) setShown((former) => ({ ...former, front: at }))
              }}
            />
          ),
        )}
        {pointer && (
          <span
            className={styles.pointer}
            style={{ insetInlineStart: `${pointer.x * scale}px`, insetBlockStart: `${pointer.y * scale}px` }}
          />
        )}
      </div>
    </div>
  )
}

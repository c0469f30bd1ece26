import { useCallback, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { watchRecording } from '#calls/studio/studio-recordings.calls.ts'
import type { StudioRecordingAnswer } from '#schemas'
import { momentText } from '../app/moment-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useAnswer } from '../app/use-answer.ts'
import { ActionButton, ActionLink } from '../parts/ActionButton.tsx'
import { Awaited } from '../parts/Awaited.tsx'
import { LabelledSelect } from '../parts/LabelledInput.tsx'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import { clockText } from './clock-text.ts'
import { MomentList } from './MomentList.tsx'
import { RecordedPicture } from './RecordedPicture.tsx'
import styles from './recordings.module.css'

const SPEEDS = [1, 2, 4, 8]
/** How often the clock of a playing recording moves, ms. */
const TICK_MS = 100

/** `/brands/:brand/recordings/:session`: a recorded visit beside the steps of its machines, on one timeline (REC-11). */
export function RecordingScreen() {
  const { brand = '', session = '' } = useParams()
  const { call } = useStudio()
  const loaded = useAnswer(
    useCallback(() => call(watchRecording, { segments: { brand }, query: { session } }), [call, brand, session]),
  )
  const startedAt = loaded.value?.recording.startedAt
  return (
    <>
      <ScreenHead
        title={startedAt ? say('recordings.watch_title', { when: momentText(startedAt) }) : say('recordings.one')}
      >
        <ActionLink to={`/brands/${brand}/recordings`}>{say('recordings.list')}</ActionLink>
      </ScreenHead>
      <Awaited loaded={loaded}>{(shown) => <Player shown={shown} brand={brand} />}</Awaited>
    </>
  )
}

function Player({ shown, brand }: { readonly shown: StudioRecordingAnswer; readonly brand: string }) {
  const { recording, moments } = shown
  const { durationMs, session } = recording
  const [atMs, setAtMs] = useState(0)
  const [isPlaying, setIsPlaying] = useState(false)
  const [speed, setSpeed] = useState(1)
  useEffect(() => {
    if (!isPlaying) return
    const ticking = setInterval(() => setAtMs((former) => Math.min(durationMs, former + TICK_MS * speed)), TICK_MS)
    return () => clearInterval(ticking)
  }, [isPlaying, speed, durationMs])
  useEffect(() => {
    if (atMs >= durationMs) setIsPlaying(false)
  }, [atMs, durationMs])
  const play = () => {
    if (atMs >= durationMs) setAtMs(0)
    setIsPlaying(!isPlaying)
  }
  return (
    <div className={styles.watch}>
      <div className={styles.stage}>
        <RecordedPicture shown={shown} brand={brand} atMs={atMs} />
        <div className={styles.controls}>
          <ActionButton onClick={play}>{say(isPlaying ? 'recordings.pause' : 'recordings.play')}</ActionButton>
          <input
            type="range"
            className={styles.slider}
            aria-label={say('recordings.position')}
            aria-valuetext={clockText(atMs)}
            min={0}
            max={Math.max(durationMs, 1)}
            step={100}
            value={atMs}
            onChange={({ target }) => setAtMs(Number(target.value))}
          />
          <span className={styles.number}>
            {clockText(atMs)} / {clockText(durationMs)}
          </span>
          <LabelledSelect
            label={say('recordings.speed')}
            value={speed}
            onChange={({ target }) => setSpeed(Number(target.value))}
          >
            {SPEEDS.map((count) => (
              <option key={count} value={count}>
                {say('recordings.times', { count })}
              </option>
            ))}
          </LabelledSelect>
        </div>
        <p className={styles.quiet}>
          {say('recordings.as_scenario', { command: `livery recording scenario --brand ${brand} --id ${session}` })}
        </p>
      </div>
      <MomentList moments={moments} atMs={atMs} onGo={setAtMs} />
    </div>
  )
}

import { useEffect, useId, useState } from 'react'
import { getSumsubToken } from '#calls/identification.calls.ts'
import { readFailure, UNKNOWN_FAILURE } from '#machines/shell/failure.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { Spinner } from '#renderers/site/Spinner.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../page/app-context.ts'
import { useScheme } from '../page/scheme.tsx'
import styles from './protection.module.css'
import type { SumsubFrame } from './sumsub-sdk.ts'

/** Props of {@link SumsubCheck}. */
export interface SumsubCheckProps {
  /** Reads how far the identification has come. */
  readonly readAgain: () => Promise<void>
  /** Leads away from the page of the check. */
  readonly onLeave: () => void
}

type Stage = 'loading' | 'open' | 'sent' | 'failed'

const CONTAINER = 'sumsub-websdk-container'
/** After which the player has given everything; a verdict comes to the server by itself. */
const SENT = ['idCheck.onApplicantSubmitted', 'idCheck.onApplicantResubmitted']
const CHANGED = 'idCheck.onApplicantStatusChanged'
/** The webhook of a verdict may take a moment longer than the frame. */
const VERDICT_MS = 3000

/** Opens the frame of Sumsub in the container, and says how far it is. @param readAgain reads how far the identification has come */
function useSumsub(readAgain: () => Promise<void>) {
  const { call, state } = useApp()
  const t = useText()
  const [stage, setStage] = useState<Stage>('loading')
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const { language } = state.visitor
  const { scheme } = useScheme()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the frame again, and another scheme does not
  useEffect(() => {
    let frame: SumsubFrame | undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function open() {
      const token = async () => (await call(getSumsubToken, {})).token
      const first = await token()
      const { loadSumsub } = await import('./sumsub-sdk.ts')
      const sdk = await loadSumsub()
      if (isOver) return
      const isDark = scheme === 'dark' || (scheme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
      const builder = sdk
        .init(first, token)
        .withConf({ lang: language, theme: isDark ? 'dark' : 'light' })
        .withOptions({ addViewportTag: false, adaptIframeHeight: true })
      for (const event of SENT) builder.on(event, () => setStage('sent'))
      builder.on(CHANGED, () => {
        clearTimeout(timer)
        timer = setTimeout(() => void readAgain(), VERDICT_MS)
      })
      frame = builder.build()
      setStage('open')
      frame.launch(`#${CONTAINER}`)
    }
    setStage('loading')
    setFailure(null)
    open().catch((error: unknown) => {
      if (isOver) return
      const { code, params } = readFailure(error)
      setFailure(code === UNKNOWN_FAILURE ? null : t(code, { ...params }))
      setStage('failed')
    })
    return () => {
      isOver = true
      clearTimeout(timer)
      frame?.destroy?.()
    }
  }, [attempt, call, language, readAgain])

  return { stage, failure, openAgain: () => setAttempt(attempt + 1) }
}

/** The frame of Sumsub: a document and the camera (KYC-6). */
export function SumsubCheck({ readAgain, onLeave }: SumsubCheckProps) {
  const t = useText()
  const id = useId()
  const { stage, failure, openAgain } = useSumsub(readAgain)
  return (
    <section className={styles.form} aria-labelledby={`${id}-title`} aria-busy={stage === 'loading'}>
      <h2 id={`${id}-title`} className={styles.heading}>
        {t('protection.by_camera_title')}
      </h2>
      {stage === 'loading' ? (
        <p className={styles.waiting} role="status">
          <Spinner />
          {t('protection.by_camera_opens')}
        </p>
      ) : null}
      {stage === 'sent' ? (
        <p className={styles.text} role="status">
          {t('protection.by_camera_sent')}
        </p>
      ) : null}
      {stage === 'failed' ? (
        <p className={styles.failure} role="alert">
          {failure ?? t('protection.by_camera_failed')}
        </p>
      ) : null}
      <div id={CONTAINER} className={styles.frame} hidden={stage === 'loading' || stage === 'failed'} />
      <div className={styles.actions}>
        {stage === 'failed' ? (
          <Button kind="primary" onClick={openAgain}>
            {t('protection.by_camera_again')}
          </Button>
        ) : null}
        <Button onClick={onLeave}>{t('protection.by_camera_leave')}</Button>
      </div>
    </section>
  )
}

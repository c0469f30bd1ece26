import type { Ref } from 'react'
import { Button } from '#renderers/site/Button.tsx'
import { Skeleton } from '#renderers/site/Skeleton.tsx'
import { useText } from '#renderers/site/texts.tsx'
import styles from './Field.module.css'
import type { WaitingShape } from './lazy-loading.ts'

/** Props of {@link StandIn}. */
export interface StandInProps {
  /** The placeholder element, whose focus moves to the control. */
  readonly place: Ref<HTMLDivElement>
  readonly controlId: string
  readonly shape: WaitingShape
  /** Why the control is not there, and the way to try again; null while it is on its way. */
  readonly failure: { readonly textKey: string; readonly onRetry: () => void } | null
}

/** What takes the place of a control, of the same size, until it is there. */
export function StandIn({ place, controlId, shape, failure }: StandInProps) {
  const buttons = typeof shape === 'object' ? shape.buttons : null
  return (
    <div
      ref={place}
      id={controlId}
      className={styles.waiting}
      data-shape={buttons === null ? shape : 'buttons'}
      hidden={shape === 'nothing'}
      tabIndex={-1}
      aria-busy={failure === null}
    >
      {failure === null ? <Waiting boxes={buttons ?? 1} /> : <Failed {...failure} />}
    </div>
  )
}

function Waiting({ boxes }: { readonly boxes: number }) {
  const t = useText()
  return (
    <>
      <span className="visually-hidden">{t('shell.loading')}</span>
      {Array.from({ length: boxes }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the stand-ins are all alike and never change places
        <Skeleton key={index} shape="box" />
      ))}
    </>
  )
}

function Failed({ textKey, onRetry }: NonNullable<StandInProps['failure']>) {
  const t = useText()
  return (
    <div className={styles.failed} role="alert">
      <span>{t(textKey)}</span>
      <Button size="small" icon="refresh" onClick={onRetry}>
        {t('shell.retry')}
      </Button>
    </div>
  )
}

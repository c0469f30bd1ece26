import { type PointerEvent, useEffect, useRef } from 'react'
import { useText } from '../site/texts.tsx'
import styles from './ScratchFields.module.css'
import { createFoil, type Foil, type Point } from './scratch-foil.ts'

const FIELDS = [0, 1, 2, 3, 4, 5, 6, 7, 8]

/** Props of {@link ScratchFields}. */
export interface ScratchFieldsProps {
  /** What is under the foil, once it is known: nine amounts as texts. */
  readonly amounts: readonly string[] | null
  /** Fields that are free, from 0. */
  readonly free: readonly number[]
  /** The amount that wins; its fields are marked once all are free. */
  readonly winning: string | null
  /** The first touch: what is under the foil is wanted now. */
  readonly onBegin: () => void
  readonly onField: (field: number) => void
}

/** Nine fields under foil, which is rubbed off with a finger or the mouse; each field is a button too, that a press or the keyboard frees. What is free
 *  is spoken with its amount. */
export function ScratchFields({ amounts, free, winning, onBegin, onField }: ScratchFieldsProps) {
  const t = useText()
  const canvas = useRef<HTMLCanvasElement>(null)
  const foil = useRef<Foil | null>(null)
  const last = useRef<Point | null>(null)
  /** Fields that were wanted before they were known. */
  const wanted = useRef(new Set<number>())
  const shown = useRef(free)
  shown.current = free
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    foil.current = createFoil(element)
    const watcher = new ResizeObserver(() => foil.current?.lay(shown.current))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  useEffect(() => {
    for (const field of free) foil.current?.free(field)
  }, [free])
  useEffect(() => {
    if (amounts === null) return
    for (const field of wanted.current) onField(field)
    wanted.current.clear()
  }, [amounts, onField])
  const want = (field: number) => {
    if (free.includes(field)) return
    if (amounts === null) {
      wanted.current.add(field)
      onBegin()
    } else onField(field)
  }
  const rub = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    const to = { x: event.clientX - box.left, y: event.clientY - box.top }
    if (amounts === null) onBegin()
    for (const field of foil.current?.rub(last.current ?? to, to) ?? []) want(field)
    last.current = to
  }
  const isOver = free.length === FIELDS.length
  return (
    <fieldset className={styles.fields}>
      <legend className="visually-hidden">{t('scratch.fields')}</legend>
      {FIELDS.map((field) => {
        const amount = free.includes(field) ? (amounts?.[field] ?? '') : null
        const name = { field: field + 1, ...(amount === null ? {} : { amount }) }
        return (
          <button
            key={field}
            type="button"
            className={styles.field}
            aria-label={t(amount === null ? 'scratch.field_covered' : 'scratch.field_free', name)}
            aria-disabled={amount !== null || undefined}
            data-hit={(isOver && winning !== null && amount === winning) || undefined}
            onClick={() => want(field)}
          >
            <span aria-hidden="true">{amounts?.[field] ?? ''}</span>
          </button>
        )
      })}
      <div aria-hidden="true" className={styles.over}>
        <canvas
          ref={canvas}
          className={styles.foil}
          data-over={isOver || undefined}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            last.current = null
            rub(event)
          }}
          onPointerMove={rub}
          onPointerUp={() => {
            last.current = null
          }}
        />
      </div>
    </fieldset>
  )
}

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
      {FIELDS.map((field) => (
        <Field
          key={field}
          field={field}
          amount={amounts?.[field]}
          isFree={free.includes(field)}
          isHit={isOver && winning !== null && amounts?.[field] === winning}
          onPress={() => want(field)}
        />
      ))}
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

interface FieldProps {
  readonly field: number
  readonly amount: string | undefined
  readonly isFree: boolean
  readonly isHit: boolean
  readonly onPress: () => void
}

/** A field as a button. What the foil covers is drawn below it, but is no text of the button yet. */
function Field({ field, amount = '', isFree, isHit, onPress }: FieldProps) {
  const t = useText()
  const name = { field: field + 1, ...(isFree ? { amount } : {}) }
  return (
    <button
      type="button"
      className={styles.field}
      aria-label={t(isFree ? 'scratch.field_free' : 'scratch.field_covered', name)}
      aria-disabled={isFree || undefined}
      data-hit={isHit || undefined}
      onClick={onPress}
    >
      <span aria-hidden="true" data-covered={isFree ? undefined : amount}>
        {isFree ? amount : null}
      </span>
    </button>
  )
}

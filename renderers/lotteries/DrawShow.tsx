import { useEffect, useState } from 'react'
import { Button } from '../site/Button.tsx'
import { useText } from '../site/texts.tsx'
import { Balls } from './Balls.tsx'
import styles from './lotteries.module.css'

/** Time between two balls, ms. */
const BALL_MS = 900

/** Props of {@link DrawShow}. */
export interface DrawShowProps {
  readonly title: string
  readonly numbers: readonly number[]
  readonly bonus: readonly number[]
  readonly second: readonly number[]
  /** Numbers that the player has. */
  readonly hits?: readonly number[]
  readonly onClose: () => void
}

/** A draw as it happens: ball after ball, which can be skipped; where no movement is wanted all are there at once. Each ball is spoken as it
 *  comes. */
export function DrawShow({ title, numbers, bonus, second, hits = [], onClose }: DrawShowProps) {
  const t = useText()
  const total = numbers.length + bonus.length + second.length
  const [shown, setShown] = useState(1)
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setShown(total)
      return
    }
    const timer = setInterval(() => setShown((count) => Math.min(total, count + 1)), BALL_MS)
    return () => clearInterval(timer)
  }, [total])
  const ofBonus = Math.max(0, shown - numbers.length)
  const ofSecond = Math.max(0, ofBonus - bonus.length)
  const all = [...numbers, ...bonus, ...second]
  const isOver = shown >= total
  return (
    <section className={styles.show} aria-label={title}>
      <h2>{title}</h2>
      <Balls
        label={t('draws.drawn_numbers')}
        size={total > 10 ? 'medium' : 'large'}
        enters
        numbers={numbers.slice(0, shown)}
        bonus={bonus.slice(0, ofBonus)}
        second={second.slice(0, ofSecond)}
        hits={hits}
      />
      <p role="status" className="visually-hidden">
        {isOver ? t('draws.all_drawn', { numbers: all.join(', ') }) : String(all[shown - 1] ?? '')}
      </p>
      <Button onClick={() => (isOver ? onClose() : setShown(total))}>
        {t(isOver ? 'draws.show_close' : 'draws.show_skip')}
      </Button>
    </section>
  )
}

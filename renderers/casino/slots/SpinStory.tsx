import { type Translate, useText } from '#renderers/site/texts.tsx'
import type { CascadeView, SlotView } from '#schemas'
import type { Skin } from '../board.ts'
import { RoundStepHead, RoundStory } from '../RoundStory.tsx'
import { skinStyle } from '../skins.ts'
import styles from './SpinStory.module.css'
import { SymbolArt } from './SymbolArt.tsx'

/** Props of {@link SpinStory}. */
export interface SpinStoryProps {
  readonly view: SlotView | CascadeView
  readonly skin: Skin
  /** Writes an amount of minor units. */
  readonly money: (minor: number) => string
}

/** What a spin of a slot has paid for: line by line in it and in its free spins, or fall by fall. Those that paid nothing are left out. */
export function SpinStory({ view, skin, money }: SpinStoryProps) {
  const t = useText()
  const steps = view.kind === 'slot' ? slotSteps(view, t) : cascadeSteps(view, t)
  const paying = steps.filter(({ parts }) => parts.length > 0)
  if (paying.length === 0) return null
  return (
    <RoundStory style={skinStyle(skin)}>
      <h3>{t('casino.story_title')}</h3>
      <ol>
        {paying.map(({ at, title, multiplier, parts, payMinor }) => (
          <li key={at}>
            <RoundStepHead>
              <span>{title}</span>
              {multiplier > 1 ? <span>{t('casino.story_multiplier', { times: multiplier })}</span> : null}
              <strong>{payMinor > 0 ? money(payMinor) : ''}</strong>
            </RoundStepHead>
            <ul className={styles.wins}>
              {parts.map(({ key, symbol, text }) => (
                <li key={key} className={styles.won}>
                  <span className={styles.symbol}>
                    <SymbolArt name={symbol} skin={skin} />
                  </span>
                  {text}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </RoundStory>
  )
}

/** A spin or a fall, with what it paid for. */
interface Step {
  readonly at: number
  readonly title: string
  readonly multiplier: number
  readonly payMinor: number
  readonly parts: readonly { readonly key: string; readonly symbol: string; readonly text: string }[]
}

function slotSteps({ spins }: SlotView, t: Translate): Step[] {
  const free = spins.length - 1
  return spins.map((spin, at) => {
    const { wins, scatters, scatterTimes, freeSpins, isFree, multiplier, payMinor } = spin
    const lines = wins.map(({ line, symbol, count, times }) => {
      const text = t('casino.story_line', { line: line + 1, count, times })
      return { key: `line-${line}`, symbol, text }
    })
    const given = freeSpins > 0 ? [t('casino.story_free_spins', { count: freeSpins })] : []
    const paid = scatterTimes > 0 ? [t('casino.story_scatters', { count: scatters, times: scatterTimes })] : []
    const scattered = [...paid, ...given].map((text) => ({ key: text, symbol: 'scatter', text }))
    const title = isFree ? t('casino.free_spin', { number: String(at), count: String(free) }) : t('casino.story_spin')
    return { ...{ at, title, multiplier, payMinor }, parts: [...lines, ...scattered] }
  })
}

function cascadeSteps({ steps }: CascadeView, t: Translate): Step[] {
  return steps.map(({ wins, multiplier, payMinor }, at) => ({
    ...{ at, multiplier, payMinor, title: t('casino.story_fall', { number: at + 1 }) },
    parts: wins.map(({ symbol, cells, times }) => {
      const text = t('casino.story_cells', { count: cells.length, times: String(times / 100) })
      return { key: `${symbol}-${cells.join('-')}`, symbol, text }
    }),
  }))
}

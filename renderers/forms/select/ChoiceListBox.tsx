import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type UIEvent, useEffect, useRef } from 'react'
import { CHOICE_LIST, isNearBottom } from '#machines/forms/kinds/choice-list.rules.ts'
import { optionText, optionValue } from '#machines/forms/kinds/options.rules.ts'
import { Flag } from '#renderers/site/Flag.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { FieldOption } from '#schemas'
import styles from './choice-list.module.css'
import type { ChoiceListControl } from './use-choice-list.ts'

/** Rows drawn above and below those that are seen. */
const OVERSCAN = 6
const PADDING_PX = 4

/** Props of {@link ChoiceListBox}. */
export interface ChoiceListBoxProps {
  readonly control: ChoiceListControl
  readonly listId: string
  readonly labelId: string
  /** Whether there is anything to choose at all, before the search. */
  readonly hasOptions: boolean
  readonly isMultiple?: boolean
  readonly isChosen: (option: FieldOption) => boolean
  /** Whether an option cannot be chosen now. */
  readonly isBarred?: (option: FieldOption) => boolean
  readonly onChoose: (option: FieldOption) => void
}

/** Id of the option of a list at a place. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** The options of a combobox, of which only those near the seen ones are in the page. The focus stays in the input, which names
 *  the active option. */
export function ChoiceListBox(props: ChoiceListBoxProps) {
  const t = useText()
  const { control, listId, labelId, hasOptions, isMultiple } = props
  const { list, found } = control
  const { scroller, rows, heightPx } = useRows(control)
  const popup = useRef<HTMLDivElement>(null)

  useEffect(() => {
    popup.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  function scroll({ currentTarget }: UIEvent<HTMLDivElement>) {
    if (isNearBottom(currentTarget)) control.loadMore()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press here, on the bar that scrolls too, must not take the focus
    <div ref={popup} className={styles.popup} onMouseDown={(event) => event.preventDefault()}>
      <div
        ref={scroller}
        id={listId}
        role="listbox"
        aria-labelledby={labelId}
        aria-multiselectable={isMultiple || undefined}
        className={styles.list}
        onScroll={scroll}
      >
        <div role="presentation" className={styles.rows} style={{ height: heightPx }}>
          {rows.map(({ index, start }) => {
            const option = found[index]
            if (option === undefined) return null
            return <Row key={optionValue(option)} box={props} option={option} index={index} start={start} />
          })}
        </div>
      </div>
      {found.length === 0 && (
        <p className={styles.nothing}>{t(hasOptions ? 'forms.nothing_found' : 'forms.list_empty')}</p>
      )}
      <p className="visually-hidden" role="status">
        {list.search ? t('forms.options_found', { count: found.length }) : ''}
      </p>
    </div>
  )
}

function useRows({ list: { active, loaded }, found }: ChoiceListControl) {
  const scroller = useRef<HTMLDivElement>(null)
  const count = Math.min(found.length, loaded)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => CHOICE_LIST.optionHeightPx,
    initialRect: { width: 0, height: CHOICE_LIST.maxHeightPx },
    initialOffset: active * CHOICE_LIST.optionHeightPx,
    overscan: OVERSCAN,
    paddingStart: PADDING_PX,
    paddingEnd: PADDING_PX,
    rangeExtractor: (range) => withActive(range, active),
  })
  useEffect(() => {
    if (active < count) virtualizer.scrollToIndex(active, { align: 'auto' })
  }, [virtualizer, active, count])
  return { scroller, rows: virtualizer.getVirtualItems(), heightPx: count === 0 ? 0 : virtualizer.getTotalSize() }
}

/** The active option is in the page wherever the list is scrolled to, since the input names it. */
function withActive(range: Range, active: number): number[] {
  const rows = defaultRangeExtractor(range)
  if (rows.includes(active) || active >= range.count) return rows
  return [...rows, active].sort((left, right) => left - right)
}

interface RowProps {
  readonly box: ChoiceListBoxProps
  readonly option: FieldOption
  readonly index: number
  /** Distance from the top of the list, px. */
  readonly start: number
}

function Row({ box, option, index, start }: RowProps) {
  const { control, listId, isChosen, isBarred, onChoose } = box
  const chosen = isChosen(option)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the input that has the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, which names the active option
    <div
      id={optionId(listId, index)}
      className={styles.option}
      style={{ transform: `translateY(${start}px)` }}
      role="option"
      aria-selected={chosen}
      aria-disabled={isBarred?.(option) || undefined}
      aria-posinset={index + 1}
      aria-setsize={control.found.length}
      data-active={index === control.list.active || undefined}
      onPointerMove={() => control.activate(index)}
      onClick={() => onChoose(option)}
    >
      <Flag code={option.Alpha2} />
      <span className={styles.text}>
        <bdi>{optionText(option)}</bdi>
      </span>
      {chosen && <Icon name="check" size={16} />}
    </div>
  )
}

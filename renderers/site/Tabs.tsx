import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { press } from '#machines/site/events/press.rules.ts'
import { Badge } from './Badge.tsx'
import { Icon } from './Icon.tsx'
import styles from './Tabs.module.css'
import { nextTabIndex } from './tabs.selectors.ts'
import { useLanguage } from './texts.tsx'

/** One tab of {@link Tabs}. */
export interface Tab {
  readonly id: string
  readonly label: string
  readonly icon?: string
  /** How many things are behind the tab. */
  readonly count?: number
}

/** Props of {@link Tabs}. */
export interface TabsProps {
  /** What the tabs choose between, for assistive technology. */
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly selectedId: string
  readonly onSelect: (id: string) => void
  readonly kind?: 'line' | 'segments'
  /** No tab can be chosen now, e.g. while a form is being sent. */
  readonly isDisabled?: boolean
  /** The panel of the selected tab. */
  readonly children?: ReactNode
}

/** A row of tabs and the panel of the selected one; arrows, Home and End move between tabs. */
export function Tabs({ label, tabs, selectedId, onSelect, kind = 'line', isDisabled, children }: TabsProps) {
  const baseId = useId()
  const { direction } = useLanguage()

  function move(event: KeyboardEvent<HTMLButtonElement>, index: number) {
    const next = nextTabIndex(event.key, index, tabs.length, direction)
    const tab = next === undefined ? undefined : tabs[next]
    if (tab === undefined) return
    event.preventDefault()
    document.getElementById(`${baseId}-${tab.id}`)?.focus()
    onSelect(tab.id)
  }

  return (
    <div className={styles.tabs}>
      <div className={styles.row} role="tablist" aria-label={label} data-kind={kind}>
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${baseId}-${tab.id}`}
            className={styles.tab}
            {...press('tab_chosen', tab.id)}
            aria-selected={tab.id === selectedId}
            aria-controls={children === undefined ? undefined : `${baseId}-panel`}
            tabIndex={tab.id === selectedId ? 0 : -1}
            disabled={isDisabled}
            onClick={() => onSelect(tab.id)}
            onKeyDown={(event) => move(event, index)}
          >
            {tab.icon && <Icon name={tab.icon} size={16} />}
            {tab.label}
            {tab.count !== undefined && <Badge>{tab.count}</Badge>}
          </button>
        ))}
      </div>
      {children !== undefined && (
        <div role="tabpanel" id={`${baseId}-panel`} aria-labelledby={`${baseId}-${selectedId}`}>
          {children}
        </div>
      )}
    </div>
  )
}

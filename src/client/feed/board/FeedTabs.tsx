import { lazy, type ReactNode, useState } from 'react'
import { Lazy } from '#renderers/shell/Lazy.tsx'
import { Tabs } from '#renderers/site/Tabs.tsx'
import { useText } from '#renderers/site/texts.tsx'

const ChampTable = lazy(async () => ({ default: (await import('./ChampTable.tsx')).ChampTable }))
const TeamSquad = lazy(async () => ({ default: (await import('../game/TeamSquad.tsx')).TeamSquad }))

const TABS = ['games', 'players', 'table'] as const

/** Props of {@link FeedTabs}. */
export interface FeedTabsProps {
  /** The championship whose table is shown; without a tab of a table when there is none. */
  readonly champId?: number | undefined
  /** The team whose players are shown, and which is marked in the table; without a tab of players when left out. */
  readonly team?: { readonly teamId: number; readonly sportId: number }
  /** The games. */
  readonly children: ReactNode
}

/** What a page of games has beside them: the players of a team and the table of a championship, each loaded when it is wanted. */
export function FeedTabs({ champId, team, children }: FeedTabsProps) {
  const t = useText()
  const [selected, setSelected] = useState<(typeof TABS)[number]>('games')
  const shown = TABS.filter((id) => (id === 'players' ? team : id !== 'table' || champId !== undefined))
  if (shown.length === 1) return children
  return (
    <Tabs
      kind="segments"
      label={t('player.tabs_label')}
      tabs={shown.map((id) => ({ id, label: t(`player.${id}`) }))}
      selectedId={selected}
      onSelect={(id) => setSelected(TABS.find((one) => one === id) ?? 'games')}
    >
      {selected === 'games' && children}
      {selected === 'players' && team && (
        <Lazy fallback={null}>
          <TeamSquad {...team} />
        </Lazy>
      )}
      {selected === 'table' && champId !== undefined && (
        <Lazy fallback={null}>
          <ChampTable champId={champId} marked={team ? [team.teamId] : []} />
        </Lazy>
      )}
    </Tabs>
  )
}

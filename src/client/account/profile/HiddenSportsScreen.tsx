import { useId, useState } from 'react'
import { useLoaderData } from 'react-router'
import { disallowSports, getSettings } from '#calls/settings.calls.ts'
import { foundSports, toggledSport } from '#machines/account/sport-list.rules.ts'
import { SPORT_IDS } from '#machines/site/tables/sports.ts'
import { Button } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { Tabs } from '#renderers/site/Tabs.tsx'
import { useLanguage, useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { Panel } from '../../page/office/OfficeParts.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { shellPort } from '../../page/shell-port.ts'
import { FormFailure } from '../FormFailure.tsx'
import { EntryInput, EntryLabel } from '../sign-in/EntryParts.tsx'
import { useSending } from '../use-sending.ts'
import styles from './settings.module.css'

const FEEDS = ['line', 'live'] as const
type Feed = (typeof FEEDS)[number]
type Hidden = Readonly<Record<Feed, readonly number[]>>

/** Loads the sports that the player does not want to see. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<Hidden>> {
  const { lineDisallowSport: line, liveDisallowSport: live } = (await app.call(getSettings, {})).data.attributes
  return {
    meta: () => ({ title: app.texts.t('office.settings_disallow_sports'), isPrivate: true }),
    data: { line, live },
  }
}

/** The sports that are left out of the lists, before the match and live (ACC-19). */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<Hidden>>()
  const [feed, setFeed] = useState<Feed>('line')
  const { hidden, setHidden, isBusy, errorAt, save } = useHiddenSports(data)
  return (
    <OfficePage title={t('office.settings_disallow_sports')} text={t('settings.sports_text')}>
      <Panel as="div" className={styles.panel}>
        <Tabs
          kind="segments"
          label={t('settings.sports_kind')}
          tabs={FEEDS.map((id) => ({ id, label: t(`settings.sports_${id}`), count: hidden[id].length }))}
          selectedId={feed}
          onSelect={(id) => setFeed(id as Feed)}
        >
          <SportList hidden={hidden[feed]} onChange={(ids) => setHidden({ ...hidden, [feed]: ids })} />
        </Tabs>
        <FormFailure text={errorAt('form')} />
        <div className={styles.foot}>
          <p className={styles.count} role="status">
            {t('settings.sports_hidden', { number: hidden[feed].length })}
          </p>
          <Button kind="primary" isBusy={isBusy} onClick={() => void save()}>
            {t('settings.sports_save')}
          </Button>
        </div>
      </Panel>
    </OfficePage>
  )
}

/** The choice that is not saved yet, and saving it. */
function useHiddenSports(loaded: Hidden) {
  const { call } = useApp()
  const [hidden, setHidden] = useState(loaded)
  const { isBusy, errorAt, send } = useSending<never>('hidden-sports', {})
  const save = async () => {
    const body = { lineDisallowSport: [...hidden.line], liveDisallowSport: [...hidden.live] }
    if (!(await send(() => call(disallowSports, { body })))) return
    shellPort.notify({ id: 'hidden-sports', kind: 'success', text: 'settings.sports_saved' })
  }
  return { hidden, setHidden, isBusy, errorAt, save }
}

interface SportListProps {
  readonly hidden: readonly number[]
  readonly onChange: (hidden: readonly number[]) => void
}

function SportList({ hidden, onChange }: SportListProps) {
  const t = useText()
  const { language } = useLanguage()
  const id = useId()
  const [search, setSearch] = useState('')
  const sports = SPORT_IDS.map((sport) => ({ id: sport, name: t(`sport.${sport}`) }))
  const found = foundSports(sports, search, language)
  return (
    <div className={styles.group}>
      <div className={styles.tools}>
        <div className={styles.search}>
          <EntryLabel htmlFor={id}>{t('settings.sports_search')}</EntryLabel>
          <EntryInput
            id={id}
            type="search"
            autoComplete="off"
            maxLength={100}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <Button size="large" onClick={() => onChange([...new Set([...hidden, ...found.map((sport) => sport.id)])])}>
          {t('settings.sports_all')}
        </Button>
        <Button
          size="large"
          onClick={() => onChange(hidden.filter((sport) => !found.some((shown) => shown.id === sport)))}
        >
          {t('settings.sports_none')}
        </Button>
      </div>
      {found.length === 0 ? (
        <EmptyState title={t('settings.sports_nothing')} text={t('settings.sports_nothing_text')} />
      ) : (
        <ul className={styles.checks}>
          {found.map((sport) => (
            <li key={sport.id}>
              <label className={styles.check}>
                <input
                  type="checkbox"
                  checked={hidden.includes(sport.id)}
                  onChange={() => onChange(toggledSport(hidden, sport.id))}
                />
                {sport.name}
              </label>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

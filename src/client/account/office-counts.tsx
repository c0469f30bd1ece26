import { createContext, type ReactNode, useCallback, useMemo, useState } from 'react'
import { getLeftMenuData } from '#calls/office.calls.ts'
import { useNeeded } from '#renderers/site/needed.ts'
import type { LeftMenuAnswer } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { report } from '../page/report.ts'

/** Route of an entry of the office's menu → what waits there. */
export type OfficeCounts = LeftMenuAnswer['data']['attributes']['counts']

interface KnownCounts {
  readonly counts: OfficeCounts
  /** Asks the server again: something has been opened or seen. */
  readonly refresh: () => Promise<void>
}

const CountsContext = createContext<KnownCounts | null>(null)

/** Props of {@link OfficeCountsProvider}. */
export interface OfficeCountsProviderProps {
  readonly initial: OfficeCounts
  readonly children: ReactNode
}

/** Holds what waits behind the entries of the office's menu. */
export function OfficeCountsProvider({ initial, children }: OfficeCountsProviderProps) {
  const { call } = useApp()
  const [counts, setCounts] = useState(initial)
  const refresh = useCallback(async () => {
    try {
      setCounts((await call(getLeftMenuData, {})).data.attributes.counts)
    } catch (error) {
      report('office.counts_failed', { error: String(error) })
    }
  }, [call])
  const known = useMemo(() => ({ counts, refresh }), [counts, refresh])
  return <CountsContext value={known}>{children}</CountsContext>
}

/** What waits, and the way to ask again. @throws MissingPartError outside of the office's frame */
export function useOfficeCounts(): KnownCounts {
  return useNeeded(CountsContext, 'useOfficeCounts', 'OfficeCountsProvider')
}

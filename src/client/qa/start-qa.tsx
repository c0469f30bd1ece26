import { createRoot } from 'react-dom/client'
import xstate from 'xstate/package.json' with { type: 'json' }
import { scenarioMachines } from '#machines/scenario-machines.ts'
import { watchMachines } from '#renderers/shell/machine-observers.ts'
import type { PublicSite } from '#schemas'
import { PageObserver } from '#stage/recorder/page-observer.ts'
import { report } from '../page/report.ts'
import { keptRecordings } from './kept-recordings.ts'
import { createTestedCalls, type PageCalls } from './page-calls.ts'
import { createRecordingDesk, type RecordingDesk } from './recording-desk.ts'
import { TesterPanel } from './TesterPanel.tsx'

/** How long changes of the recordings are gathered before they are shown. */
const SHOWN_AFTER_MS = 100

/** The page that is recorded. */
export interface QaPage {
  readonly site: Pick<PublicSite, 'brandId' | 'hash'>
  readonly language: string
  readonly calls: PageCalls
}

/** Begins to record every machine of the page, from its start on, and gives `window.liveryQa`. Called before the page is drawn;
 *  the panel follows when it is alive. */
export function startQa(page: QaPage): void {
  const desk = createDesk(page)
  const observe = new PageObserver(scenarioMachines)
  watchMachines([desk.inspect], [observe.inspect])
  const calls = createTestedCalls(page.calls)
  window.liveryQa = { recordings: () => desk.view().recordings, scenario: desk.scenario, observe, calls }
  window.addEventListener('pagehide', () => {
    if (!desk.keep()) report('recorder.not_kept', { why: 'the storage of the tab is closed or full' })
  })
  whenAlive(() => showPanel(desk))
}

function createDesk({ site, language }: QaPage): RecordingDesk {
  return createRecordingDesk({
    machines: scenarioMachines,
    clock: { nowMs: () => performance.now(), instant: () => new Date().toISOString() },
    origin: { xstate: xstate.version, brand: site.brandId, brandHash: site.hash, locale: language },
    kept: keptRecordings(() => window.sessionStorage),
    defer: (callback) => window.setTimeout(callback, SHOWN_AFTER_MS),
  })
}

/** What React takes over must not find anything of ours in the document before it has done so. */
function whenAlive(callback: () => void): void {
  const root = document.documentElement
  const isAlive = () => root.dataset.ready === 'true'
  if (isAlive()) {
    callback()
    return
  }
  const watcher = new MutationObserver(() => {
    if (!isAlive()) return
    watcher.disconnect()
    callback()
  })
  watcher.observe(root, { attributeFilter: ['data-ready'] })
}

function showPanel(desk: RecordingDesk): void {
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(<TesterPanel desk={desk} />)
}

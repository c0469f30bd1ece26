import { allowsMarketing, type ConsentLevel } from '#machines/site/consent/consent.rules.ts'
import type { PublicSite } from '#schemas'
import type { App } from '../page/app-context.ts'
import { noteFault } from '../page/report.ts'
import type { Heard } from '../page/track.ts'
import type { PageAnalytics } from './page-analytics.ts'
import type { PageRecording, RecordingPorts } from './recording/page-recording.ts'

let counting: Promise<PageAnalytics | undefined> | undefined
let recording: Promise<PageRecording | undefined> | undefined

/** Counts what happens on the page while its visitor agrees to it (STORE-6, decision 57), and records it where the brand and the answer allow
 *  that too: nothing of either is loaded or sent before, and what waits is forgotten when the consent is withdrawn. */
export function countByConsent({ site, state }: Pick<App, 'site' | 'state'>, level: ConsentLevel): void {
  const {
    isAnalyticsOn,
    isRecordingAllowed,
    recordingConsentLevels,
    recordingShows: shows,
    analyticsApi: api,
  } = site.config['third-party']
  if (!isAnalyticsOn) return
  const { language, player } = state.visitor
  const mayCount = allowsMarketing(level)
  const mayRecord = mayCount && isRecordingAllowed && recordingConsentLevels.some((one) => one === level)
  if (!mayRecord) {
    const former = recording
    recording = undefined
    void former?.then((pictures) => pictures?.withdraw())
  }
  if (!mayCount) {
    const former = counting
    counting = undefined
    void former?.then((analytics) => analytics?.withdraw())
    return
  }
  counting ??= load({ language, api }, site.experiments)
  if (mayRecord) recording ??= record(counting, { language, api, userId: player?.userId ?? null, shows })
}

/** How many reports wait for what counts them. */
const WAITING_MAX = 100

/** Loads what counts. What happens on the page meanwhile is counted with it. */
async function load(
  { language, api }: Pick<RecordingPorts, 'language' | 'api'>,
  variants: PublicSite['experiments'],
): Promise<PageAnalytics | undefined> {
  const waiting: Heard[] = []
  const sinceMs = Date.now()
  const hear = ({ detail }: CustomEvent<Heard>) => {
    if (waiting.length < WAITING_MAX) waiting.push(detail)
  }
  window.addEventListener('livery:report', hear as EventListener)
  try {
    const [{ startAnalytics }, { reportsSince }] = await Promise.all([
      import('./page-analytics.ts'),
      import('./counted-reports.ts'),
    ])
    return startAnalytics({ language, api, waiting, variants: variants ?? [], startReports: reportsSince(sinceMs) })
  } catch (error) {
    noteFault('analytics.failed', { error: String(error) })
    return undefined
  } finally {
    window.removeEventListener('livery:report', hear as EventListener)
  }
}

/** Loads what records, once what counts has named the visit. */
async function record(
  counted: Promise<PageAnalytics | undefined>,
  ports: Omit<RecordingPorts, 'visit' | 'begun'>,
): Promise<PageRecording | undefined> {
  try {
    const [analytics, { startRecording }] = await Promise.all([counted, import('./recording/page-recording.ts')])
    if (!analytics) return undefined
    return startRecording({ ...ports, visit: () => analytics.session().id, begun: analytics.noteRecording })
  } catch (error) {
    noteFault('recording.failed', { error: String(error) })
    return undefined
  }
}

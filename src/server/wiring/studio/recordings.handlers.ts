import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { listRecordings, watchRecording } from '#calls/studio/studio-recordings.calls.ts'
import type { RecordingCard } from '#schemas'
import { pictureAt } from '../../analytics/recording/recording-picture.ts'
import type { KeptRecording } from '../../analytics/recording/recording-store.ts'
import type { Recordings } from '../../analytics/recording/recordings.service.ts'
import { timelineOf } from '../../analytics/recording/timeline.ts'
import { forStudio } from '../../db/for-studio.ts'
import type { Database } from '../../db/tables/tables.ts'
import type { ResolvedSite } from '../../site/resolved-site.ts'
import { logAct } from '../../studio/access/acts.ts'
import type { AtDesk } from '../../studio/desk/desk-ports.ts'
import { StudioFailure } from '../../studio/studio-failure.ts'
import { answerStudio, type StudioHandler } from '../../studio/studio-scope.ts'
import type { AdmitToDesk } from './desk-admission.ts'
import type { StudioFileRoute } from './studio-files.ts'

type Found = NonNullable<Awaited<ReturnType<Recordings['find']>>>

/** Recordings as operators look at them. */
export interface Watching extends Pick<Recordings, 'list' | 'refusals'> {
  /** Opens a recording and logs who does. @throws StudioFailure item.unknown */
  readonly open: (desk: AtDesk, id: string) => Promise<Found>
  /** A recording that was opened. @throws StudioFailure item.unknown */
  readonly read: (brand: string, id: string) => Promise<Found>
}

/** What {@link createWatching} needs. */
export interface WatchingPorts {
  readonly db: Kysely<Database>
  readonly recordings: Pick<Recordings, 'list' | 'refusals' | 'find'>
  readonly clock: () => Date
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const KEPT_MS = 60_000
const MOST_KEPT = 4
const DAYS = 7
const DAY_MS = 86_400_000

/** Makes recordings that operators look at: the last few stay in memory for a minute, since each has many pictures. */
export function createWatching({ db, recordings, clock }: WatchingPorts): Watching {
  const kept = new LRUCache<string, Found>({ max: MOST_KEPT, ttl: KEPT_MS, updateAgeOnGet: true })
  const read = async (brand: string, id: string): Promise<Found> => {
    const key = `${brand} ${id}`
    const found = kept.get(key) ?? (UUID.test(id) ? await recordings.find(brand, id) : null)
    if (!found) throw new StudioFailure('item.unknown')
    kept.set(key, found)
    return found
  }
  return {
    list: recordings.list,
    refusals: recordings.refusals,
    read,
    async open({ brand, operator }, id) {
      kept.delete(`${brand} ${id}`)
      const found = await read(brand, id)
      await forStudio(db).transaction((tx) =>
        logAct(tx, {
          ...{ at: clock(), account: operator.name, brand, act: 'recording.watched' },
          details: {
            recording: id,
            ...(found.recording.accountId === null ? {} : { player: found.recording.accountId }),
          },
        }),
      )
      return found
    },
  }
}

/** What the handlers of recordings need. */
export interface RecordingHandlerPorts {
  readonly recordings: Watching
  readonly admit: AdmitToDesk
  readonly site: (brand: string) => Promise<ResolvedSite>
  readonly clock: () => Date
}

/** Recordings at the desk: for the support, and each look is logged. */
export function recordingHandlers({ recordings, admit, site, clock }: RecordingHandlerPorts): readonly StudioHandler[] {
  return [
    answerStudio(listRecordings, async ({ segments: { brand }, query: { accountId, days = DAYS } }, scope) => {
      await admit(scope, 'support', brand)
      const since = new Date(clock().getTime() - Number(days) * DAY_MS)
      const wish = { since, ...(accountId === undefined ? {} : { accountId: Number(accountId) }) }
      const [found, refused, { config }] = await Promise.all([
        recordings.list(brand, wish),
        recordings.refusals(brand, since),
        site(brand),
      ])
      const { isRecordingAllowed, isAnalyticsOn, recordingDays: keptDays } = config['third-party']
      return { isAllowed: isRecordingAllowed && isAnalyticsOn, keptDays, recordings: found.map(cardOf), refused }
    }),
    answerStudio(watchRecording, async ({ segments: { brand }, query: { session } }, scope) => {
      const { recording, chains } = await recordings.open(await admit(scope, 'support', brand), String(session))
      const { stops, moments, points, ...size } = timelineOf(chains.flat(), recording.startedAt.getTime())
      return { recording: cardOf(recording), stops: [...stops], moments: [...moments], points: [...points], ...size }
    }),
  ]
}

/** The pictures of recordings, at `/studio-api/recording-picture/:brand/:id/:at` with the milliseconds from the beginning. */
export function recordingFiles(recordings: Watching, admit: AdmitToDesk): readonly StudioFileRoute[] {
  return [
    {
      path: '/studio-api/recording-picture/:brand/:id/:at',
      read: async ({ brand = '', id = '', at = '' }, scope) => {
        await admit(scope, 'support', brand)
        const { recording, chains } = await recordings.read(brand, id)
        const html = pictureAt(chains, recording.startedAt.getTime() + (Number.parseInt(at, 10) || 0))
        return { bytes: new TextEncoder().encode(html), mediaType: 'text/html; charset=utf-8', isPicture: true }
      },
    },
  ]
}

function cardOf({ id, startedAt, endedAt, ...recording }: KeptRecording): RecordingCard {
  return {
    session: id,
    startedAt: startedAt.toISOString(),
    durationMs: endedAt.getTime() - startedAt.getTime(),
    ...recording,
    pages: [...recording.pages],
  }
}

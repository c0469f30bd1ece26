import type { PageObserver } from '#stage/recorder/page-observer.ts'
import type { ListedRecording, RecordedFile } from '#stage/recorder/recorded-file.ts'
import type { TestedCalls } from './page-calls.ts'

/** What a page that is recorded gives to browser drivers and consoles, as `window.liveryQa`; other pages have none. */
export interface LiveryQa {
  /** The recordings with at least one step, those of earlier pages of the tab too, the oldest first. */
  recordings(): readonly ListedRecording[]
  /** @throws Error when there is no such recording, or no longer */
  scenario(id: string): RecordedFile
  /** What can be seen of the machines that run in this page. */
  readonly observe: PageObserver
  /** The calls of the page, to be made by a driver. */
  readonly calls: TestedCalls
}

declare global {
  interface Window {
    liveryQa?: LiveryQa
  }
}

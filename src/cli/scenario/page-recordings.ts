import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import type { ListedRecording, RecordedFile } from '#machines/scenario/recorded-file.ts'

/** A recording as it was last seen in a tab. */
export interface TakenRecording extends ListedRecording, RecordedFile {
  /** Number of the tab, from 1. */
  readonly tab: number
}

/** Why a page cannot be recorded. */
export class RecordingRefused extends Error {}

/** How often the tabs are asked for what is new, so that little is lost when a window is closed. */
const LOOK_EVERY_MS = 250
const LOAD_LIMIT_MS = 30_000
const RECORDER_LIMIT_MS = 10_000
/** The id of the element with the page's configuration, as every page of the engine has it. */
const PAGE_DATA_ID = 'livery-page'

/**
 * Opens a page with the tester's flag and takes what is recorded in its tabs, until the last of them is closed or `signal` ends it.
 * @param onReady the page is recorded from now on
 * @throws RecordingRefused when the page cannot be opened, is none of the engine, or its brand does not allow recording
 */
export async function recordPages(
  browser: Browser,
  url: string,
  signal: AbortSignal,
  onReady: () => void,
): Promise<readonly TakenRecording[]> {
  const context = await browser.newContext({ viewport: null })
  const tabs: Page[] = []
  context.on('page', (page) => tabs.push(page))
  const page = await context.newPage()
  await openRecorded(page, url)
  onReady()
  const taken = new Map<string, TakenRecording>()
  const takeAll = async () => {
    for (const [index, tab] of tabs.entries()) if (!tab.isClosed()) await takeFrom(tab, index + 1, taken)
  }
  while (!signal.aborted && tabs.some((tab) => !tab.isClosed())) {
    await takeAll()
    await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
  await takeAll()
  return [...taken.values()]
}

async function openRecorded(page: Page, url: string): Promise<void> {
  await open(page, url)
  const recorder = await recorderOf(page)
  if (!recorder) throw new RecordingRefused(`${page.url()} is no page of Livery: it carries no configuration`)
  if (!recorder.isAllowed) {
    const how = 'set other.scenarioRecorder.isAllowed in config/other.json of a brand for tests'
    throw new RecordingRefused(`the brand of ${page.url()} does not allow recording: ${how}`)
  }
  const address = new URL(page.url())
  address.searchParams.set(recorder.parameter, 'on')
  await open(page, address.href)
  const isRecorded = page.waitForFunction(() => 'liveryQa' in globalThis, undefined, { timeout: RECORDER_LIMIT_MS })
  await isRecorded.catch((cause) => {
    throw new RecordingRefused(`the recorder of ${address.href} did not start: its console tells why`, { cause })
  })
}

async function open(page: Page, url: string): Promise<void> {
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded', timeout: LOAD_LIMIT_MS })
  } catch (cause) {
    const [why] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
    throw new RecordingRefused(`${url} cannot be opened: ${why}`, { cause })
  }
}

/** What the page's own configuration says of recording; null for a page that has none. */
async function recorderOf(page: Page): Promise<{ readonly isAllowed: boolean; readonly parameter: string } | null> {
  const text = await page.evaluate<string | null>(`document.getElementById('${PAGE_DATA_ID}')?.textContent ?? null`)
  if (text === null) return null
  const { site } = JSON.parse(text)
  return site?.config?.other?.scenarioRecorder ?? null
}

/** Takes the files of recordings that have grown. A tab that is loading or closing is asked again next time. */
async function takeFrom(tab: Page, number: number, taken: Map<string, TakenRecording>): Promise<void> {
  try {
    const listed = await tab.evaluate<readonly ListedRecording[]>('window.liveryQa?.recordings() ?? []')
    for (const recording of listed) {
      const key = `${number} ${recording.id}`
      const known = taken.get(key)
      if (known?.steps === recording.steps && known.hasEnded === recording.hasEnded) continue
      const file = await tab.evaluate<RecordedFile>(`window.liveryQa.scenario(${JSON.stringify(recording.id)})`)
      taken.set(key, { ...recording, ...file, tab: number })
    }
  } catch (error) {
    if (!isUnderWay(error)) throw error
  }
}

/** What Playwright says of a page that goes to another document, or away, while it is asked. */
function isUnderWay(error: unknown): boolean {
  return /context was destroyed|has been closed|navigating|there is no recording/i.test(String(error))
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import { say } from '#cli/command-text.ts'
import type { ListedRecording, RecordedFile } from '../recorder/recorded-file.ts'

/** A recording as it was last seen in a tab. */
export interface TakenRecording extends ListedRecording, RecordedFile {
  /** Number of the tab, from 1. */
  readonly tab: number
}

/** Why a page cannot be recorded. */
export class RecordingRefused extends Error {}

/** How often the tabs are asked for what is new, so that little is lost when a window is closed. */
const LOOK_EVERY_MS = 250
/** How long the page and its recorder may take where nothing else is said; a loaded machine needs its time. */
export const START_LIMIT_MS = 120_000
/** How many lines of the browser's console are printed for a page that cannot be recorded. */
const CONSOLE_MAX = 12
/** The id of the element with the page's configuration, as every page of the engine has it. */
const PAGE_DATA_ID = 'livery-page'

/**
 * Opens a page with the tester's flag and takes what is recorded in its tabs, until the last of them is closed or `signal` ends it.
 * @param onReady the page is recorded from now on
 * @param limitMs how long the page may take to open, and its recorder to start, each
 * @throws RecordingRefused when the page cannot be opened, is none of the engine, or its brand does not allow recording
 */
export async function recordPages(
  browser: Pick<Browser, 'newContext'>,
  url: string,
  signal: AbortSignal,
  onReady: () => void,
  limitMs: number = START_LIMIT_MS,
): Promise<readonly TakenRecording[]> {
  const context = await browser.newContext({ viewport: null })
  const tabs: Page[] = []
  context.on('page', (page) => tabs.push(page))
  const page = await context.newPage()
  await openRecorded(page, url, limitMs)
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

async function openRecorded(page: Page, url: string, limitMs: number): Promise<void> {
  const said = consoleOf(page)
  await open(page, url, limitMs)
  const recorder = await recorderOf(page)
  if (!recorder) throw new RecordingRefused(say('scenario.record_no_page', { url: page.url() }))
  if (!recorder.isAllowed) {
    const how = say('scenario.record_allow')
    throw new RecordingRefused(say('scenario.record_forbidden', { url: page.url(), how }))
  }
  const address = new URL(page.url())
  address.searchParams.set(recorder.parameter, 'on')
  await open(page, address.href, limitMs)
  const isRecorded = page.waitForFunction(() => 'liveryQa' in globalThis, undefined, { timeout: limitMs })
  await isRecorded.catch((cause) => {
    const lines = said.length > 0 ? said.map((line) => `\n  ${line}`).join('') : say('scenario.record_silence')
    const what = say('scenario.record_awaited', { url: address.href, seconds: limitMs / 1000 })
    throw new RecordingRefused(say('scenario.record_console', { what, lines }), { cause })
  })
}

/** What the console of a page says from now on, the last lines of it: messages, exceptions and requests that failed. */
function consoleOf(page: Page): readonly string[] {
  const said: string[] = []
  const keep = (line: string) => {
    said.push(line)
    if (said.length > CONSOLE_MAX) said.shift()
  }
  page.on('console', (message) => keep(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => keep(say('scenario.record_exception', { message: error.message })))
  page.on('requestfailed', (request) =>
    keep(say('scenario.record_failed', { url: request.url(), why: request.failure()?.errorText ?? '' })),
  )
  return said
}

async function open(page: Page, url: string, limitMs: number): Promise<void> {
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded', timeout: limitMs })
  } catch (cause) {
    const [why = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
    throw new RecordingRefused(say('scenario.record_unopened', { url, why }), { cause })
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

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { say } from '#cli/command-text.ts'
import { usageOf } from '#cli/usages.ts'
import type { ScenarioRecordReport } from '#schemas'
import { openChromium } from '../drivers/chromium/chromium.ts'
import { RecordingRefused, recordPages, START_LIMIT_MS, type TakenRecording } from './page-recordings.ts'
import { readArguments, wholeNumber } from './scenario-machine-options.ts'
import { refuse, type ScenarioIo } from './scenario-options.ts'
import { DriverUnavailable } from './scenario-playing.ts'

const USAGE = usageOf('scenario', 'record')
const DEFAULT_FOLDER = 'test-results/recordings'

/**
 * `livery scenario record`: opens a page in Chromium with the tester's flag set, and saves what was recorded when the window is
 * closed or the command is interrupted (QA-6).
 * Exit 0 when something was saved; 1 when nothing happened that could be; 2 when the page cannot be recorded, a browser is
 * missing, a file cannot be written, or the command was not understood.
 */
export async function record(args: readonly string[], io: ScenarioIo): Promise<number> {
  const isJson = args.includes('--json')
  const asked = askedOf(args)
  if (typeof asked === 'string') return refuse(io, isJson, 'usage', `${asked}\n${USAGE}`) ?? 2
  try {
    const taken = await recorded(asked, io)
    const saved = save(taken, asked.folder, io.cwd)
    io.stdout(isJson ? `${JSON.stringify({ saved } satisfies ScenarioRecordReport, null, 2)}\n` : recordText(saved))
    return saved.length > 0 ? 0 : 1
  } catch (error) {
    if (!isExpected(error)) throw error
    return refuse(io, isJson, 'record', error.message) ?? 2
  }
}

interface Asked {
  readonly url: string
  readonly folder: string
  readonly isHeadless: boolean
  /** How long the page and its recorder may take to start, each. */
  readonly waitMs: number
}

/** What the command was asked, or what is wrong with it. */
function askedOf(args: readonly string[]): Asked | string {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const read = readArguments(args, { url: text, out: text, wait: text, headless: flag, json: flag })
  if (typeof read === 'string') return read
  const { url, out = DEFAULT_FOLDER, headless } = read.values
  if (read.positionals.length > 0) return say('scenario.record_argument', { argument: read.positionals.join(' ') })
  if (typeof url !== 'string') return say('scenario.record_no_url')
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return say('scenario.record_url', { url })
  const seconds = wholeNumber(read.values.wait, 1, START_LIMIT_MS / 1000)
  if (seconds === undefined) return say('scenario.record_wait', { text: String(read.values.wait) })
  return { url, waitMs: seconds * 1000, folder: String(out), isHeadless: headless === true }
}

async function recorded({ url, isHeadless, waitMs }: Asked, io: ScenarioIo): Promise<readonly TakenRecording[]> {
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, interrupt)
  const browser = await openChromium({ headless: isHeadless, handleSIGINT: false, handleSIGTERM: false })
  try {
    const ready = `${say('scenario.record_ready', { url })}\n`
    return await recordPages(browser, url, interrupted.signal, () => io.stderr(ready), waitMs)
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, interrupt)
    await browser.close()
  }
}

type Saved = ScenarioRecordReport['saved'][number]

/** Writes the files; one that is there already stays, and the new one gets a number. */
function save(taken: readonly TakenRecording[], folder: string, cwd: string): Saved[] {
  const target = resolve(cwd, folder)
  if (taken.length > 0) mkdirSync(target, { recursive: true })
  return taken.map(({ fileName, text, machine, steps, isReplayable, notes }) => {
    const name = freeName(target, fileName)
    writeFileSync(join(target, name), text)
    return { file: join(folder, name).replaceAll('\\', '/'), machine, steps, isReplayable, notes: [...notes] }
  })
}

function freeName(folder: string, fileName: string): string {
  const [, stem = fileName, ending = ''] = /^(.*?)(\.scn\.json)$/.exec(fileName) ?? []
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? fileName : `${stem}-${number}${ending}`
    if (!existsSync(join(folder, name))) return name
  }
}

function recordText(saved: readonly Saved[]): string {
  if (saved.length === 0) return `${say('scenario.record_nothing')}\n`
  const lines = saved.flatMap(({ file, machine, steps, notes }) => [
    `${file}  ${machine}, ${say('scenario.count_steps', { count: steps })}`,
    ...notes.map((note) => `  ${note}`),
  ])
  return `${lines.join('\n')}\n`
}

function isExpected(error: unknown): error is Error {
  if (error instanceof RecordingRefused || error instanceof DriverUnavailable) return true
  return error instanceof Error && ['EACCES', 'EEXIST', 'ENOTDIR', 'EROFS', 'ENOSPC'].includes(codeOf(error))
}

function codeOf(error: Error): string {
  return String((error as NodeJS.ErrnoException).code)
}

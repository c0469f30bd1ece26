import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { watchedPage } from '../watched-page.ts'

const CLI = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url))

/** A viewer's page on the disk, as `livery scenario view --html` has written it. */
export interface WrittenViewer {
  readonly address: string
  /** What the command said, and how it ended. */
  readonly said: string
  readonly code: number
  dispose(): void
}

/** Writes scenarios into a folder of their own, and the page that shows them, by the command in a process of its own.
 *  @param files name → content   @param old machines to compare with   @param tests name of the report of tests among them */
export async function writtenViewer(
  files: Readonly<Record<string, string>>,
  { old, tests }: { readonly old?: string; readonly tests?: string } = {},
): Promise<WrittenViewer> {
  const cwd = mkdtempSync(join(tmpdir(), 'livery-viewer-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content)
  const asked = [...(old === undefined ? [] : ['--old', old]), ...(tests === undefined ? [] : ['--tests', tests])]
  const options = ['*.scn.json', '--html', 'out', ...asked]
  const child = spawn(process.execPath, [CLI, 'scenario', 'view', ...options], { cwd })
  const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return {
    address: pathToFileURL(join(cwd, 'out/index.html')).href,
    said: said + complained,
    code: Number(code),
    dispose: () => rmSync(cwd, { recursive: true }),
  }
}

/** Opens the viewer at a scenario, without network. `foreign` names what the page asked for elsewhere. */
export async function openViewer(browser: Browser, address: string, file: string, options: BrowserContextOptions = {}) {
  const watched = await watchedPage(browser, { offline: true, viewport: { width: 1280, height: 800 }, ...options })
  const asked: string[] = []
  watched.page.on('request', (request) => void asked.push(request.url()))
  await watched.page.goto(`${address}#${file}`)
  await watched.page.locator('[role=listbox]').waitFor({ state: 'attached', timeout: 15_000 })
  const foreign = () => asked.filter((url) => !url.startsWith(address) && !/^(?:data|blob):/.test(url))
  return { ...watched, foreign }
}

/** The state that is shown, in words. */
export function shownState(page: Page): Promise<string | null> {
  return page.getByTestId('state').first().textContent()
}

/** Where in the scenario the page is, in words. */
export function shownPosition(page: Page): Promise<string | null> {
  return page.getByTestId('position').textContent()
}

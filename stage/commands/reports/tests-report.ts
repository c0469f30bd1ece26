import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { say } from '#cli/command-text.ts'
import type { ViewerTest } from '../../charts/viewer-data.ts'

/** Why the verdicts of tests cannot be had. */
export class TestsReportRefused extends Error {}

const ID = /\b[A-Z][A-Z0-9]{1,8}-\d{1,3}\b/g

/**
 * Reads what came of tests from reports that Vitest has written with `--reporter=json`, and keeps the tests whose
 * titles name a requirement. Of a test that is in two reports the later one counts.
 * @param paths of the reports, from `cwd`   @param known ids that there are
 * @throws TestsReportRefused when a file cannot be read or is no such report
 */
export function testsOfReports(paths: readonly string[], cwd: string, known: ReadonlySet<string>): ViewerTest[] {
  const tests = new Map<string, ViewerTest>()
  for (const path of paths) {
    for (const { name, assertionResults } of suitesOf(path, cwd)) {
      const file = relative(cwd, name).replaceAll('\\', '/')
      for (const { ancestorTitles, title, status } of assertionResults) {
        const whole = [...ancestorTitles, title].join(' › ')
        const req = [...new Set(whole.match(ID))].filter((id) => known.has(id))
        if (req.length > 0) tests.set(`${file}\n${whole}`, { file, title: whole, req, status: statusOf(status) })
      }
    }
  }
  return [...tests.values()]
}

function statusOf(status: string): ViewerTest['status'] {
  return status === 'passed' || status === 'failed' ? status : 'skipped'
}

interface Suite {
  readonly name: string
  readonly assertionResults: readonly {
    readonly ancestorTitles: readonly string[]
    readonly title: string
    readonly status: string
  }[]
}

function suitesOf(path: string, cwd: string): readonly Suite[] {
  const suites = (readReport(path, cwd) as { readonly testResults?: unknown } | null)?.testResults
  if (!Array.isArray(suites) || !suites.every(isSuite)) {
    throw new TestsReportRefused(say('scenario.tests_form', { path }))
  }
  return suites
}

function readReport(path: string, cwd: string): unknown {
  try {
    return JSON.parse(readFileSync(resolve(cwd, path), 'utf8'))
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new TestsReportRefused(say('scenario.tests_unread', { path, why }), { cause })
  }
}

function isSuite(value: unknown): value is Suite {
  const { name, assertionResults } = (value ?? {}) as Partial<Record<keyof Suite, unknown>>
  return typeof name === 'string' && Array.isArray(assertionResults) && assertionResults.every(isResult)
}

function isResult(value: unknown): boolean {
  const { ancestorTitles, title, status } = (value ?? {}) as Record<string, unknown>
  return Array.isArray(ancestorTitles) && typeof title === 'string' && typeof status === 'string'
}

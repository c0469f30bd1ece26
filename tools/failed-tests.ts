import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node'

/** How much of an error's message a line has, in characters. */
const LINE_LENGTH = 300

/** The variable that names a file into which a run writes its failed test files, a line each. */
export const FAILED_FILES = 'LIVERY_FAILED_FILES'

/** Lists the tests that failed at the very end of a run, a line each with what each try said: the end of a long output is what is
 *  kept of it. */
export class FailedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], _errors: unknown, reason: TestRunEndReason): void {
    if (reason !== 'failed') return
    const list = process.env[FAILED_FILES]
    if (list !== undefined) writeFileSync(list, modules.flatMap(failedFile).join('\n'))
    for (const module of modules) {
      const ofFile = module.errors().map((error) => lineOf(module.relativeModuleId, error.message))
      const ofTests = [...module.children.allTests('failed')].flatMap((test) =>
        (test.result().errors ?? []).map((error) =>
          lineOf(`${module.relativeModuleId} > ${test.fullName}`, error.message),
        ),
      )
      for (const line of [...ofFile, ...ofTests]) console.error(line)
    }
  }
}

function failedFile(module: TestModule): string[] {
  return module.ok() ? [] : [module.relativeModuleId]
}

function lineOf(name: string, message: string): string {
  const said = stripVTControlCharacters(message).replace(/\s+/g, ' ').trim()
  return `failed: ${name}: ${said.slice(0, LINE_LENGTH)}`
}

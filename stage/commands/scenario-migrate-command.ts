import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { say } from '#cli/command-text.ts'
import { usageOf } from '#cli/usages.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { ScenarioMigrateReport, ScenarioMigration } from '#schemas'
import { isScenarioMigration as validate } from '#schemas/generated/validators/scenario.js'
import { migrationFaults } from '../player/scenario-migration.rules.ts'
import { migrateScenarios } from './scenario-migrate.ts'
import { readScenarioArguments, refuse, type ScenarioIo } from './scenario-options.ts'

const USAGE = usageOf('scenario', 'migrate')

/**
 * `livery scenario migrate`: gives scenarios the new names of machines, events, states, actors, actions and places in the context,
 * by a map (schemas/scenario/scenario-migration.schema.json). Nothing is written without `--write`.
 * Exit 0 when every scenario could be brought over; 1 when one could not and was left as it is; 2 when the map cannot be read or
 * is ambiguous, when nothing matched, or when the command was not understood.
 */
export async function migrate(args: readonly string[], io: ScenarioIo): Promise<number> {
  const isJson = args.includes('--json')
  const name = args.find((arg) => !arg.startsWith('-'))
  if (name === undefined) return refuse(io, isJson, 'usage', USAGE) ?? 2
  const rest = args.filter((_, index) => index !== args.indexOf(name))
  const asked = readScenarioArguments(rest, io, USAGE, { write: { type: 'boolean', default: false } })
  if (!asked) return 2
  const map = readMap(name, io.cwd)
  if (Array.isArray(map)) return refuse(io, isJson, 'map', map.join('\n')) ?? 2
  const isWritten = asked.values.write === true
  const report = migrateScenarios({ map: map as ScenarioMigration, machines: scenarioMachines, isWritten }, asked.files)
  io.stdout(isJson ? `${JSON.stringify(report, null, 2)}\n` : migrateText(report))
  return report.problems.length > 0 ? 1 : 0
}

/** @returns the map, or what is wrong with it as `file:line: …` */
function readMap(name: string, cwd: string): ScenarioMigration | readonly string[] {
  let text: string
  try {
    text = readFileSync(resolve(cwd, name), 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    return [
      `${name}:1: ${say('scenario.file_unread', { why: error instanceof Error ? error.message : String(error) })}`,
    ]
  }
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const [first] = errors
  if (first || !tree)
    return [
      `${name}:${lineAt(first?.offset ?? 0)}: ${say('scenario.map_not_json', { why: printParseErrorCode(first?.error ?? 4) })}`,
    ]
  const lineOf = (pointer: string) => {
    const path = pointer
      .split('/')
      .slice(1)
      .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    return lineAt(findNodeAtLocation(tree, path)?.offset ?? 0)
  }
  const map: unknown = JSON.parse(text)
  if (!validate(map)) {
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const extra = typeof params.additionalProperty === 'string' ? ` ("${params.additionalProperty}")` : ''
      return `${name}:${lineOf(instancePath)}: ${message ?? say('scenario.map_shape')}${extra}`
    })
  }
  const faults = migrationFaults(map)
  return faults.length > 0 ? faults.map(({ pointer, message }) => `${name}:${lineOf(pointer)}: ${message}`) : map
}

function migrateText({ isWritten, scenarios, changed, problems }: ScenarioMigrateReport): string {
  return [
    ...problems.map(({ file, line, kind, message }) => `${file}:${line}: ${kind}: ${message}`),
    ...changed.map(({ file, lines }) =>
      say(isWritten ? 'scenario.migrate_changed' : 'scenario.migrate_would', { file, lines: lines.join(', ') }),
    ),
    say(isWritten ? 'scenario.migrate_sum' : 'scenario.migrate_would_sum', { changed: changed.length, all: scenarios }),
    '',
  ].join('\n')
}

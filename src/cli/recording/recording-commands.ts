import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { RecordingScenarioOutput } from '#schemas'
import { createRecordingStore } from '#server/analytics/recording/recording-store.ts'
import { visitScenarios } from '#stage/commands/recorded-visit.ts'
import { say } from '../command-text.ts'
import { DatabaseCommandFailure, databaseCommand } from '../database-command.ts'
import { recordedRuns } from './recorded-runs.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** `livery recording scenario`: writes the machines of a recorded visit as scenarios, one a run that did more than begin (REC-11).
 *  Exit 0; 2 when there is no such recording. */
const scenarioCommand = databaseCommand({
  command: ['recording', 'scenario'],
  options: { brand: 'text', id: 'text', out: 'text?' },
  work: async ({ database, cwd }, { brand, id, out = `recording-${id.slice(0, 8)}` }) => {
    const found = UUID.test(id) ? await createRecordingStore(database.db).find(brand, id) : null
    if (!found) throw new DatabaseCommandFailure('recording_unknown', say('recording.unknown', { id }), '--id')
    const made = visitScenarios(recordedRuns(found.chains))
    if (made.length > 0) mkdirSync(resolve(cwd, out), { recursive: true })
    const files = made.map(({ text, ...facts }, at) => {
      const file = join(out, `${facts.machine.replace('/', '-')}-${at + 1}.scn.json`)
      writeFileSync(resolve(cwd, file), text)
      return { file, ...facts }
    })
    const lines = files.map((one) => say('recording.scenario_line', one))
    return {
      output: { brand, recording: id, files } satisfies RecordingScenarioOutput,
      text: lines.length > 0 ? lines.join('\n') : say('recording.scenario_none'),
    }
  },
})

/** The verbs of `livery recording`. */
export const recordingCommands = { scenario: scenarioCommand } as const

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { ScenarioCoverReport } from '#schemas'
import { coverScenarios } from '#stage/commands/reports/scenario-cover.ts'
import { runScenarios } from '#stage/commands/scenario-run.ts'
import { ScenarioCoverage } from '#stage/coverage/scenario-coverage.ts'
import { playScenario } from '#stage/player/scenario-player.ts'
import { committedScenario, root, scenarioTexts } from './committed-scenarios.ts'
import { replay } from './replay.ts'

const files = new Map([...scenarioTexts.keys()].map((file) => [file, join(root, file)]))
const report = coverScenarios(files, { isWhole: true, withEnough: true })

/** How much of a core something takes, in ms. */
function cpuMs(work: () => unknown): number {
  const startedAt = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(startedAt)
  return (user + system) / 1e3
}

describe('QA-7: the committed scenarios together', () => {
  test.each(report.machines.map((machine) => [machine.machine, machine] as const))(
    'cover all of %s that can be covered',
    (_name, { missing, faults, counts }) => {
      expect(missing.map(({ kind, item }) => `${kind}: ${item}`)).toEqual([])
      expect(faults).toEqual([])
      expect(counts.states.all).toBeGreaterThan(0)
    },
  )

  test('are held against every machine, and none of them is left out of the count', () => {
    expect(report.machines.map(({ machine }) => machine)).toEqual(Object.keys(scenarioMachines).sort())
    expect(report.uncounted).toEqual([])
  })

  test('a missing one would be found', () => {
    const fewer = [...files].filter(
      ([file]) => file.includes('/sign-in/') && !scenarioTexts.get(file)?.includes('"notActivated"'),
    )
    const [machine] = coverScenarios(new Map(fewer), { isWhole: false }).machines
    expect(machine?.missing.filter(({ kind }) => kind === 'states').map(({ item }) => item)).toEqual(['notActivated'])
  })

  test('those that are enough cover as much as all', { timeout: 60_000 }, () => {
    const enough = new Map((report.enough?.scenarios ?? []).map((file) => [file, join(root, file)]))
    expect(enough.size).toBeLessThan(files.size)
    const covered = ({ machines }: ScenarioCoverReport) =>
      machines.map(({ machine, counts, requirements }) => [
        machine,
        Object.values(counts).map((count) => count.covered),
        requirements,
      ])
    expect(covered(coverScenarios(enough, { isWhole: true }))).toEqual(covered(report))
  })

  test('take less than three times as long to be held against the machines as to be played', {
    timeout: 60_000,
  }, () => {
    const playing = cpuMs(() => runScenarios(files))
    expect(cpuMs(() => coverScenarios(files, { isWhole: true })) / playing).toBeLessThan(3)
  })
})

test('QA-3: a machine whose guards are watched gives the same trace', () => {
  const coverage = new ScenarioCoverage(scenarioMachines)
  for (const file of scenarioTexts.keys()) {
    const scenario = committedScenario(file)
    const { contract, observer } = coverage.record(scenario, file)
    expect(playScenario(contract, scenario, observer).hash, file).toBe(replay(scenario).hash)
  }
})

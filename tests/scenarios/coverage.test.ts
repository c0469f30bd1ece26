import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { coverScenarios } from '#cli/scenario/scenario-cover.ts'
import { coverText } from '#cli/scenario/scenario-cover-text.ts'
import { ScenarioCoverage } from '#machines/scenario/scenario-coverage.ts'
import { playScenario } from '#machines/scenario/scenario-player.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { ScenarioCoverCount, ScenarioCoverMachine, ScenarioCoverReport } from '#schemas'
import { committedScenario, root, scenarioTexts } from './committed-scenarios.ts'
import { replay } from './replay.ts'

/** Parts of what there is that scenarios have to cover. Of ignored events none is asked for; they are told. */
const GOALS = { states: 1, transitions: 1, guards: 0.98, delays: 1, actors: 1, pairs: 0.9 } as const

type Goal = keyof typeof GOALS

const files = new Map([...scenarioTexts.keys()].map((file) => [file, join(root, file)]))
const startedAt = process.cpuUsage()
const report = coverScenarios(files, { isWhole: true, withEnough: true })
const used = process.cpuUsage(startedAt)

function isReached({ covered, all }: ScenarioCoverCount, goal: Goal): boolean {
  return covered >= all * GOALS[goal]
}

/** The goals of a machine that its scenarios miss. */
function missed({ counts }: ScenarioCoverMachine): Goal[] {
  return (Object.keys(GOALS) as Goal[]).filter((goal) => !isReached(counts[goal], goal))
}

describe('QA-7: the committed scenarios together', () => {
  test.each(report.machines.map((machine) => [machine.machine, machine] as const))(
    'cover %s as far as is asked for',
    (_name, machine) => {
      const { scenarios, counts } = machine
      const text = coverText({ scenarios, counts, machines: [machine], uncounted: [] })
      expect(missed(machine), text).toEqual([])
      expect(machine.faults).toEqual([])
      expect(machine.counts.states.all).toBeGreaterThan(0)
    },
  )

  test('are held against every machine, and none of them is left out of the count', () => {
    expect(report.machines.map(({ machine }) => machine)).toEqual(Object.keys(scenarioMachines).sort())
    expect(report.uncounted).toEqual([])
  })

  test('a missing one would be found', () => {
    const fewer = new Map([...files].filter(([file]) => !scenarioTexts.get(file)?.includes('"notActivated"')))
    expect(fewer.size).toBeLessThan(files.size)
    const machine = coverScenarios(fewer, { isWhole: true }).machines.find(
      ({ machine }) => machine === 'account/sign-in',
    )
    expect(machine?.missing.filter(({ kind }) => kind === 'states').map(({ item }) => item)).toEqual([
      'identifying.notActivated',
    ])
  })

  test('those that are enough cover as much as all', () => {
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

  test('are covered in less than 6 ms of one core each, the search for pairs included', () => {
    expect((used.user + used.system) / 1e3 / files.size).toBeLessThan(6)
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

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { coverScenarios, coverText } from '#cli/scenario/scenario-cover.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import { root, scenarioTexts } from './committed-scenarios.ts'

const files = new Map([...scenarioTexts.keys()].map((file) => [file, join(root, file)]))
const report = coverScenarios(files, true)

describe('the committed scenarios together', () => {
  test.each(report.machines.map((machine) => [machine.machine, machine] as const))(
    'pass through every state and every transition of %s',
    (_name, machine) => {
      const text = coverText({ ...report, machines: [machine], uncounted: [] })
      expect([machine.missingStates, machine.missingTransitions], text).toEqual([[], []])
      expect(machine.states.all).toBeGreaterThan(0)
    },
  )

  test('are held against every machine, and none of them is left out of the count', () => {
    expect(report.machines.map(({ machine }) => machine)).toEqual(Object.keys(scenarioMachines).sort())
    expect(report.uncounted).toEqual([])
  })

  test('a missing one would be found', () => {
    const fewer = new Map([...files].filter(([file]) => !file.endsWith('sign-in/not-activated.scn.json')))
    expect(fewer.size).toBe(files.size - 1)
    const machine = coverScenarios(fewer, true).machines.find(({ machine }) => machine === 'account/sign-in')
    expect(machine?.missingStates.map(({ state }) => state)).toEqual(['identifying.notActivated'])
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import { readScenarioText } from '#stage/commands/scenario-file.ts'
import { coverageItems, transitionKey } from '#stage/coverage/coverage-items.ts'
import { walkMachine } from '#stage/explore/random-walk.ts'
import { statePaths } from '#stage/player/machine-nodes.ts'
import { fillSecrets } from '#stage/recorder/secret-values.ts'
import { scenarioTexts } from './committed-scenarios.ts'

type Input = Readonly<Record<string, unknown>>

/** What the committed scenarios of a machine start with, each once: machine → inputs. */
const inputsOf = new Map<string, ReadonlyMap<string, Input>>()
for (const text of scenarioTexts.values()) {
  const { scenario } = readScenarioText(text)
  if (!scenario) continue
  const input = fillSecrets(scenario.input ?? {}, 0) as Input
  inputsOf.set(scenario.machine, new Map([...(inputsOf.get(scenario.machine) ?? []), [JSON.stringify(input), input]]))
}

const choices = fc.array(fc.record({ pick: fc.nat(1000), advanceMs: fc.integer({ min: 0, max: 4000 }) }), {
  minLength: 1,
  maxLength: 60,
})

describe.each(Object.entries(scenarioMachines))(
  '%s, started in every way that a scenario starts it',
  (name, contract) => {
    const inputs = fc.constantFrom(...(inputsOf.get(name)?.values() ?? []))

    test('QA-14: throws nothing, and its invariants hold whatever happens in whatever order', () => {
      fc.assert(
        fc.property(inputs, choices, (input, walk) => {
          expect(walkMachine({ contract, input, choices: walk })).toBeUndefined()
        }),
        { numRuns: 400, seed: 7 },
      )
    })

    test('goes only by transitions of its definition, and ends in states of its definition', () => {
      const items = coverageItems(contract.machine)
      const known = new Set([...items.states.keys(), ...items.transitions.keys()])
      fc.assert(
        fc.property(inputs, choices, (input, walk) => {
          const passed = new Set<string>()
          walkMachine({
            contract,
            input,
            choices: walk,
            onMicrostep: ({ value, transitions }) => {
              for (const item of [...statePaths(value), ...transitions.map(transitionKey)]) passed.add(item)
            },
          })
          expect([...passed].filter((item) => !known.has(item))).toEqual([])
          expect(passed.size).toBeGreaterThan(0)
        }),
        { numRuns: 60, seed: 11 },
      )
    })
  },
)

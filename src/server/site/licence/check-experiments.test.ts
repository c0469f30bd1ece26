import { expect, test } from 'vitest'
import { baseSection } from '../base-section.ts'
import { sectionPath } from '../brands/brand-level.ts'
import { loadBrandSchemas } from '../brands/brand-schemas.ts'
import { checkExperiments } from './check-experiments.ts'

const schemas = await loadBrandSchemas()
/** A section of the engine as a level has it. */
const section = (name: 'boolean' | 'betting' | 'responsible') => {
  const { $schema: _editors, ...values } = { ...baseSection(name) } as Readonly<Record<string, unknown>>
  return values
}
const EXPERIMENT = {
  ...{ title: 'Video', isRunning: true, layer: 'page', fromPercent: 0, toPercent: 50, goal: 1000 },
  variants: {
    control: { weight: 1, changes: {} },
    without: { weight: 1, changes: { 'boolean/isVideoShown': 'false' } },
  },
}
const changing = (changes: object) => ({
  ...EXPERIMENT,
  variants: { ...EXPERIMENT.variants, without: { weight: 1, changes } },
})
const problems = (running: object) =>
  checkExperiments(
    {
      documents: new Map<string, object>([
        [sectionPath('experiments'), { value: { running } }],
        [sectionPath('boolean'), { value: section('boolean') }],
        [sectionPath('betting'), { value: section('betting') }],
        [sectionPath('responsible'), { value: section('responsible') }],
      ]),
      layer: { id: 'pier', files: new Map() },
      parent: null,
    } as never,
    schemas,
  )

test('an experiment that changes a value which a page shows is let be', () => {
  expect(problems({ video: EXPERIMENT })).toEqual([])
  expect(problems({ video: EXPERIMENT, other: { ...EXPERIMENT, fromPercent: 50, toPercent: 100 } })).toEqual([])
  expect(problems({ video: EXPERIMENT, other: { ...EXPERIMENT, layer: 'coupon' } })).toEqual([])
  expect(problems({ video: EXPERIMENT, other: { ...EXPERIMENT, isRunning: false } })).toEqual([])
})

test.each([
  ['responsible/limits', 'No experiment may touch "responsible/limits"'],
  ['licence/pack', 'No experiment may touch'],
  ['boolean/isAuthAllowed', 'No experiment may touch'],
  ['boolean/isNowhere', 'The configuration has no "boolean/isNowhere"'],
  ['nowhere/isVideoShown', 'The configuration has no "nowhere/isVideoShown"'],
])('ANA-32: an experiment may not change %s', (key, message) => {
  const [problem] = problems({ video: changing({ [key]: 'true' }) })
  expect(problem?.message).toContain(message)
  expect(problem?.path).toContain('video')
})

test('a value that the key may not have, an unknown goal, no visitors, no control and shared visitors are faults', () => {
  const messages = (running: object) => problems(running).map(({ message }) => message)
  expect(messages({ video: changing({ 'boolean/isVideoShown': 'sometimes' }) })[0]).toContain(
    'config/boolean.json is wrong',
  )
  expect(messages({ video: { ...EXPERIMENT, goal: 4 } })[0]).toContain('There is no event 4')
  expect(messages({ video: { ...EXPERIMENT, fromPercent: 50 } })[0]).toContain('takes no visitor')
  expect(
    messages({
      video: { ...EXPERIMENT, variants: { one: { weight: 1, changes: {} }, two: { weight: 1, changes: {} } } },
    })[0],
  ).toContain('which is missing')
  expect(messages({ video: EXPERIMENT, other: EXPERIMENT })[0]).toContain('share visitors of the layer "page"')
})

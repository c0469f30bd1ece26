import { EVENT_TABLE } from '#machines/site/events/event-table.ts'
import { changedValue, isOpenKey, keyOf } from '#machines/site/experiments/experiments.rules.ts'
import { pointerStep } from '#machines/site/merge-patch.rules.ts'
import type { BrandProblem, ExperimentEntry, ExperimentsConfig } from '#schemas'
import { type BrandLevel, locateFault, sectionPath } from '../brands/brand-level.ts'
import { type BrandSchemas, sectionSchema } from '../brands/brand-schemas.ts'
import { quoted } from '../faults/problem-words.ts'
import { hasValue, withValue } from '../variant-site.ts'

const PATH = sectionPath('experiments')
const CONTROL = 'control'

type Report = (pointer: string, found: string, expected: string, message: string) => void

/** Experiments that touch what none may, change what there is not, share visitors, or aim at nothing (ANA-32). */
export function checkExperiments(level: BrandLevel, schemas: BrandSchemas): readonly BrandProblem[] {
  const config = level.documents.get(PATH)?.value as ExperimentsConfig | undefined
  const faults: BrandProblem[] = []
  const report: Report = (pointer, found, expected, message) =>
    faults.push(...locateFault(level, PATH, { pointer, found, expected, suggestion: null, message }))
  const running = Object.entries(config?.running ?? {})
  for (const [id, experiment] of running) {
    const pointer = `/running/${pointerStep(id)}`
    checkTerms(experiment, pointer, report)
    for (const [name, { changes }] of Object.entries(experiment.variants))
      for (const [key, text] of Object.entries(changes)) {
        const fault = changeFault(level, schemas, { key, text, isControl: name === CONTROL })
        const place = `${pointer}/variants/${pointerStep(name)}/changes/${pointerStep(key)}`
        if (fault) report(place, ...fault)
      }
  }
  checkLayers(running, report)
  return faults
}

function checkTerms(
  { goal, fromPercent, toPercent, variants }: ExperimentEntry,
  pointer: string,
  report: Report,
): void {
  if (!EVENT_TABLE.some(({ number }) => number === goal))
    report(
      `${pointer}/goal`,
      String(goal),
      'the number of an event',
      `There is no event ${goal}. The studio lists the events with their numbers, such as 1000 for a registration.`,
    )
  if (fromPercent >= toPercent)
    report(
      `${pointer}/toPercent`,
      String(toPercent),
      `more than ${fromPercent}`,
      `The experiment takes no visitor: its part begins at ${fromPercent} % and ends at ${toPercent} %.`,
    )
  if (!Object.hasOwn(variants, CONTROL))
    report(
      `${pointer}/variants`,
      Object.keys(variants).join(', '),
      `a variant ${quoted(CONTROL)}`,
      `The variants are held against the one named ${quoted(CONTROL)}, which is missing. Add it without changes.`,
    )
}

interface Change {
  readonly key: string
  readonly text: string
  readonly isControl: boolean
}

type Fault = readonly [found: string, expected: string, message: string]

/** What is wrong with a change; null when nothing is. */
function changeFault(level: BrandLevel, schemas: BrandSchemas, { key, text, isControl }: Change): Fault | null {
  const { section, way } = keyOf(key)
  if (isControl) return [key, 'no change', `The variant ${quoted(CONTROL)} is the site as it is: take the change away.`]
  if (!isOpenKey(key))
    return [
      key,
      'a key that does not protect players',
      `No experiment may touch ${quoted(key)}: limits, exclusion, licences, legal texts, payments and the sign-in are the same for everybody. Take the change away.`,
    ]
  const document = level.documents.get(sectionPath(section))?.value
  if (!schemas.sections.includes(section) || !hasValue(document, way))
    return [
      key,
      'a key of the configuration',
      `The configuration has no ${quoted(key)}. Write the section and the way to a key that it has, such as "boolean/isVideoShown".`,
    ]
  const { checkWhole } = schemas.get(sectionSchema(section))
  const changed = structuredClone(withValue(document as Readonly<Record<string, unknown>>, way, changedValue(text)))
  if (checkWhole(changed)) return null
  const why = checkWhole.errors?.[0]?.message ?? 'it breaks its schema'
  return [
    text,
    'a value that the key may have',
    `With ${quoted(text)} at ${quoted(key)}, config/${section}.json is wrong: ${why}.`,
  ]
}

/** Nobody is in two experiments of a layer. */
function checkLayers(running: readonly (readonly [string, ExperimentEntry])[], report: Report): void {
  for (const [at, [id, one]] of running.entries()) {
    const other = running
      .slice(0, at)
      .find(
        ([, two]) =>
          one.isRunning &&
          two.isRunning &&
          two.layer === one.layer &&
          one.fromPercent < two.toPercent &&
          two.fromPercent < one.toPercent,
      )
    if (other)
      report(
        `/running/${pointerStep(id)}/fromPercent`,
        `${one.fromPercent} to ${one.toPercent} %`,
        `visitors that ${quoted(other[0])} does not take`,
        `The experiments ${quoted(id)} and ${quoted(other[0])} share visitors of the layer ${quoted(one.layer)}. Give them parts that do not overlap, or another layer.`,
      )
  }
}

import type { Requirement, ViewerData } from '../charts/viewer-data.ts'
import type { Passes } from './passes.ts'

/** What came of a scenario or test that a requirement rests on. */
export type Verdict = 'unknown' | 'passed' | 'failed' | 'skipped'

/** A scenario or a test that names a requirement. */
export interface Proof {
  /** Id of the scenario's item; absent for a test. */
  readonly item?: string
  readonly title: string
  readonly file: string
  /** Of a test, whose verdict is given; that of a scenario is found in the page. */
  readonly verdict?: Verdict
}

/** A requirement with everything that names it, scenarios before tests. */
export interface Proved {
  readonly requirement: Requirement
  readonly proofs: readonly Proof[]
}

/** How a requirement stands: all that names it passed, something fails, something is still played, or nothing has passed. */
export type Standing = 'holds' | 'fails' | 'unknown' | 'none'

/** What the page of requirements shows. */
export type ProofFilter = 'all' | 'scenarios' | 'tests' | 'none' | 'fails'

/** Every requirement with its proofs, in the order of the list. */
export function provedOf({ requirements, files, tests = [] }: ViewerData): readonly Proved[] {
  const proofs = new Map<string, Proof[]>()
  const add = (ids: readonly string[], proof: Proof) => {
    for (const id of new Set(ids)) proofs.set(id, [...(proofs.get(id) ?? []), proof])
  }
  for (const { file, scenario } of files) {
    if (scenario) add(scenario.req, { item: file, title: scenario.title ?? file, file })
  }
  for (const { file, title, req, status } of tests) add(req, { title, file, verdict: status })
  return requirements.map((requirement) => ({ requirement, proofs: proofs.get(requirement.id) ?? [] }))
}

/** What came of a proof. A scenario that cannot be played has failed. */
export function verdictOf({ item, verdict }: Proof, passes: Passes): Verdict {
  if (item === undefined) return verdict ?? 'unknown'
  const status = passes.get(item)?.status
  return status === undefined ? 'unknown' : status === 'passed' ? 'passed' : 'failed'
}

/** How a requirement stands by the verdicts of its proofs. */
export function standingOf(verdicts: readonly Verdict[]): Standing {
  if (verdicts.includes('failed')) return 'fails'
  if (verdicts.includes('unknown')) return 'unknown'
  return verdicts.includes('passed') ? 'holds' : 'none'
}

/** Whether a filter shows a requirement. `scenarios` and `tests` ask what names it, `tests` that no scenario does. */
export function isShown({ proofs }: Proved, standing: Standing, filter: ProofFilter): boolean {
  const hasScenario = proofs.some(({ item }) => item !== undefined)
  switch (filter) {
    case 'all':
      return true
    case 'scenarios':
      return hasScenario
    case 'tests':
      return !hasScenario && proofs.length > 0
    case 'none':
    case 'fails':
      return standing === filter
  }
}

/** Whether every word occurs in the requirement, its area, or the titles and files of what names it. */
export function isAskedFor({ requirement: { id, area, text }, proofs }: Proved, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const whole = [id, area, text, ...proofs.flatMap(({ title, file }) => [title, file])].join(' ').toLowerCase()
  return words.every((word) => whole.includes(word))
}

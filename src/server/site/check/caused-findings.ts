import type { BrandProblem } from '#schemas'
import { type BrandLevel, levelsOf } from '../brands/brand-level.ts'
import { problemOf } from './check-layer.ts'

/** What the checks of a merged brand say of one of its levels, taken for itself. */
export type LevelCheck = (level: BrandLevel) => readonly BrandProblem[]

/** Findings of a brand, each reported where it was caused: one in the file of a parent that is right by itself comes
 *  from the brand below that parent, and one that the parent has too is reported as the parent's own. */
export function causedFindings(level: BrandLevel, check: LevelCheck): readonly BrandProblem[] {
  return check(level).map((finding) => {
    const levels = levelsOf(level)
    const owner = levels.findIndex(({ layer }) => layer.id === finding.brand)
    if (owner < 0 || owner === levels.length - 1) return finding
    for (const above of levels.slice(owner, -1)) {
      const same = check(above).find((other) => isSame(other, finding))
      if (same) return above === levels[owner] ? same : toldAt(above, same)
    }
    return toldAt(level, finding)
  })
}

function isSame(one: BrandProblem, other: BrandProblem): boolean {
  return one.level === other.level && one.file === other.file && one.path === other.path && one.found === other.found
}

/** Reported at the brand's own file of the same document, else at its manifest. */
function toldAt({ layer }: BrandLevel, finding: BrandProblem): BrandProblem {
  const path = finding.file.slice(finding.brand.length + 1)
  const entry = layer.files.get(path)?.entry ?? { path: 'brand.json' }
  const message = `${finding.message} The value is inherited (${finding.file}:${finding.line}); what ${layer.id} changes makes it wrong.`
  const { level, found, expected, suggestion } = finding
  return problemOf({ brand: layer.id, entry }, { level, pointer: '', found, expected, suggestion, message }, START)
}

const START = { line: 1, column: 1 }

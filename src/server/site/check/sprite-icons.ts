import type { BrandProblem, ModulesConfig } from '#schemas'
import type { LayerFile } from '../brands/brand-layer.ts'
import { type BrandLevel, levelsOf, sectionPath } from '../brands/brand-level.ts'
import { listed } from '../faults/problem-words.ts'
import { problemOf } from './check-layer.ts'

/** The icons that a brand's pages can draw; null when the file of its icons is missing, which is reported elsewhere. */
export function iconsOf(level: BrandLevel): readonly string[] | null {
  return spriteOf(level)?.file.symbols ?? null
}

interface Sprite {
  readonly brand: string
  readonly file: LayerFile
}

function spriteOf(level: BrandLevel): Sprite | null {
  const modules = level.documents.get(sectionPath('modules'))?.value as ModulesConfig | undefined
  const path = `assets/${modules?.resources.icons?.main ?? 'icons.svg'}`
  for (const { layer } of levelsOf(level).toReversed()) {
    const file = layer.files.get(path)
    if (file) return { brand: layer.id, file }
  }
  return null
}

/** Icons that the engine draws and a brand's own file of icons lacks: buttons would be empty. */
export function checkSprite(level: BrandLevel): readonly BrandProblem[] {
  const [root] = levelsOf(level)
  const sprite = spriteOf(level)
  const own = root && spriteOf(root)
  if (!sprite || !own || sprite.file === own.file) return []
  const missing = (own.file.symbols ?? []).filter((id) => !sprite.file.symbols?.includes(id))
  if (missing.length === 0) return []
  const names = listed(missing, 200)
  const message = `The icons of the brand lack ${missing.length} that the engine draws, whose places stay empty: ${names}. Add a <symbol> with each id.`
  const fault = {
    pointer: '',
    found: `${missing.length} icons missing`,
    expected: `the icons ${names}`,
    suggestion: null,
    message,
  }
  return [problemOf({ brand: sprite.brand, entry: sprite.file.entry }, { ...fault, level: 'warning' }, START)]
}

const START = { line: 1, column: 1 }

import {
  isJsonObject,
  type JsonValue,
  mergeLayers,
  type PatchLayer,
  pointerStep,
  valueAt,
} from '#machines/site/merge-patch.rules.ts'
import type { BrandShownValue } from '#schemas'
import { type BrandLayer, patchOf, placeIn } from './brand-layer.ts'
import { type BrandLevel, levelsOf } from './brand-level.ts'
import type { BrandSchemas } from './brand-schemas.ts'

/** Every resolved value of a brand: scalars, whole arrays and empty objects. */
export function shownValues(level: BrandLevel, schemas: BrandSchemas): readonly BrandShownValue[] {
  return [...level.documents].flatMap(([path, { schema, value }]) => {
    const layers = levelsOf(level).flatMap(({ layer }): PatchLayer<BrandLayer>[] => {
      const patch = patchOf(layer, path)
      return patch ? [{ source: layer, value: patch }] : []
    })
    const { provenance } = mergeLayers(layers)
    return leavesOf(value).map(({ pointer, leaf }) => {
      const source = provenance.get(pointer)
      const shown = { path: shownPath(path) + pointer, value: leaf as BrandShownValue['value'] }
      if (!source || valueAt(patchOf(source, path), pointer) === undefined)
        return { ...shown, file: `schemas/${schemas.get(schema).name}.schema.json`, line: 1 }
      return { ...shown, file: `${source.id}/${path}`, line: placeIn(source, path, pointer).line }
    })
  })
}

/** `config/betting.json` → `/betting`, `theme.tokens.json` → `/theme`, `registration/fields.json` → `/registration-forms/fields`. */
function shownPath(path: string): string {
  const [folder = '', name = ''] = path.replace(/\.json$/, '').split('/')
  if (folder === 'config') return `/${name}`
  return folder === 'registration' ? `/registration-forms/${name}` : '/theme'
}

/** The leaves of a JSON value by pointer: scalars, whole arrays and empty objects. */
export function leavesOf(
  value: JsonValue,
  pointer = '',
): readonly { readonly pointer: string; readonly leaf: JsonValue }[] {
  if (!isJsonObject(value) || Object.keys(value).length === 0) return [{ pointer, leaf: value }]
  return Object.entries(value).flatMap(([key, child]) => leavesOf(child, `${pointer}/${pointerStep(key)}`))
}

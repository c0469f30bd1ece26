import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PLURAL = /_(?:zero|one|two|few|many|other)$/

/** The keys of the engine's texts as a TypeScript type, from the English dictionaries of `_base`: a text with plural forms is
 *  named by the key without its form.
 *  @param root folder of the repository */
export function textKeysCode(root: string): string {
  const folder = join(root, 'brands/_base/locales/en')
  const keys = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => Object.keys(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>))
    .filter((key) => key !== '$schema')
  const all = new Set(keys)
  const named = keys.flatMap((key) => {
    const base = key.replace(PLURAL, '')
    return base !== key && all.has(`${base}_other`) && all.has(`${base}_one`) ? [base] : [key]
  })
  const lines = [...new Set(named)].sort().map((key) => `  | '${key}'`)
  return `/** A key of the engine's dictionaries. */\nexport type TextKey =\n${lines.join('\n')}\n`
}

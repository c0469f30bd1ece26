import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const SCHEMAS = fileURLToPath(new URL('../../../../schemas', import.meta.url))

/** What `$schema` of a file of a brand says, so that editors know it: the relative path of a schema.
 *  @param folder of the brand  @param path inside the folder  @param schema below `schemas/` */
export function schemaReference(folder: string, path: string, schema: string): string {
  return relative(join(folder, dirname(path)), join(SCHEMAS, schema))
    .split(sep)
    .join('/')
}

import { mapSchema, resolveReference, type SchemaFiles, type SchemaNode } from '../generate/schema-source.ts'

/** A schema with all that it refers to in one document, for libraries that follow references inside it alone.
 *  @param file below `schemas/`, such as `site/site-config.schema.json`
 *  @throws Error for a reference to a part of a file, or to a file that is not there */
export function bundledSchema(files: SchemaFiles, file: string): SchemaNode {
  const definitions: Record<string, SchemaNode> = {}
  const inline = (name: string): SchemaNode => {
    const node = files.get(name)
    if (!node) throw new Error(`no schema ${name}`)
    return mapSchema(node, (part) => {
      if (typeof part.$ref !== 'string') return part
      const { file: target, pointer } = resolveReference(name, part.$ref)
      if (pointer) throw new Error(`${name} refers to a part of ${target}`)
      const key = target.replaceAll('/', '.')
      if (!Object.hasOwn(definitions, key)) {
        definitions[key] = {}
        definitions[key] = withoutAddress(inline(target))
      }
      return { $ref: `#/$defs/${key}` }
    })
  }
  const root = inline(file)
  return { ...root, $defs: definitions }
}

function withoutAddress({ $id: _id, $schema: _schema, ...node }: SchemaNode): SchemaNode {
  return node
}

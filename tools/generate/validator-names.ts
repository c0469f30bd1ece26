import type { SchemaFiles, SchemaNode } from './schema-source.ts'

/** What the validator of a schema is called: `isGame` for the title `Game`. */
export function validatorName(node: SchemaNode | undefined): string {
  return `is${node?.title as string}`
}

/** The lines by which a module in `schemas/generated` imports the validators of these files. */
export function validatorImports(files: SchemaFiles, names: readonly string[]): string[] {
  const nouns = [...new Set(names.map((file) => file.split('/')[0] as string))]
  return nouns.map((noun) => {
    const own = names.filter((file) => file.startsWith(`${noun}/`)).map((file) => validatorName(files.get(file)))
    return `import { ${own.sort().join(', ')} } from './validators/${noun}.js'`
  })
}

import {
  type Comment,
  type CommentDisplayPart,
  type DeclarationReflection,
  ReflectionKind,
  type SignatureReflection,
} from 'typedoc'

/** An exported function with the file that exports it. */
export interface ApiFunction {
  /** From the root: `machines/money/amount.rules.ts`. */
  readonly file: string
  readonly reflection: DeclarationReflection
}

/** The page of one noun: its exported functions by file, each with its signature and its docstring. */
export function apiPage(noun: string, functions: readonly ApiFunction[]): string {
  const files = [...Map.groupBy(functions, ({ file }) => file)].sort(([one], [other]) => one.localeCompare(other))
  const head = `# API: ${noun}\n\nThe exported functions, generated from their docstrings (\`npm run generate\`). Types are in \`#schemas\` or next to the function.\n`
  return [head, ...files.map(([file, own]) => filePart(file, own))].join('\n')
}

/** All exported functions of converted modules, by the order of their names. */
export function functionsOf(modules: readonly DeclarationReflection[]): readonly ApiFunction[] {
  return modules.flatMap((module) =>
    (module.getChildrenByKind(ReflectionKind.Function) ?? [])
      .sort((one, other) => one.name.localeCompare(other.name))
      .map((reflection) => ({ file: module.name.replace(/(?:\.ts)?$/, '.ts'), reflection })),
  )
}

function filePart(file: string, functions: readonly ApiFunction[]): string {
  const parts = functions.flatMap(({ reflection }) => (reflection.signatures ?? []).map(signaturePart))
  return `## ${file}\n\n${parts.join('\n')}`
}

function signaturePart(signature: SignatureReflection): string {
  const parameters = (signature.parameters ?? []).map(({ name, type, flags }) => {
    const mark = flags.isOptional ? '?' : ''
    return `${flags.isRest ? '...' : ''}${name === '__namedParameters' ? 'options' : name}${mark}: ${type ?? 'unknown'}`
  })
  const code = `${signature.name}(${parameters.join(', ')}): ${signature.type ?? 'void'}`
  const notes = (signature.parameters ?? []).flatMap(({ name, comment }) => {
    const text = comment ? textOf(comment.summary) : ''
    return text ? [`- \`${name}\`: ${text}`] : []
  })
  const title = `### ${signature.name}`
  return `${[title, `\`\`\`ts\n${code}\n\`\`\``, ...docOf(signature.comment), ...notes].join('\n\n')}\n`
}

function docOf(comment: Comment | undefined): readonly string[] {
  if (!comment) return []
  const tags = comment.blockTags.map(({ tag, content }) => `**${tag.slice(1)}** ${textOf(content)}`)
  return [textOf(comment.summary), ...tags].filter((text) => text !== '')
}

function textOf(parts: readonly CommentDisplayPart[]): string {
  return parts
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim()
}

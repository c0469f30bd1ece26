import { fromMarkdown } from 'mdast-util-from-markdown'
import { parseSync, Visitor } from 'oxc-parser'

/** A stretch of text that people read. Code quoted in it is blank; its length is that of the source. */
export interface Prose {
  readonly start: number
  readonly text: string
}

/** The prose of a file, by the ending of its name: comments and literals of several words in TypeScript, all but code in Markdown, the
 *  texts of a dictionary, titles and descriptions in any other JSON. */
export function proseOf(file: string, source: string): readonly Prose[] {
  if (/\.tsx?$/.test(file)) return codeProse(file, source)
  if (file.endsWith('.md')) return markdownProse(source)
  return jsonProse(source, file.includes('/locales/') ? /./ : /^(?:title|description)$/)
}

function codeProse(file: string, source: string): readonly Prose[] {
  const { program, comments } = parseSync(file, source)
  const found: Prose[] = comments.map(({ start, end }) => ({ start, text: withoutMarks(source.slice(start, end)) }))
  const add = ({ start, end }: { readonly start: number; readonly end: number }) => {
    const text = source.slice(start, end)
    if (/[a-z]\S* \S/i.test(text)) found.push({ start, text: withoutMarks(text) })
  }
  new Visitor({
    Literal: (node) => (typeof node.value === 'string' ? add(node) : undefined),
    TemplateElement: add,
    JSXText: add,
  }).visit(program)
  return found
}

/** Blanks the stars of a comment and code in backticks. */
function withoutMarks(text: string): string {
  return text.replaceAll(/\n\s*\*+(?!\/)|`[^`\n]*`/g, (mark) => mark.replaceAll(/[^\n]/g, ' '))
}

interface MarkdownNode {
  readonly type: string
  readonly value?: string
  readonly children?: readonly MarkdownNode[]
  readonly position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } }
}

function markdownProse(source: string): readonly Prose[] {
  const found: Prose[] = []
  const visit = (node: MarkdownNode) => {
    const { start, end } = node.position ?? {}
    if (node.type === 'text') found.push({ start: start?.offset ?? 0, text: source.slice(start?.offset, end?.offset) })
    for (const child of node.children ?? []) visit(child)
  }
  visit(fromMarkdown(source) as MarkdownNode)
  return found
}

function jsonProse(source: string, keys: RegExp): readonly Prose[] {
  return [...source.matchAll(/"((?:[^"\\]|\\.)*)"\s*:\s*"((?:[^"\\]|\\.)*)"/g)]
    .filter(([, key]) => keys.test(key as string))
    .map((match) => ({
      start: match.index + match[0].length - (match[2] as string).length - 1,
      text: match[2] as string,
    }))
}

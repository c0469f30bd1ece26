import { stringify } from 'yaml'

/** What names stand for: `.Values`, `.Release`, `.Chart`, and variables of a range by their names with the dollar. */
export type Scope = Readonly<Record<string, unknown>>

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly of: string }
  | { readonly kind: 'if' | 'range'; readonly of: string; readonly body: Node[]; readonly otherwise: Node[] }

/** Renders a template of a Helm chart, of which it knows what our own chart uses; the words are those of Go's text/template and Sprig.
 *  @throws Error that names anything else, and each value that is not there */
export function renderTemplate(text: string, scope: Scope): string {
  const parts = text.split(/(\{\{-?\s.*?\s-?\}\}|\{\{-?\s?end\s?-?\}\})/)
  // A dash eats the white space on its side.
  const trimmed = parts.map((part, at) => {
    if (at % 2 === 1) return part
    const before = parts[at - 1]?.endsWith('-}}') ? part.trimStart() : part
    return parts[at + 1]?.startsWith('{{-') ? before.trimEnd() : before
  })
  const { nodes, end } = nodesFrom(trimmed, 0)
  if (end < trimmed.length) throw new Error('there is an end without a beginning')
  return written(nodes, scope)
}

function nodesFrom(parts: readonly string[], from: number): { nodes: Node[]; end: number; word?: string } {
  const nodes: Node[] = []
  let at = from
  while (at < parts.length) {
    const part = parts[at] ?? ''
    at += 1
    if (!part.startsWith('{{')) {
      nodes.push({ kind: 'text', text: part })
      continue
    }
    const inner = part.replace(/^\{\{-?\s*/, '').replace(/\s*-?\}\}$/, '')
    const [word = '', ...rest] = inner.split(' ')
    if (word === 'end' || word === 'else') return { nodes, end: at, word }
    if (word !== 'if' && word !== 'range') {
      nodes.push({ kind: 'value', of: inner })
      continue
    }
    const body = nodesFrom(parts, at)
    const other = body.word === 'else' ? nodesFrom(parts, body.end) : undefined
    if ((other ?? body).word !== 'end') throw new Error(`"${inner}" has no end`)
    nodes.push({ kind: word, of: rest.join(' '), body: body.nodes, otherwise: other?.nodes ?? [] })
    at = (other ?? body).end
  }
  return { nodes, end: at }
}

function written(nodes: readonly Node[], scope: Scope): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.text
      if (node.kind === 'value') return String(evaluated(node.of, scope))
      if (node.kind === 'if') return written(isTrue(evaluated(node.of, scope)) ? node.body : node.otherwise, scope)
      const [, names = '', list = ''] = /^(.*?) := (.*)$/.exec(node.of) ?? []
      const [first = '', second] = names.split(',').map((name) => name.trim())
      return Object.entries(evaluated(list, scope) as object)
        .map(([key, item]) =>
          written(node.body, { ...scope, ...(second ? { [first]: key, [second]: item } : { [first]: item }) }),
        )
        .join('')
    })
    .join('')
}

/** As Go has it: nothing, zero and what is empty is false. */
function isTrue(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value)
}

function evaluated(pipeline: string, scope: Scope): unknown {
  const [first = '', ...pipes] = pipeline.split('|').map((part) => part.trim())
  return pipes.reduce<unknown>((value, pipe) => called(`${pipe} `, value, scope), called(first, undefined, scope))
}

function called(term: string, piped: unknown, scope: Scope): unknown {
  const [name = '', ...given] = term.match(/\([^)]*\)|"[^"]*"|\S+/g) ?? []
  const argument = (at: number): unknown => {
    const text = given[at]
    return text === undefined ? piped : textOrValue(text, scope)
  }
  switch (name) {
    case 'quote':
      return JSON.stringify(String(argument(0)))
    case 'toYaml':
      return stringify(argument(0)).trimEnd()
    case 'nindent':
      return `\n${String(piped).replaceAll(/^/gm, ' '.repeat(Number(given[0])))}`
    case 'default':
      return isTrue(piped) ? piped : argument(0)
    case 'ternary':
      return argument(2) === true ? argument(0) : argument(1)
    case 'int':
      return Number(argument(0))
    case 'gt':
      return Number(argument(0)) > Number(argument(1))
    default:
      return textOrValue(name, scope)
  }
}

function textOrValue(text: string, scope: Scope): unknown {
  if (text.startsWith('(')) return evaluated(text.slice(1, -1), scope)
  if (/^".*"$/.test(text)) return text.slice(1, -1)
  if (/^\d+$/.test(text)) return Number(text)
  const path = /^(\$\w*)?((?:\.\w+)*)$/.exec(text)
  if (!path) throw new Error(`the chart says ${text}, which is not known here`)
  const [, variable = '$', rest = ''] = path
  const found = rest
    .split('.')
    .filter(Boolean)
    .reduce<unknown>((value, key) => (value as Scope | undefined)?.[key], variable === '$' ? scope : scope[variable])
  if (found === undefined) throw new Error(`the chart names ${text}, which is not there`)
  return found
}

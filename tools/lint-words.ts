/**
 * node tools/lint-words.ts [FILE…]: holds plain English in comments, messages, documentation, descriptions and the English texts.
 * Prints each expression of tools/lint/plain-words.ts as `file:line: …`; exit 1 where there is one. Without arguments all files.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { LintFault } from './lint/outside-names.ts'
import { PLAIN_WORDS } from './lint/plain-words.ts'
import { proseOf } from './lint/prose.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The list itself, its test, generated files and what was quoted word for word from elsewhere. */
const LEFT_OUT =
  /^(?:tools\/lint\/plain-words\.ts|tools\/lint-words\.test\.ts|schemas\/generated\/.*|docs\/(?:api|machines|tables)\/.*|docs\/requirements\.json)$/
const SOURCES = [
  '{schemas,machines,renderers,src,stage,stories,tests,tools}/**/*.{ts,tsx,md}',
  'schemas/**/*.schema.json',
  'brands/*/locales/en/*.json',
  'brands/*/pages/en/**/*.md',
  'docs/**/*.md',
  'tests/scenarios/**/*.scn.json',
  '*.md',
]
const RULES = PLAIN_WORDS.map(({ pattern, say }) => ({
  say,
  expression: new RegExp(pattern.replaceAll(' ', '\\s+'), 'gi'),
}))

/** The files whose prose is checked, from the root. */
export function proseFiles(): readonly string[] {
  return globSync(SOURCES, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !LEFT_OUT.test(file))
    .sort()
}

/** The listed expressions in a file's prose, in the order of its lines. */
export function wordFaults(file: string, source: string): readonly LintFault[] {
  const faults = proseOf(file, source).flatMap(({ start, text }) =>
    RULES.flatMap(({ expression, say }) =>
      [...text.matchAll(expression)].map((match) => ({
        line: source.slice(0, start + match.index).split('\n').length,
        message: `"${match[0].trim().replaceAll(/\s+/g, ' ')}": say ${say}`,
      })),
    ),
  )
  return faults.sort((one, other) => one.line - other.line)
}

function main(files: readonly string[]): number {
  const faults = (files.length > 0 ? files : proseFiles()).flatMap((file) =>
    wordFaults(file, readFileSync(root + file, 'utf8')).map(({ line, message }) => `${file}:${line}: ${message}`),
  )
  for (const fault of faults) console.error(fault)
  return faults.length > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2))

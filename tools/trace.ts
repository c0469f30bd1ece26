/**
 * Which requirements are named by a test or a scenario.
 *   npm run trace                       a line for each group
 *   npm run trace -- --missing [PREFIX] the requirements that no test names
 *   npm run trace -- --json             the same as JSON
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Requirement {
  readonly id: string
  readonly area: string
  readonly text: string
}

const root = fileURLToPath(new URL('..', import.meta.url))
const requirements = JSON.parse(readFileSync(join(root, 'docs/requirements.json'), 'utf8')) as Requirement[]
const LEFT_OUT = /(?:^|\/)(?:node_modules|\.git|dist|coverage|storybook-static|data)(?:\/|$)/
const EVIDENCE = /(?:\.(?:test|spec|stories)\.tsx?$|\.scn\.json$|^tests\/.*\.tsx?$)/
/** Of a story its name alone says what it proves: it is not a test by its mere presence. */
const STORY_NAME = /^ {2}name: .*$/gm

function namedIds(): Set<string> {
  const known = new Set(requirements.map(({ id }) => id))
  const named = new Set<string>()
  for (const folder of ['schemas', 'machines', 'renderers', 'src', 'stories', 'tests', 'tools']) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      const path = relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')
      if (!entry.isFile() || LEFT_OUT.test(path) || !EVIDENCE.test(path)) continue
      const text = readFileSync(join(root, path), 'utf8')
      const claims = path.includes('.stories.') ? (text.match(STORY_NAME) ?? []).join('\n') : text
      for (const [id] of claims.matchAll(/\b[A-Z][A-Z0-9]{1,8}-\d{1,3}\b/g)) {
        if (known.has(id)) named.add(id)
      }
    }
  }
  return named
}

const named = namedIds()
const args = process.argv.slice(2)
const prefixOf = ({ id }: Requirement) => id.split('-')[0] ?? id
const missing = requirements.filter(({ id }) => !named.has(id))

if (args.includes('--missing')) {
  const wanted = new Set(args.filter((argument) => !argument.startsWith('--')))
  for (const requirement of missing) {
    if (!wanted.size || wanted.has(prefixOf(requirement))) console.log(`${requirement.id}  ${requirement.text}`)
  }
} else if (args.includes('--json')) {
  console.log(JSON.stringify({ total: requirements.length, named: named.size, missing: missing.map(({ id }) => id) }))
} else {
  for (const [prefix, group] of Map.groupBy(requirements, prefixOf)) {
    const count = group.filter(({ id }) => named.has(id)).length
    console.log(`${String(count).padStart(3)}/${String(group.length).padEnd(3)} ${prefix.padEnd(9)} ${group[0]?.area}`)
  }
  console.log(`${named.size}/${requirements.length} requirements are named by a test`)
}

/**
 * Which requirements the titles of tests and scenarios name. An id in a comment, or in a cell of a table that is
 * not in the title, counts as mentioned only.
 *   npm run trace                       a line for each group, and the ids of the long suite and those only mentioned
 *   npm run trace -- --missing [PREFIX] the requirements that no title names
 *   npm run trace -- --json             the same as JSON
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLongOnly } from './suites.ts'
import { type Claim, claimsOf, strongest } from './trace/claims.ts'

interface Requirement {
  readonly id: string
  readonly area: string
  readonly text: string
}

const root = fileURLToPath(new URL('..', import.meta.url))
const requirements = JSON.parse(readFileSync(join(root, 'docs/requirements.json'), 'utf8')) as Requirement[]
const LEFT_OUT = /(?:^|\/)(?:node_modules|\.git|dist|coverage|storybook-static|data)(?:\/|$)/
const EVIDENCE = /(?:\.(?:test|spec|stories)\.tsx?$|\.scn\.json$|^tests\/.*\.tsx?$)/

/** Id → its strongest claim in the house. */
function claimedIds(): Map<string, Claim> {
  const claimed = new Map<string, Claim>()
  for (const folder of ['schemas', 'machines', 'renderers', 'src', 'stage', 'stories', 'tests', 'tools']) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      const path = relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')
      if (!entry.isFile() || LEFT_OUT.test(path) || !EVIDENCE.test(path)) continue
      for (const [id, claim] of claimsOf(path, readFileSync(join(root, path), 'utf8'), isLongOnly(path))) {
        claimed.set(id, strongest(claim, claimed.get(id)))
      }
    }
  }
  return claimed
}

const claimed = claimedIds()
const args = process.argv.slice(2)
const prefixOf = ({ id }: Requirement) => id.split('-')[0] ?? id
const claimedAs = (claim: Claim, among = requirements) => among.filter(({ id }) => claimed.get(id) === claim)
const idsOf = (among: readonly Requirement[]) => among.map(({ id }) => id)
const missing = requirements.filter(({ id }) => (claimed.get(id) ?? 'mentioned') === 'mentioned')
const [quick, long, mentioned] = [claimedAs('quick'), claimedAs('long'), claimedAs('mentioned')]

if (args.includes('--missing')) {
  const wanted = new Set(args.filter((argument) => !argument.startsWith('--')))
  for (const requirement of missing) {
    if (!wanted.size || wanted.has(prefixOf(requirement))) console.log(`${requirement.id}  ${requirement.text}`)
  }
} else if (args.includes('--json')) {
  console.log(
    JSON.stringify({
      total: requirements.length,
      quick: quick.length,
      long: idsOf(long),
      mentioned: idsOf(mentioned),
      missing: idsOf(missing),
    }),
  )
} else {
  for (const [prefix, group] of Map.groupBy(requirements, prefixOf)) {
    const inLong = claimedAs('long', group).length
    const count = `${String(claimedAs('quick', group).length).padStart(3)}/${String(group.length).padEnd(3)}`
    console.log(`${count} ${prefix.padEnd(9)} ${group[0]?.area}${inLong ? ` (${inLong} more in the long suite)` : ''}`)
  }
  console.log(`${quick.length}/${requirements.length} requirements are named by a title of the quick suite`)
  console.log(`${long.length} by one of the long suite only: ${idsOf(long).join(' ')}`)
  console.log(`${mentioned.length} are only mentioned: ${idsOf(mentioned).join(' ')}`)
}

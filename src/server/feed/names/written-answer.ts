import { slugOf } from '#machines/site/routes/slug.rules.ts'

type Names = ReadonlyMap<string, string>
type Fields = Readonly<Record<string, unknown>>

/** An answer of the feed with the names of its championships and sides as they are written in a language. Where a name changes, what
 *  addresses name the thing by stays beside it, so that a page has one slug in every language.
 *  @param names as the source writes them → as they are shown; the answer itself is left as it is */
export function writtenAnswer<Answer>(answer: Answer, names: Names): Answer {
  return names.size === 0 ? answer : (written(answer, names) as Answer)
}

function written(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((item) => written(item, names))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const fields = value as Fields
  const copy = Object.fromEntries(Object.entries(fields).map(([key, child]) => [key, written(child, names)]))
  return { ...copy, ...renamed(fields, 'champName', 'champSlug', names), ...ownName(fields, names) }
}

/** Championships and sides have a name; players, horses and races have theirs alike in every language. */
function ownName(fields: Fields, names: Names): Fields {
  const isNamed = 'participantId' in fields || 'champId' in fields
  return isNamed && !('playerId' in fields) ? renamed(fields, 'name', 'slug', names) : {}
}

function renamed(fields: Fields, key: string, slugKey: string, names: Names): Fields {
  const name = fields[key]
  const shown = typeof name === 'string' ? names.get(name) : undefined
  if (typeof name !== 'string' || shown === undefined || shown === name) return {}
  const slug = slugOf(name)
  return { [key]: shown, ...(slug !== '' && { [slugKey]: slug }) }
}

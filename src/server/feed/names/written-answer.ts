import { slugOf } from '#machines/site/routes/slug.rules.ts'

type Names = ReadonlyMap<string, string>
type Fields = Readonly<Record<string, unknown>>

/** What was written, by language: an answer that all who ask share is walked through once. */
const kept = new WeakMap<Names, WeakMap<object, object>>()

/** An answer of the feed with the names of its championships and sides as they are written in a language. Where a name changes, what
 *  addresses name the thing by stays beside it, so that a page has one slug in every language.
 *  @param names as the source writes them → as they are shown; the answer itself is left as it is */
export function writtenAnswer<Answer>(answer: Answer, names: Names): Answer {
  if (names.size === 0 || typeof answer !== 'object' || answer === null) return answer
  const ofLanguage = kept.get(names) ?? new WeakMap<object, object>()
  kept.set(names, ofLanguage)
  const shown = (ofLanguage.get(answer) ?? written(answer, names)) as Answer & object
  ofLanguage.set(answer, shown)
  return shown
}

/** The value itself where nothing in it is written otherwise: most of an answer is prices, and is passed every time it is given. */
function written(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => written(item, names))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Fields
  const changes: Record<string, unknown> = {}
  for (const [key, child] of Object.entries(fields)) {
    const shown = typeof child === 'object' ? written(child, names) : child
    if (shown !== child) changes[key] = shown
  }
  if (typeof fields.champName === 'string') rename(changes, fields.champName, ['champName', 'champSlug'], names)
  if (typeof fields.name === 'string' && isNamed(fields)) rename(changes, fields.name, ['name', 'slug'], names)
  return Object.keys(changes).length === 0 ? value : { ...fields, ...changes }
}

/** Championships and sides have a name; players, horses and races have theirs alike in every language. */
function isNamed(fields: Fields): boolean {
  return ('participantId' in fields || 'champId' in fields) && !('playerId' in fields)
}

function rename(
  changes: Record<string, unknown>,
  name: string,
  [key, slugKey]: readonly [key: string, slugKey: string],
  names: Names,
): void {
  const shown = names.get(name)
  if (shown === undefined || shown === name) return
  changes[key] = shown
  changes[slugKey] = slugOf(name)
}

import { readPointer, toPointer } from './json-pointer.ts'

type Facts = Readonly<Record<string, unknown>>

/** Where something of the context was, and where it is now: two JSON Pointers. */
type Move = readonly [string, string]

/** What is expected of a context, by the new places of what has moved in it.
 *  @param moves old JSON Pointer → new one   @param report called with the pointer of an expectation that cannot be
 *  moved, and why */
export function movedFacts(
  facts: Facts,
  moves: Readonly<Record<string, string>>,
  report: (pointer: string, message: string) => void,
): Facts {
  const all = Object.entries(moves)
  return Object.fromEntries(
    Object.entries(facts).map(([pointer, value]) => {
      const move = all.find(([old]) => pointer === old || pointer.startsWith(`${old}/`))
      const tell = (message: string) => report(pointer, message)
      if (!move) return [pointer, all.reduce((inner, own) => movedInside(inner, pointer, own, tell), value)]
      const [old, fresh] = move
      const place = fresh + pointer.slice(old.length)
      if (Object.hasOwn(facts, place)) tell(`the step already expects something at ${place}`)
      return [place, value]
    }),
  )
}

/** What moves within a value that is expected whole: a key gets another name, nothing else can be done to it there. */
function movedInside(value: unknown, pointer: string, [old, fresh]: Move, tell: (message: string) => void): unknown {
  if (!old.startsWith(`${pointer}/`) || readPointer(value, old.slice(pointer.length)) === undefined) return value
  const from = tokensOf(old.slice(pointer.length))
  const to = fresh.startsWith(`${pointer}/`) ? tokensOf(fresh.slice(pointer.length)) : []
  const isRenaming = toPointer(from.slice(0, -1)) === toPointer(to.slice(0, -1)) && from.length === to.length
  const isFree = readPointer(value, toPointer(to)) === undefined
  if (isRenaming && isFree) return withKey(value, from, to.at(-1) ?? '')
  tell(`${old} lies in what is expected here, and cannot be moved to ${fresh}`)
  return value
}

function tokensOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** A copy in which the key at a path has another name, at its place. */
function withKey(value: unknown, [key = '', ...rest]: readonly string[], name: string): unknown {
  const change = (member: unknown) => withKey(member, rest, name)
  if (Array.isArray(value)) return value.map((member, index) => (String(index) === key ? change(member) : member))
  return Object.fromEntries(
    Object.entries(value as Facts).map(([own, member]) => {
      if (own !== key) return [own, member]
      return rest.length > 0 ? [own, change(member)] : [name, member]
    }),
  )
}

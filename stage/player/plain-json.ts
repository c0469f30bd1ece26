/**
 * A maker of plain JSON: what `JSON.parse(JSON.stringify(value))` gives, with sorted keys and without the text. It remembers the copy of every
 * object that it has seen, so equal parts of two contexts are copied once; so it must not outlive the moment when one of
 * them is changed.
 * @param replace maps an object before it is copied, such as an actor to its logical path
 */
export function plainCopier(replace: (value: object) => unknown = (object) => object): (value: unknown) => unknown {
  const copies = new WeakMap<object, unknown>()
  function copy(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return plainScalar(value)
    const known = copies.get(value)
    if (known !== undefined) return known
    const replaced = replace(value)
    const fresh = replaced === value ? plainStructure(value, copy) : copy(replaced)
    copies.set(value, fresh)
    return fresh
  }
  return copy
}

/** Whether two values are the same JSON, whatever the order of their keys. Members that JSON leaves out do not count. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true
  const one = jsonForm(left)
  const other = jsonForm(right)
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  if (Array.isArray(one) || Array.isArray(other)) return isSameList(one, other)
  const count = writtenCount(one)
  if (count !== writtenCount(other)) return false
  for (const key of Object.keys(one)) if (!hasSame(one, other, key)) return false
  return true
}

type Members = Readonly<Record<string, unknown>>

function plainScalar(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  return typeof value === 'function' || typeof value === 'symbol' ? undefined : value
}

function plainStructure(value: object, copy: (member: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => copy(member) ?? null)
  if ('toJSON' in value && typeof value.toJSON === 'function') return copy(value.toJSON())
  const plain: Record<string, unknown> = {}
  for (const key of Object.keys(value).sort()) {
    const member = copy((value as Members)[key])
    if (member !== undefined) plain[key] = member
  }
  return plain
}

/** A value as JSON has it on its outermost level: nothing is null there. */
function jsonForm(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return plainScalar(value) ?? null
  return 'toJSON' in value && typeof value.toJSON === 'function' ? jsonForm(value.toJSON()) : value
}

function isSameList(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
  return left.every((member, index) => isSameJson(member, right[index]))
}

function writtenCount(members: object): number {
  let count = 0
  for (const key of Object.keys(members)) if (isWritten((members as Members)[key])) count += 1
  return count
}

function isWritten(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol'
}

function hasSame(left: object, right: object, key: string): boolean {
  const member = (left as Members)[key]
  if (!isWritten(member)) return true
  const other = Object.hasOwn(right, key) ? (right as Members)[key] : undefined
  return isWritten(other) && isSameJson(member, other)
}

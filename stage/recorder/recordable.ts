/** Deeper than this nothing is copied; contexts and calls are far flatter, and what points back to itself ends here. */
const DEPTH_MAX = 24
/** No more members than this are copied of one value. */
const MEMBERS_MAX = 20_000
/** A page's own member `$secret` must not pass for a placeholder. */
const ESCAPED = '$secret_'

/** What JSON can hold of a value, and JSON Pointers to what it cannot. */
export interface Recordable {
  readonly value: unknown
  /** Functions, and what lies too deep or beyond too many members. */
  readonly lost: readonly string[]
}

/**
 * A copy of a value from a page as plain JSON, bounded in depth and size, so that nothing that a page hands to a machine can
 * stall it: elements of the page, values that point back to themselves. An error that has no code keeps its message.
 * @param replace maps an object before it is copied, such as an actor to its logical path
 */
export function recordable(value: unknown, replace: (value: object) => unknown): Recordable {
  const lost: string[] = []
  let members = 0
  function copy(member: unknown, pointer: string, depth: number): unknown {
    if (typeof member === 'function') lost.push(pointer)
    if (typeof member === 'bigint') return String(member)
    if (typeof member === 'number') return Number.isFinite(member) ? member + 0 : null
    if (typeof member !== 'object' || member === null) return isJson(member) ? member : undefined
    const replaced = replace(member)
    if (replaced !== member) return replaced
    members += 1
    if (depth <= DEPTH_MAX && members <= MEMBERS_MAX) return copyStructure(member, pointer, depth)
    lost.push(pointer)
    return null
  }
  function copyStructure(object: object, pointer: string, depth: number): unknown {
    if (Array.isArray(object)) {
      return object.map((member, index) => copy(member, `${pointer}/${index}`, depth + 1) ?? null)
    }
    if ('toJSON' in object && typeof object.toJSON === 'function') return copy(object.toJSON(), pointer, depth + 1)
    const plain: Record<string, unknown> = {}
    for (const [key, member] of Object.entries(withMessage(object))) {
      const copied = copy(member, `${pointer}/${key}`, depth + 1)
      if (copied !== undefined) plain[key === '$secret' ? ESCAPED : key] = copied
    }
    return plain
  }
  return { value: copy(value, '', 0), lost }
}

function isJson(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean'
}

function withMessage(object: object): object {
  return object instanceof Error && !('code' in object) ? { ...object, message: object.message } : object
}

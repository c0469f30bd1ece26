/** What was found out about an object, kept as long as the object is. Only what is frozen is kept: nothing else is sure to stay as it is.
 *  @param find pure, and for one object always asked the same */
export function keptOfFrozen<Key extends object, Value>(
  kept: WeakMap<Key, Value>,
  key: Key,
  find: (key: Key) => Value,
): Value {
  const known = kept.get(key)
  if (known !== undefined) return known
  const found = find(key)
  if (Object.isFrozen(key)) kept.set(key, found)
  return found
}

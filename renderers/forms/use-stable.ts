import { useEffect, useRef, useState } from 'react'

/** The value of an earlier render as long as the key is the same, so that what is compared by identity stays the same. */
export function useStable<Value>(value: Value, key: string): Value {
  const [kept, setKept] = useState({ key, value })
  if (kept.key === key) return kept.value
  setKept({ key, value })
  return value
}

/** A function that never changes and calls the one of the latest render. For events alone, not while rendering. */
export function useLatest<Arguments extends readonly unknown[], Result>(
  callback: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })
  const [stable] = useState(
    () =>
      (...given: Arguments) =>
        latest.current(...given),
  )
  return stable
}

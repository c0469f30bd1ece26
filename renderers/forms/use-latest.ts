import { useEffect, useRef, useState } from 'react'

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

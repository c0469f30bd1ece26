import { createContext, type ReactNode, useCallback, useEffect, useSyncExternalStore } from 'react'
import type { ShownPrice } from '#machines/odds/price-store.ts'
import { useNeeded } from '#renderers/site/needed.ts'
import type { OddsStream } from './odds-stream.ts'

const StreamContext = createContext<{ readonly stream: OddsStream | null } | null>(null)

/** Gives the page's odds stream to what is drawn inside; null until the page is alive. */
export function OddsStreamProvider({
  stream,
  children,
}: {
  readonly stream: OddsStream | null
  readonly children: ReactNode
}) {
  return <StreamContext value={{ stream }}>{children}</StreamContext>
}

const nothing = (): void => undefined

/** The price of an outcome as it is to be shown; null before there is one. Its change draws this component alone (STREAM-8). */
export function usePrice(outcomeId: number): ShownPrice | null {
  const stream = useOddsStream()
  const listen = useCallback(
    (listener: () => void) => stream?.prices.listen(outcomeId, listener) ?? nothing,
    [stream, outcomeId],
  )
  return useSyncExternalStore(
    listen,
    () => stream?.prices.read(outcomeId) ?? null,
    () => null,
  )
}

/** Watches a game for as long as the component is there (STREAM-7). */
export function useWatchedGame(gameId: number): void {
  const stream = useOddsStream()
  useEffect(() => stream?.watch(`game/${gameId}`), [stream, gameId])
}

/** The page's stream; null until the page is alive. @throws MissingPartError outside of a provider */
export function useOddsStream(): OddsStream | null {
  return useNeeded(StreamContext, 'useOddsStream', 'OddsStreamProvider').stream
}

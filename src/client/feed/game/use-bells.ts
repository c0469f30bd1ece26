import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { NEWS_TYPE } from '#machines/feed/board/game-news.rules.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { BellsPort } from '#renderers/feed/board/board-view.ts'
import type { GameSubscription } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { report } from '../../page/report.ts'
import { shellPort } from '../../page/shell-port.ts'
import { type GameWishes, pageWishes } from './game-wishes.ts'

const NO_WISHES = { listen: () => () => undefined, read: () => null } as const

/** The wishes of the page's player, which are asked for once the page is alive. */
export function usePageWishes(userId: number): GameWishes
export function usePageWishes(userId: number | undefined): GameWishes | null
export function usePageWishes(userId: number | undefined): GameWishes | null {
  const { call } = useApp()
  const wishes = userId === undefined ? null : pageWishes(call, userId)
  useEffect(() => {
    wishes?.load().catch((error: unknown) => report('bell.not_read', { error: String(error) }))
  }, [wishes])
  return wishes
}

/** The bells in the rows of boards: one press for all news that a game still has, another for none (FEED-17). Undefined for a guest. */
export function useBells(): BellsPort | undefined {
  const { player } = useApp().state.visitor
  const wishes = usePageWishes(player?.userId)
  const { listen, read } = wishes ?? NO_WISHES
  const all = useSyncExternalStore<ReturnType<GameWishes['read']>>(listen, read, () => null)
  return useMemo(
    () =>
      wishes === null
        ? undefined
        : {
            has: (gameId) => all?.has(gameId) ?? false,
            toggle: ({ gameId, kind }) => {
              const eventTypes = all?.has(gameId) ? [] : newsOf(kind)
              wishes.save({ gameId, eventTypes }).catch(tellRefusal)
            },
          },
    [wishes, all],
  )
}

/** All news of a game; one that is played has begun. */
function newsOf(kind: number): GameSubscription['eventTypes'] {
  const { start, score, result } = NEWS_TYPE
  return kind === FEED_KIND.live ? [score, result] : [start, score, result]
}

/** Says why a bell could not be set. */
export function tellRefusal(error: unknown): void {
  const { code, params } = readFailure(error)
  shellPort.notify({ id: 'bell', kind: 'error', text: code, params })
}

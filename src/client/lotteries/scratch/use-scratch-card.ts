import { useCallback, useState } from 'react'
import { fromPromise } from 'xstate'
import { buyScratchCard, revealScratchCard } from '#calls/lotteries/scratch.calls.ts'
import { type AskedScratchCard, scratchCardMachine } from '#machines/lotteries/scratch/scratch-card.machine.ts'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import type { ScratchCard } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { newGuid } from '../../page/request-keys.ts'

/** A card of a game in the page: bought and scratched by calls.
 *  @param card one that was bought before and is not scratched yet */
export function useScratchCard(game: string, card: ScratchCard | undefined) {
  const { call } = useApp()
  const [machine] = useState(() =>
    scratchCardMachine.provide({
      actors: {
        buy: fromPromise<ScratchCard, AskedScratchCard>(({ input }) => call(buyScratchCard, { body: input })),
        reveal: fromPromise<ScratchCard, { readonly ticket: number }>(({ input }) =>
          call(revealScratchCard, { body: input }),
        ),
      },
    }),
  )
  const [input] = useState(() => ({ guid: newGuid(), game, card }))
  const actor = useActorRef(machine, { input })
  const begin = useCallback(() => actor.send({ type: 'scratch.begun' }), [actor])
  const freeField = useCallback((field: number) => actor.send({ type: 'field.scratched', field }), [actor])
  return { actor, begin, freeField }
}

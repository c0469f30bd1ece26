import { useCallback, useEffect, useState } from 'react'
import { getBingoTickets } from '#calls/lotteries/bingo.calls.ts'
import type { BingoTicket, BingoView } from '#schemas'
import { usePlayer } from '../../page/player.tsx'
import { report } from '../../page/report.ts'
import { useCall } from '../../page/use-call.ts'
import { watchLottery } from '../live/lottery-stream.ts'
import { useFreshBalance } from '../live/use-fresh-balance.ts'

/** A room as it is now, and the player's tickets of its round.
 *  @param first what the page was loaded with */
export function useBingoRoom(first: BingoView, firstTickets: readonly BingoTicket[]) {
  const call = useCall()
  const { player } = usePlayer()
  const showBalance = useFreshBalance()
  const [view, setView] = useState(first)
  const [tickets, setTickets] = useState(firstTickets)
  const { room, currency } = first
  const { roundId, state } = view
  const isPlayer = player !== null && player !== undefined
  useEffect(
    () => watchLottery(`bingo:${room}:${currency}`, (text) => setView(JSON.parse(text) as BingoView)),
    [room, currency],
  )
  const read = useCallback(() => {
    if (!isPlayer) return
    call(getBingoTickets, { query: { round: roundId } }).then(
      (answer) => {
        setTickets(answer.tickets)
        showBalance()
      },
      (error: unknown) => report('bingo.tickets_not_read', { error: String(error) }),
    )
  }, [call, roundId, isPlayer, showBalance])
  // Another round has other tickets, and one that is over has paid them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state of the round is what tickets are read again for
  useEffect(read, [read, state])
  const mine = tickets.filter((ticket) => ticket.roundId === roundId)
  return { view, mine, read }
}

import { useCallback, useEffect, useState } from 'react'
import { getBingoRoom, getBingoTickets } from '#calls/lotteries/bingo.calls.ts'
import type { BingoResult, BingoRoomAnswer, BingoTicket } from '#schemas'
import { usePlayer } from '../../page/player.tsx'
import { report } from '../../page/report.ts'
import { useCall } from '../../page/use-call.ts'
import { watchLottery } from '../live/lottery-stream.ts'
import { useFreshBalance } from '../live/use-fresh-balance.ts'

/** A room as it is now, its last rounds, and the player's tickets of its round.
 *  @param loaded what the page was loaded with */
export function useBingoRoom(loaded: BingoRoomAnswer, firstTickets: readonly BingoTicket[]) {
  const { view: first } = loaded
  const call = useCall()
  const { player } = usePlayer()
  const showBalance = useFreshBalance()
  const [view, setView] = useState(first)
  const [tickets, setTickets] = useState(firstTickets)
  const { room, currency } = first
  const { roundId, state } = view
  const results = useResults(loaded, roundId)
  const isPlayer = player !== null && player !== undefined
  useEffect(
    () => watchLottery(`bingo:${room}:${currency}`, (text) => setView(JSON.parse(text) as typeof first)),
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
  return { view, mine, results, read }
}

/** The last rounds of a room: asked for again when another round has begun. */
function useResults({ view, results: first }: BingoRoomAnswer, roundId: number): readonly BingoResult[] {
  const call = useCall()
  const [results, setResults] = useState(first)
  const { room, roundId: loadedRound } = view
  useEffect(() => {
    if (roundId === loadedRound) return
    call(getBingoRoom, { query: { room } }).then(
      (answer) => setResults(answer.results),
      (error: unknown) => report('bingo.results_not_read', { error: String(error) }),
    )
  }, [call, room, roundId, loadedRound])
  return results
}

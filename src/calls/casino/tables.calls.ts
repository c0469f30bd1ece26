import { defineCall } from '../call.ts'
import { WEB_API } from '../http/base-paths.ts'

/** Stakes on the round of a table; sent again with the same guid, the bets are taken once (CAS-11). */
export const betAtTable = defineCall({
  id: 'betAtTable',
  summary: 'Takes bets on the round of a table, while its bets are open.',
  method: 'POST',
  path: `${WEB_API}/casino/table/bet`,
  body: 'casino/table-bet-body',
  answer: 'casino/table-seat',
  isSecret: true,
})

/** Cashes out a bet on a flight, at the moment at which the call comes (CAS-11). */
export const cashOutAtTable = defineCall({
  id: 'cashOutAtTable',
  summary:
    'Cashes out a bet on a flight: paid at the multiplier of the moment at which the call comes, and never after the crash.',
  method: 'POST',
  path: `${WEB_API}/casino/table/cash-out`,
  body: 'casino/table-cash-out-body',
  answer: 'casino/table-seat',
  isSecret: true,
})

/** What a player has at a table (CAS-11). */
export const getTableSeat = defineCall({
  id: 'getTableSeat',
  summary: 'What the player of a session has staked on the last round of its table, and what they have.',
  method: 'POST',
  path: `${WEB_API}/casino/table/seat`,
  body: 'casino/session-body',
  answer: 'casino/table-seat',
  isSecret: true,
})

/** A table as everybody sees it (CAS-11). */
export const getTable = defineCall({
  id: 'getTable',
  summary: 'A table as everybody at it sees it; what happens at it comes by its stream.',
  path: `${WEB_API}/casino/table`,
  query: 'casino/table-query',
  answer: 'casino/table-view',
})

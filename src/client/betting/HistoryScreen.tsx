import { historyScreen } from './bet-history-screen.tsx'

/** All of the player's bets (OFF-3, BET-4). */
export const { Screen, loadScreen } = historyScreen({
  routeId: 'office_history',
  words: {
    title: 'history.title',
    text: 'history.text',
    empty: 'history.empty',
    emptyText: 'history.empty_text',
  },
  isVip: false,
})

import { historyScreen } from './bet-history-screen.tsx'

/** The player's bets above the largest stake, which managers of the brand answer for (OFF-3, BET-11). */
export const { Screen, loadScreen } = historyScreen({
  routeId: 'office_manager_bets',
  words: {
    title: 'history.manager_title',
    text: 'history.manager_text',
    empty: 'history.manager_empty',
    emptyText: 'history.manager_empty_text',
  },
  isVip: true,
})

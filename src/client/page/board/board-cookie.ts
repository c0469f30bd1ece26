import { BOARD_COOKIE, writeBoardChoice } from '#machines/site/board-choice.rules.ts'
import type { BoardChoice } from '#schemas'

const YEAR_SECONDS = 31_536_000

/** Tells the server how this browser wants boards, from its next page on. */
export function storeBoardChoice(choice: BoardChoice): void {
  const value = writeBoardChoice(choice)
  write(value, value === '' ? 0 : YEAR_SECONDS)
}

/** Tells it no more: the choice was a player's, who leaves (SEC-12). */
export function dropBoardChoice(): void {
  if (document.cookie.includes(`${BOARD_COOKIE}=`)) write('', 0)
}

function write(value: string, maxAgeSeconds: number): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that we serve
  document.cookie = `${BOARD_COOKIE}=${value}; path=/; max-age=${maxAgeSeconds}; samesite=lax${secure}`
}

import { backOffMs } from '#machines/shell/stream-back-off.rules.ts'

/** Where the server shows bingo rooms and draws. */
const PATH = '/ws/lottery'
/** How long an attempt to connect may take, ms. */
const OPEN_WITHIN_MS = 10_000

/** Watches a bingo room or the draws of a game: every message is the whole of it, so that after a loss the next one is enough.
 *  @param name `bingo:parlour-90`, `draw:lotto-6-49`  @param shown what is seen, as JSON  @returns what ends it */
export function watchLottery(name: string, shown: (text: string) => void): () => void {
  let socket: WebSocket | null = null
  let failures = 0
  let isEnded = false
  let again: ReturnType<typeof setTimeout> | undefined
  const connect = (): void => {
    const origin = location.origin.replace(/^http/, 'ws')
    const opened = new WebSocket(`${origin}${PATH}?game=${encodeURIComponent(name)}`)
    socket = opened
    const late = setTimeout(() => opened.close(), OPEN_WITHIN_MS)
    opened.addEventListener('open', () => clearTimeout(late))
    opened.addEventListener('message', ({ data }) => {
      failures = 0
      if (!isEnded) shown(String(data))
    })
    opened.addEventListener('close', () => {
      clearTimeout(late)
      if (isEnded) return
      again = setTimeout(connect, backOffMs(failures, Math.random()))
      failures += 1
    })
  }
  const wake = (): void => {
    if (document.hidden || isEnded || socket?.readyState !== WebSocket.CLOSED) return
    clearTimeout(again)
    failures = 0
    connect()
  }
  connect()
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)
  return () => {
    isEnded = true
    clearTimeout(again)
    window.removeEventListener('online', wake)
    document.removeEventListener('visibilitychange', wake)
    socket?.close()
  }
}

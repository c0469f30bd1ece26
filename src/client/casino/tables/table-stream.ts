import { backOffMs } from '#machines/shell/stream-back-off.rules.ts'
import type { TableView } from '#schemas'

/** Where the server shows tables. */
const PATH = '/ws/casino-table'
/** How long an attempt to connect may take, ms. */
const OPEN_WITHIN_MS = 10_000

/** What a stream of a table tells. */
export interface TableStreamEvents {
  readonly shown: (view: TableView) => void
  /** Whether the table is seen as it is. */
  readonly connected: (isConnected: boolean) => void
}

/** Watches a table: every message is the whole of it, so that after a loss the next one is enough. @returns what ends it */
export function watchTable(gameId: string, { shown, connected }: TableStreamEvents): () => void {
  let socket: WebSocket | null = null
  let failures = 0
  let isEnded = false
  let again: ReturnType<typeof setTimeout> | undefined
  const connect = (): void => {
    const origin = location.origin.replace(/^http/, 'ws')
    const opened = new WebSocket(`${origin}${PATH}?game=${encodeURIComponent(gameId)}`)
    socket = opened
    const late = setTimeout(() => opened.close(), OPEN_WITHIN_MS)
    opened.addEventListener('open', () => clearTimeout(late))
    opened.addEventListener('message', ({ data }) => {
      failures = 0
      connected(true)
      shown(JSON.parse(String(data)) as TableView)
    })
    opened.addEventListener('close', () => {
      clearTimeout(late)
      if (isEnded) return
      connected(false)
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

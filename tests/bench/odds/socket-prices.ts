import type { StreamFrame } from '#schemas'

/** Takes the prices of the stream without a thought for what may be lost: [outcome, odds ×10,000, flags] in lists as they come. */
export function takePrices(channels: readonly string[], take: (prices: readonly (readonly number[])[]) => void): void {
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws/odds`)
  socket.addEventListener('open', () => {
    socket.send(JSON.stringify({ t: 'hello', heartbeatMs: 5000, isGathering: true }))
    socket.send(JSON.stringify({ t: 'channels', add: channels, drop: [] }))
  })
  socket.addEventListener('message', ({ data }) => {
    const value = JSON.parse(String(data)) as StreamFrame | StreamFrame[]
    for (const frame of Array.isArray(value) ? value : [value])
      if ((frame.t === 'image' || frame.t === 'delta') && frame.d.prices) take(frame.d.prices)
  })
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor, within } from 'storybook/test'
import { browserStreamPorts } from '#client/feed/stream/browser-stream.ts'
import { type OddsSocketEvents, openOddsStream } from '#client/feed/stream/odds-stream.ts'
import { OddsStreamProvider, usePrice, useWatchedGame } from '#client/feed/stream/use-price.tsx'
import type { StreamFrame } from '#schemas'

const ROWS = 60
const UPDATES = 100
const head = { v: 1, ep: 'story', ch: 'game/1', pt: 0 } as const
const OUTCOMES = Array.from({ length: ROWS }, (_, index) => index + 1)

/** How often each row, and under 0 what is around them, was drawn. */
const drawn = new Map<number, number>()
const count = (id: number) => void drawn.set(id, (drawn.get(id) ?? 0) + 1)
const socket: { events: OddsSocketEvents | null } = { events: null }

/** A stream as a page has it, except for the socket, whose other end is the story. */
function storyStream() {
  return openOddsStream({
    ...browserStreamPorts(() => Promise.resolve([])),
    openSocket(events) {
      socket.events = events
      queueMicrotask(events.opened)
      return { send: () => undefined, close: () => undefined }
    },
  })
}

function send(frame: StreamFrame): void {
  socket.events?.received(JSON.stringify(frame))
}

function Row({ outcomeId }: { readonly outcomeId: number }) {
  const price = usePrice(outcomeId)
  count(outcomeId)
  return (
    <li data-live={price?.isLive}>
      {outcomeId}: {price ? (price.oddsUnits / 10_000).toFixed(4) : '–'}
    </li>
  )
}

function Board() {
  useWatchedGame(1)
  count(0)
  return (
    <ul>
      {OUTCOMES.map((outcomeId) => (
        <Row key={outcomeId} outcomeId={outcomeId} />
      ))}
    </ul>
  )
}

const meta = {
  component: Board,
  decorators: [
    (Story, { loaded }) => (
      <OddsStreamProvider stream={loaded.stream}>
        <Story />
      </OddsStreamProvider>
    ),
  ],
  loaders: [async () => ({ stream: storyStream() })],
} satisfies Meta<typeof Board>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** STREAM-8: what moves a hundred times is drawn once a frame, and nothing else is drawn with it. */
export const OneOutcomeMoves: Story = {
  play: async ({ canvasElement, loaded }) => {
    const canvas = within(canvasElement)
    // The game is asked for within 50 ms; what comes before is of a channel that nobody watches.
    await waitFor(() => expect(loaded.stream.reader.sync('game/1')).toBeDefined())
    send({
      ...head,
      seq: 1,
      prev: 1,
      t: 'image',
      d: {
        isUp: true,
        game: { gameStatus: 1, producer: 'live' },
        markets: [[1, 1, 1, 1]],
        outcomes: OUTCOMES.map((id) => [id, 1, 1]),
        prices: OUTCOMES.map((id) => [id, 20_000, 0]),
      },
    })
    await waitFor(() => expect(canvas.getByText('60: 2.0000')).toHaveAttribute('data-live', 'true'))
    const before = new Map(drawn)
    let frames = 0
    let isMoving = true
    const countFrame = (): void => {
      frames += 1
      if (isMoving) requestAnimationFrame(countFrame)
    }
    requestAnimationFrame(countFrame)
    for (let update = 1; update <= UPDATES; update += 1) {
      send({ ...head, seq: update + 1, prev: update, t: 'delta', d: { prices: [[7, 20_000 + update, 0]] } })
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await waitFor(() => expect(canvas.getByText('7: 2.0100')).toBeInTheDocument())
    isMoving = false
    const more = (id: number) => (drawn.get(id) ?? 0) - (before.get(id) ?? 0)
    await expect([0, ...OUTCOMES].filter((id) => more(id) > 0)).toEqual([7])
    // Strict mode, where it is on, draws twice.
    await expect(more(7)).toBeLessThanOrEqual(2 * (frames + 1))
    await expect(more(7)).toBeGreaterThan(1)
  },
}

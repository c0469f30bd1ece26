import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { GameTile } from '#renderers/casino/GameTile.tsx'
import { GameStrip } from '#renderers/casino/lobby/GameStrip.tsx'
import type { GamePreview } from '#schemas'

const CATEGORIES = ['slots', 'live', 'table', 'poker', 'bingo', 'instant'] as const

const game = (at: number, changes: Partial<GamePreview> = {}): GamePreview => ({
  ...{ id: `acme-game_${at}`, name: `Golden Lagoon ${at}`, providerId: 'lantern-works', provider: 'Lantern Works' },
  ...{ category: CATEGORIES[at % CATEGORIES.length] ?? 'slots', tags: [], kind: '', skin: '', image: '' },
  ...{ hasDemo: true, isFavorite: false },
  ...changes,
})

function Tiles() {
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))', gap: 14 }}>
      <GameTile game={game(0)} to="/en/casino/game/a" demo="Demo" />
      <GameTile
        game={game(1)}
        to="/en/casino/game/b"
        badges={[
          { kind: 'jackpot', text: 'Jackpot' },
          { kind: 'new', text: 'New' },
          { kind: 'hot', text: 'Hot' },
        ]}
      />
      <GameTile game={game(2, { name: 'A name that is much longer than its tile' })} to="/en/casino/game/c" />
      <GameTile game={game(3, { kind: 'roulette', skin: 'harbour' })} to="/en/casino/game/d" />
    </div>
  )
}

function Strip() {
  return (
    <GameStrip id="story" title="Popular this week" allPath="/en/casino">
      {Array.from({ length: 20 }, (_, at) => (
        <li key={game(at).id}>
          <GameTile game={game(at)} to={`/en/casino/game/${at}`} />
        </li>
      ))}
    </GameStrip>
  )
}

const meta = { title: 'Casino/Lobby', component: Tiles } satisfies Meta<typeof Tiles>
// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta
type Story = StoryObj<typeof meta>

export const Covers: Story = {
  play: async ({ canvasElement }) => {
    const links = within(canvasElement).getAllByRole('link')
    await expect(links).toHaveLength(4)
    await expect(links[1]).toHaveTextContent(/Jackpot.*New.*Hot/)
  },
}

/** The arrows know where the row ends. */
export const Row: Story = {
  render: () => <Strip />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getAllByRole('listitem')).toHaveLength(20)
    const forward = await canvas.findByRole('button', { name: 'Forward: Popular this week' })
    const back = canvas.getByRole('button', { name: 'Back: Popular this week' })
    await expect(back).toBeDisabled()
    await userEvent.click(forward)
    await waitFor(() => expect(back).toBeEnabled())
  },
}

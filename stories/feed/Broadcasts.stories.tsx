import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { BroadcastList } from '#renderers/feed/results/BroadcastList.tsx'
import { GameBroadcasts } from '#renderers/feed/results/GameBroadcasts.tsx'
import type { Broadcast } from '#schemas'
import { LIVE_GAME, storyGame } from './feed-data.ts'

const page: Broadcast = { channel: 'Pitch TV', pageUrl: 'https://pitch.example/71', languages: ['en', 'hi'] }
const framed: Broadcast = { channel: 'Boundary', frameUrl: 'https://player.example/embed/71' }

const meta = {
  component: GameBroadcasts,
  args: { broadcasts: [framed, page], startOf: ({ channel }) => (channel === 'Pitch TV' ? '14.03 17:30' : '') },
} satisfies Meta<typeof GameBroadcasts>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const OfGame: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const link = canvas.getByRole('link', { name: /Pitch TV.*opens in a new tab/ })
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(canvas.getByRole('button', { name: /Watch here.*Boundary/ })).toHaveAttribute('aria-pressed', 'false')
    await expect(canvasElement.querySelector('iframe')).toBeNull()
  },
}

export const Listed: Story = {
  render: () => (
    <BroadcastList
      groups={[
        { id: 'live', items: [{ game: LIVE_GAME, broadcasts: [page, framed] }] },
        { id: 'tomorrow', items: [{ game: storyGame('Northgate', 'Harbour'), broadcasts: [page] }] },
      ]}
      pathOf={() => '/en/cricket/game/1'}
      timeOf={() => ({ day: '14.03', time: '18:00' })}
      startOf={() => ''}
    />
  ),
}

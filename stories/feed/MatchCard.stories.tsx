import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { MatchCard } from '#renderers/feed/game/MatchCard.tsx'
import { GAME_MARKETS, storyGame, TENNIS_GAME } from './feed-data.ts'

const meta = {
  component: MatchCard,
  args: {
    game: storyGame('Arsenal', 'Everton', { markets: [...GAME_MARKETS] }),
    title: 'Match of the day',
    start: { day: '14.03', time: '18:00' },
    format: 'decimal',
    to: '#match',
  },
  decorators: [(Story) => <div style={{ inlineSize: 346, blockSize: 200, display: 'grid' }}>{Story()}</div>],
} satisfies Meta<typeof MatchCard>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const BeforeTheMatch: Story = {
  play: async ({ canvasElement }) => {
    const link = within(canvasElement).getByRole('link', { name: /Arsenal.*Everton/ })
    await expect(link).toHaveAttribute('href', '#match')
  },
}

/** Names that do not fit are cut, and the prices keep their places. */
export const LongNames: Story = { args: { game: TENNIS_GAME } }

/** Before its prices are there it says who plays and when. */
export const WithoutPrices: Story = { args: { game: storyGame('Arsenal', 'Everton', { markets: [] }) } }

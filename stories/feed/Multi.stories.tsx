import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { GameCard } from '#renderers/feed/game/GameCard.tsx'
import { GamePicker } from '#renderers/feed/game/GamePicker.tsx'
import { LIVE_GAME, TENNIS_GAME } from './feed-data.ts'

const toggle = fn()
const remove = fn()
const games = [LIVE_GAME, TENNIS_GAME]
const card = {
  start: { day: '', time: '18:00' },
  showsGameId: false,
  isLight: false,
  format: 'decimal',
  to: '/en/live',
  onRemove: remove,
} as const

const meta = {
  component: GamePicker,
  args: { games, chosen: [LIVE_GAME.gameId], limit: 20, onToggle: toggle },
} satisfies Meta<typeof GamePicker>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Choosing: Story = {
  play: async ({ canvasElement }) => {
    const buttons = within(canvasElement).getAllByRole('button')
    await expect(buttons.map((button) => button.getAttribute('aria-pressed'))).toEqual(['true', 'false'])
    await userEvent.click(buttons[1] as HTMLElement)
    await expect(toggle).toHaveBeenCalledWith(TENNIS_GAME.gameId)
  },
}

export const Full: Story = {
  args: { limit: 1 },
  play: async ({ canvasElement }) => {
    const [, other] = within(canvasElement).getAllByRole('button')
    await expect(other).toBeDisabled()
  },
}

export const Card: Story = {
  render: () => <GameCard game={LIVE_GAME} isCompact={false} {...card} />,
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: /Remove/ }))
    await expect(remove).toHaveBeenCalled()
  },
}

export const CompactCard: Story = { render: () => <GameCard game={TENNIS_GAME} isCompact {...card} /> }
export const ClosedCard: Story = {
  render: () => <GameCard game={{ ...LIVE_GAME, markets: [] }} isCompact={false} {...card} />,
}

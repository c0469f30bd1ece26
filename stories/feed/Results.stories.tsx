import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { ResultList } from '#renderers/feed/results/ResultList.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import type { ResultGame } from '#schemas'

const OVER: ResultGame = {
  gameId: 71,
  sportId: 1,
  champId: 5,
  champName: 'Premier League',
  startsAt: '2026-03-07T15:00:00.000Z',
  hasStartTime: true,
  status: 2,
  participants: [
    { participantId: 1, name: 'Wolverhampton Wanderers' },
    { participantId: 2, name: 'Brighton & Hove Albion' },
  ],
  score: {
    home: 2,
    away: 1,
    periods: [
      { home: 1, away: 0 },
      { home: 1, away: 1 },
    ],
  },
}
const RACE: ResultGame = {
  ...OVER,
  gameId: 72,
  sportId: 130,
  champId: 6,
  champName: 'Harbour Downs',
  participants: [{ participantId: 3, name: 'Fairwater Stakes' }],
  finish: [
    { place: 1, number: 2, name: 'Quiet Comet' },
    { place: 2, number: 4, name: 'Hidden Ember' },
  ],
}

const meta = {
  component: ResultList,
  args: { games: [OVER, RACE], startOf: () => ({ day: '07.03', time: '18:00' }) },
} satisfies Meta<typeof ResultList>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Several: Story = {
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText('(1:0, 1:1)')).toBeVisible()
  },
}

/** Where nothing is over yet, there is a way on. */
export const None: Story = {
  args: { games: [], wayOn: <ButtonLink to="/en/line">Sports</ButtonLink> },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('link', { name: 'Sports' })).toBeVisible()
  },
}

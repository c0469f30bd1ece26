import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { BoardFilter } from '#client/feed/board/BoardFilter.tsx'
import { EVERY_GAME } from '#client/feed/board/board-filter.selectors.ts'
import { StoryApp } from '../registration/StoryApp.tsx'

/** Great Britain and Germany of the country table. */
const COUNTRIES = [76, 56]

const meta = {
  component: BoardFilter,
  args: { feed: 'line', wish: EVERY_GAME, countries: COUNTRIES },
  decorators: [
    (Story) => (
      <StoryApp>
        <div style={{ minBlockSize: 480 }}>{Story()}</div>
      </StoryApp>
    ),
  ],
} satisfies Meta<typeof BoardFilter>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Line: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Filter' }))
    const links = await within(document.body).findAllByRole('link')
    const addresses = links.map((link) => link.getAttribute('href'))
    await expect(addresses.some((address) => address?.includes('country=76'))).toBe(true)
    await expect(addresses.some((address) => address?.includes('within='))).toBe(true)
  },
}

/** Live games are narrowed by how they stand. */
export const Live: Story = { args: { feed: 'live' } }

/** What is chosen stands on the button. */
export const Chosen: Story = {
  args: { feed: 'live', wish: { ...EVERY_GAME, countryId: 76, state: 'level' } },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('button', { name: /Level/i })).toBeVisible()
  },
}

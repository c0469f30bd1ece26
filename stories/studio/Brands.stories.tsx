import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { StudioStory } from './StudioStory.tsx'

const meta = {
  component: StudioStory,
  args: { path: '/' },
  parameters: { layout: 'fullscreen', isBrandless: true },
} satisfies Meta<typeof StudioStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const List: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.type(await page.findByRole('searchbox'), 'gola')
    await expect(page.getByRole('link', { name: 'Golaço' })).toBeVisible()
    await waitFor(() => expect(page.queryByRole('link', { name: 'Northstar' })).toBeNull())
    await userEvent.clear(page.getByRole('searchbox'))
  },
}

export const Empty: Story = { args: { data: { brands: [] } } }
export const Offline: Story = { args: { data: { failing: { listStudioBrands: 'request.offline' } } } }

export const NewBrand: Story = {
  args: { path: '/new' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.type(await page.findByLabelText('Name'), 'Golaço Bet')
    await expect(page.getByLabelText('Id')).toHaveValue('golaco-bet')
    await userEvent.type(page.getByRole('combobox', { name: 'Country' }), 'braz')
    await userEvent.click(await page.findByRole('option', { name: /Brazil/ }))
    await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('br')
    await userEvent.click(page.getByRole('button', { name: 'Make the brand' }))
    await expect(await page.findByRole('heading', { name: 'Golaço Bet is live' })).toBeVisible()
  },
}

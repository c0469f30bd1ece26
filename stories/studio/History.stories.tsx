import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { StudioStory } from './StudioStory.tsx'

const meta = {
  component: StudioStory,
  args: { path: '/brands/northstar/history' },
  parameters: { layout: 'fullscreen', isBrandless: true },
} satisfies Meta<typeof StudioStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** The brand is called as players know it. Rolling back asks once. */
export const Revisions: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByRole('heading', { level: 1, name: 'History of Northstar' })).toBeVisible()
    const [first] = await page.findAllByRole('button', { name: 'Roll back' })
    if (first) await userEvent.click(first)
    const box = within(await page.findByRole('dialog', { name: 'Roll back to revision 2?' }))
    await userEvent.click(box.getByRole('button', { name: 'Roll back' }))
    await expect(await page.findByText('Revision 3 is live.')).toBeVisible()
  },
}

export const NothingPublished: Story = { args: { data: { revisions: [], scheduled: [] } } }

import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { BannerWidget } from '#renderers/site/home/BannerWidget.tsx'
import { BANNERS, PLAIN_BANNER } from './story-data.ts'

const meta = {
  component: BannerWidget,
  args: { layout: 'carousel', banners: BANNERS, label: 'Offers', isFirst: true },
} satisfies Meta<typeof BannerWidget>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Carousel: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }))
    const second = canvas.getByRole('button', { name: 'Slide 2 of 3' })
    await waitFor(() => expect(second).toHaveAttribute('aria-current', 'true'), { timeout: 3000 })
    await userEvent.click(canvas.getByRole('button', { name: 'Stop the slides' }))
    await expect(canvas.getByRole('button', { name: 'Let the slides run' })).toBeVisible()
  },
}

export const Strip: Story = { args: { layout: 'strip' } }
export const Single: Story = { args: { layout: 'single' } }
export const WordsAlone: Story = { args: { layout: 'single', banners: [PLAIN_BANNER] } }
export const PlayerTurns: Story = { args: { intervalMs: 0 } }

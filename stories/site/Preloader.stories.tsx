import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Preloader } from '#renderers/site/frame/Preloader.tsx'

const meta = {
  component: Preloader,
  args: { word: 'Extraordinarily' },
} satisfies Meta<typeof Preloader>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Usual: Story = {
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelectorAll('[aria-hidden] > span')).toHaveLength(10 + 5)
  },
}

export const Compact: Story = {
  args: { view: 'compact' },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelectorAll('[aria-hidden] > span')).toHaveLength(1 + 3)
  },
}

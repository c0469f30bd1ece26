import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor, within } from 'storybook/test'
import { Lazy } from '#renderers/shell/Lazy.tsx'
import { Skeleton } from '#renderers/site/Skeleton.tsx'

const never = new Promise<never>(() => {})

function NeverReady(): never {
  throw never
}

const meta = {
  component: Lazy,
  args: { fallback: <Skeleton />, children: <NeverReady /> },
} satisfies Meta<typeof Lazy>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Loading: Story = {
  name: 'UI-15: the loading state waits 200 ms',
  play: async ({ canvasElement }) => {
    const fallback = await waitFor(() => {
      const found = canvasElement.querySelector('[data-shape]')?.parentElement
      if (!found) throw new Error('the loading state is not there yet')
      return found
    })
    await expect(getComputedStyle(fallback).animationDelay).toBe('0.2s')
    await waitFor(() => expect(fallback).toBeVisible())
  },
}

export const Ready: Story = {
  args: { children: 'The content is here.' },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText('The content is here.')).toBeVisible()
  },
}

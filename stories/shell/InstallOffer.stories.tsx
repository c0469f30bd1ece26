import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { InstallOffer } from '#renderers/shell/InstallOffer.tsx'

const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"%3E%3Cpath d="M0 0h1v1H0z" fill="%230a1830"/%3E%3C/svg%3E'

const meta = {
  component: InstallOffer,
  parameters: { layout: 'fullscreen' },
  args: { name: 'Northstar', icon: ICON, onInstall: fn(), onClose: fn() },
} satisfies Meta<typeof InstallOffer>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Offer: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Install' }))
    await expect(args.onInstall).toHaveBeenCalledOnce()
    await userEvent.click(canvas.getByRole('button', { name: 'Not now' }))
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}

export const StepsByHand: Story = {
  args: { isGuide: true },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getAllByRole('listitem')).toHaveLength(3)
    await userEvent.click(canvas.getByRole('button', { name: 'Got it' }))
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}

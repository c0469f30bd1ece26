import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { CookieConsent } from '#renderers/shell/CookieConsent.tsx'

const meta = {
  component: CookieConsent,
  parameters: { layout: 'fullscreen' },
  args: { policyPath: '#cookies', onChoose: fn() },
} satisfies Meta<typeof CookieConsent>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Question: Story = {}

export const AllAccepted: Story = {
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Accept all' }))
    await expect(args.onChoose).toHaveBeenCalledWith(3)
  },
}

export const ChangingTheAnswer: Story = {
  args: { answered: 2, calls: 1, onClose: fn() },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await waitFor(() => expect(canvas.getByRole('heading')).toHaveFocus())
    await expect(canvas.getByRole('checkbox', { name: 'Marketing' })).toBeChecked()
    await expect(canvas.getByRole('checkbox', { name: 'Functionality' })).not.toBeChecked()
    await userEvent.keyboard('{Escape}')
    await expect(args.onClose).toHaveBeenCalledOnce()
    await userEvent.click(canvas.getByRole('button', { name: 'Close' }))
    await expect(args.onClose).toHaveBeenCalledTimes(2)
    await expect(args.onChoose).not.toHaveBeenCalled()
  },
}

export const OwnChoice: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByText('Choose yourself'))
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Functionality' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Save my choice' }))
    await expect(args.onChoose).toHaveBeenCalledWith(1)
  },
}

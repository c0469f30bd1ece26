/* biome-ignore-all lint/suspicious/noArrayIndexKey: the lines of a story never change places */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { CAPTCHA_DIALOG } from '#machines/shell/dialog.rules.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'

const meta = {
  component: Dialog,
  args: {
    isOpen: true,
    title: 'Withdraw 250.00 €?',
    onClose: fn(),
    okLabel: 'Withdraw 250.00 €',
    children: 'The money goes to your card ending in 4242. It takes up to two working days.',
  },
} satisfies Meta<typeof Dialog>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Question: Story = {
  play: async ({ canvasElement, args }) => {
    const dialog = await within(canvasElement).findByRole('dialog', { name: args.title })
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await userEvent.keyboard('{Escape}')
    await expect(args.onClose).not.toHaveBeenCalled()
    await userEvent.pointer([
      { keys: '[MouseLeft>]', target: dialog },
      { keys: '[/MouseLeft]', target: dialog },
    ])
    await expect(args.onClose).toHaveBeenLastCalledWith('outside')
    await userEvent.click(within(dialog).getByRole('button', { name: args.okLabel ?? 'OK' }))
    await expect(args.onClose).toHaveBeenLastCalledWith('ok-button')
  },
}

export const Danger: Story = { args: { title: 'Close your account?', okLabel: 'Close my account', okKind: 'danger' } }
export const Busy: Story = { args: { isBusy: true } }
export const WithoutConfirmation: Story = {
  args: { ...CAPTCHA_DIALOG, title: 'One moment', children: 'Solve the puzzle to go on.' },
}
export const Drawer: Story = { args: { shape: 'drawer', buttons: [], title: 'Coupon' } }
export const AsSheet: Story = { args: { shape: 'sheet', buttons: [], title: 'Sort by' } }

export const Long: Story = {
  args: {
    children: Array.from({ length: 12 }, (_, index) => (
      <p key={index}>Paragraph {index + 1} of the conditions, long enough to need a second line on a narrow screen.</p>
    )),
  },
}

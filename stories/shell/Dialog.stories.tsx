/* biome-ignore-all lint/suspicious/noArrayIndexKey: the lines of a story never change places */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { CAPTCHA_DIALOG } from '#machines/shell/dialog.rules.ts'
import { Dialog, type DialogProps } from '#renderers/shell/Dialog.tsx'
import { Notifications } from '#renderers/shell/Notifications.tsx'
import { Button } from '#renderers/site/Button.tsx'

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

function OpenedByButton(props: DialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Withdraw</Button>
      <Dialog {...props} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

export const FocusGoesInAndReturns: Story = {
  render: (args) => <OpenedByButton {...args} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const trigger = canvas.getByRole('button', { name: 'Withdraw' })
    await userEvent.click(trigger)
    const dialog = await canvas.findByRole('dialog')
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    const [close] = within(dialog).getAllByRole('button', { name: 'Close' })
    if (close === undefined) throw new Error('the dialog has no button to close it')
    await userEvent.click(close)
    await waitFor(() => expect(trigger).toHaveFocus())
  },
}

export const NotificationsStandAbove: Story = {
  render: (args) => (
    <>
      <Dialog {...args} />
      <Notifications
        items={[{ id: 'one', kind: 'success', text: 'The code is on its way', params: {} }]}
        onDismiss={() => {}}
      />
    </>
  ),
  play: async ({ canvasElement, args }) => {
    const dialog = await within(canvasElement).findByRole('dialog', { name: args.title })
    await waitFor(() => expect(within(dialog).getByText('The code is on its way')).toBeVisible())
  },
}

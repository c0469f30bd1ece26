import type { Meta, StoryObj } from '@storybook/react-vite'
import { type ComponentProps, useState } from 'react'
import { expect, fn, userEvent, within } from 'storybook/test'
import { PriceButton } from '#renderers/feed/price/PriceButton.tsx'

const meta = {
  component: PriceButton,
  args: { label: 'Over', line: '2.5', price: '1.85', name: 'Arsenal – Everton. Total: Over 2.5.', onPress: fn() },
  decorators: [(Story) => <div style={{ inlineSize: 140 }}>{Story()}</div>],
} satisfies Meta<typeof PriceButton>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Open: Story = {
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button'))
    await expect(args.onPress).toHaveBeenCalledOnce()
  },
}

export const Selected: Story = { args: { isSelected: true } }
export const Up: Story = { args: { movement: 1 } }
export const Down: Story = { args: { movement: -1 } }
export const Stale: Story = { args: { state: 'stale' } }

/** A suspended price keeps its place and takes no press. */
export const Suspended: Story = {
  args: { state: 'suspended' },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button'))
    await expect(args.onPress).not.toHaveBeenCalled()
  },
}

function SoonPressable(props: ComponentProps<typeof PriceButton>) {
  const [isLive, setLive] = useState(false)
  return (
    <>
      <PriceButton {...props} onPress={isLive ? props.onPress : null} />
      <button type="button" style={{ minBlockSize: 32 }} onClick={() => setLive(true)}>
        The stream has come
      </button>
    </>
  )
}

/** Before the stream vouches for a price its button takes no press; it stays the same button when it does. */
export const Waiting: Story = {
  render: (args) => <SoonPressable {...args} />,
  play: async ({ canvasElement, args }) => {
    const [price, stream] = within(canvasElement).getAllByRole('button') as [HTMLElement, HTMLElement]
    await expect(price).not.toHaveAttribute('aria-pressed')
    await userEvent.click(price)
    await expect(args.onPress).not.toHaveBeenCalled()
    await userEvent.click(stream)
    await expect(within(canvasElement).getAllByRole('button')[0]).toBe(price)
    await userEvent.click(price)
    await expect(args.onPress).toHaveBeenCalledOnce()
  },
}

/** Where there is no coupon a price is no button. */
export const Cell: Story = {
  render: ({ onPress: _none, ...args }) => <PriceButton {...args} />,
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).queryByRole('button')).toBeNull()
  },
}

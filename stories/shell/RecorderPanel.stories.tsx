import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { RecorderPanel } from '#renderers/shell/RecorderPanel.tsx'

const meta = {
  component: RecorderPanel,
  args: {
    recordings: [
      { id: '1-1', machine: 'registration/registration', steps: 4, isCut: false, hasEnded: true },
      { id: '1-2', machine: 'forms/form', steps: 1, isCut: false, hasEnded: true },
      { id: '2-1', machine: 'account/sign-in', steps: 1984, isCut: true, hasEnded: false },
    ],
    isStopped: false,
    notes: [],
    onDownload: fn(),
    onStop: fn(),
    onClear: fn(),
  },
  parameters: { layout: 'fullscreen' },
  render: (args) => (
    <div style={{ minBlockSize: '90vh' }}>
      <main>
        <h1>A page under test</h1>
      </main>
      <RecorderPanel {...args} />
    </div>
  ),
} satisfies Meta<typeof RecorderPanel>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

async function open(canvasElement: HTMLElement) {
  const canvas = within(canvasElement)
  const tab = canvas.getByRole('button', { name: /Recording|Stopped/ })
  await expect(tab).toHaveAttribute('aria-expanded', 'false')
  tab.focus()
  await userEvent.keyboard('{Enter}')
  await expect(tab).toHaveAttribute('aria-expanded', 'true')
  return canvas
}

export const Minimised: Story = {
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).queryByRole('list')).toBeNull()
  },
}

export const Open: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = await open(canvasElement)
    await expect(canvas.getByText('1984 steps, cut')).toBeVisible()
    await userEvent.keyboard('{Tab}{Enter}')
    await expect(args.onDownload).toHaveBeenLastCalledWith(['1-1'])
    await userEvent.click(canvas.getByRole('button', { name: 'Download all' }))
    await expect(args.onDownload).toHaveBeenLastCalledWith(['1-1', '1-2', '2-1'])
    await userEvent.click(canvas.getByRole('button', { name: 'Stop' }))
    await expect(args.onStop).toHaveBeenCalledOnce()
    await userEvent.click(canvas.getByRole('button', { name: 'Clear' }))
    await expect(args.onClear).toHaveBeenCalledOnce()
  },
}

export const AtTheTop: Story = {
  play: async ({ canvasElement }) => {
    const canvas = await open(canvasElement)
    const tab = canvas.getByRole('button', { name: /Recording/ })
    const lowPx = tab.getBoundingClientRect().top
    await userEvent.click(canvas.getByRole('button', { name: 'To the top' }))
    await expect(tab.getBoundingClientRect().top).toBeLessThan(lowPx)
    await userEvent.click(canvas.getByRole('button', { name: 'Minimise' }))
    await expect(tab).toHaveAttribute('aria-expanded', 'false')
  },
}

export const Stopped: Story = {
  args: {
    isStopped: true,
    notes: ['account-sign-in-2-1.scn.json: The first 12 steps were given up for want of room.'],
  },
  play: async ({ canvasElement }) => {
    const canvas = await open(canvasElement)
    await expect(canvas.getByRole('button', { name: 'Stop' })).toBeDisabled()
    await expect(canvas.getByRole('status')).toHaveTextContent('want of room')
  },
}

export const Empty: Story = {
  args: { recordings: [] },
  play: async ({ canvasElement }) => {
    const canvas = await open(canvasElement)
    await expect(canvas.getByText('Nothing has happened yet.')).toBeVisible()
  },
}

/* biome-ignore-all lint/suspicious/noArrayIndexKey: the lines of a story never change places */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor, within } from 'storybook/test'
import { ScrollToTop } from '#renderers/shell/ScrollToTop.tsx'

const meta = {
  component: ScrollToTop,
  args: { isWanted: ({ topPx }) => topPx > 100 },
  render: (args) => (
    <div>
      {Array.from({ length: 80 }, (_, index) => (
        <p key={index}>Line {index + 1}</p>
      ))}
      <ScrollToTop {...args} />
    </div>
  ),
} satisfies Meta<typeof ScrollToTop>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const AfterScrolling: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.queryByRole('button')).toBeNull()
    window.scrollTo({ top: 400 })
    // The browser tells of a scroll with the next frame, which a story in the background may not get.
    window.dispatchEvent(new Event('scroll'))
    const button = await canvas.findByRole('button', { name: 'Back to the top' })
    await waitFor(() => expect(button).toBeVisible())
  },
}

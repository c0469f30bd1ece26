/* biome-ignore-all lint/suspicious/noArrayIndexKey: the lines of a story never change places */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor, within } from 'storybook/test'
import { ScrollToTop } from '#renderers/shell/ScrollToTop.tsx'

const meta = {
  component: ScrollToTop,
  args: { screens: 0, page: '/', topId: 'top' },
  render: (args) => (
    <div id="top" tabIndex={-1}>
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
    let topPx = 1200
    // A story in the background gets no frames: the browser reports no scroll, and React may not listen yet.
    await waitFor(() => {
      topPx -= 50
      window.scrollTo({ top: topPx, behavior: 'instant' })
      window.dispatchEvent(new Event('scroll'))
      expect(canvas.getByRole('button', { name: 'Back to the top' })).toBeVisible()
    })
  },
}

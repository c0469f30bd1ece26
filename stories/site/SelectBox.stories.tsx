import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { SelectBox } from '#renderers/site/SelectBox.tsx'

const meta = {
  component: SelectBox,
  args: {
    children: (
      <select aria-label="Document">
        <option>Passport</option>
        <option>Identity card</option>
      </select>
    ),
  },
} satisfies Meta<typeof SelectBox>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** The arrow lies over the list and takes no press from it. */
export const Choice: Story = {
  play: async ({ canvasElement }) => {
    const list = within(canvasElement).getByRole('combobox', { name: 'Document' })
    const { right, top, height } = list.getBoundingClientRect()
    const arrow = canvasElement.querySelector('svg')?.getBoundingClientRect()
    await expect(arrow?.right).toBeLessThan(right)
    await expect(arrow?.right).toBeGreaterThan(right - 20)
    await expect(document.elementFromPoint(right - 15, top + height / 2)).toBe(list)
  },
}

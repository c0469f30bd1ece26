import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { NewsList } from '#renderers/site/home/NewsList.tsx'

const entry = {
  ...{ id: 'draw', to: '/en/champions/news/draw', title: 'The draw of the cup', day: '2026-11-20' },
  ...{ dayText: '20 Nov 2026', topic: 'Continental Cup', summary: 'Sixteen sides know their way to the final.' },
}

const meta = {
  component: NewsList,
  args: {
    items: [
      entry,
      {
        ...entry,
        id: 'two',
        title: 'A title that is rather long and needs more than a line of its card',
        topic: undefined,
      },
      { ...entry, id: 'three', summary: undefined },
    ],
  },
} satisfies Meta<typeof NewsList>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Cards: Story = {
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getAllByRole('link', { name: 'The draw of the cup' })).toHaveLength(2)
  },
}
export const WithLead: Story = { args: { hasLead: true } }

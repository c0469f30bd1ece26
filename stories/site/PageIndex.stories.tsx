import type { Meta, StoryObj } from '@storybook/react-vite'
import { PageIndex } from '#renderers/site/content/PageIndex.tsx'
import { NAV_ITEMS } from './story-data.ts'

const meta = {
  component: PageIndex,
  args: {
    title: 'Information',
    text: 'All information in one place: rules, taxes, licences and help.',
    items: NAV_ITEMS,
  },
} satisfies Meta<typeof PageIndex>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const AllPages: Story = {}
export const OnePage: Story = { args: { items: NAV_ITEMS.slice(0, 1) } }

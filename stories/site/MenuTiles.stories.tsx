import type { Meta, StoryObj } from '@storybook/react-vite'
import { MenuTiles } from '#renderers/site/content/MenuTiles.tsx'
import { NAV_ITEMS } from './story-data.ts'

const meta = {
  component: MenuTiles,
  args: { label: 'Where to?', items: NAV_ITEMS.slice(0, 8) },
} satisfies Meta<typeof MenuTiles>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const OneRow: Story = {}
export const FourColumns: Story = { args: { columns: 4, isLabelShown: true } }

import type { Meta, StoryObj } from '@storybook/react-vite'
import { PromoSection } from '#renderers/site/home/PromoSection.tsx'
import { PROMOS } from './story-data.ts'

const meta = {
  component: PromoSection,
  args: { title: 'Promotions', allPath: '#all', promos: PROMOS },
} satisfies Meta<typeof PromoSection>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Four: Story = {}
export const One: Story = { args: { promos: PROMOS.slice(0, 1) } }

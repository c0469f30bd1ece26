import type { Meta, StoryObj } from '@storybook/react-vite'
import { Spinner } from '#renderers/site/Spinner.tsx'

const meta = {
  component: Spinner,
} satisfies Meta<typeof Spinner>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Medium: Story = {}
export const Small: Story = { args: { size: 'small', label: 'The bet is being placed' } }

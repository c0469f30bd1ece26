import type { Meta, StoryObj } from '@storybook/react-vite'
import { Skeleton, SkeletonList } from '#renderers/site/Skeleton.tsx'

const meta = {
  component: SkeletonList,
  args: {
    count: 5,
    children: (
      <>
        <Skeleton width="most" />
        <Skeleton width="half" />
      </>
    ),
  },
} satisfies Meta<typeof SkeletonList>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const FiveRows: Story = {}

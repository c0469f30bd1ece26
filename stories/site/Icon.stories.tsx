import type { Meta, StoryObj } from '@storybook/react-vite'
import { Icon } from '#renderers/site/Icon.tsx'
import sprite from '../../brands/_base/assets/icons.svg?raw'

const names = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, name]) => name ?? '')

const meta = { component: Icon, args: { name: 'home', size: 24 } } satisfies Meta<typeof Icon>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const One: Story = {}

export const EveryIcon: Story = {
  render: (args) => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 16 }}>
      {names.map((name) => (
        <Icon key={name} {...args} name={name} label={name} />
      ))}
    </div>
  ),
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, userEvent, within } from 'storybook/test'
import { ScratchFields } from '#renderers/lotteries/ScratchFields.tsx'

const AMOUNTS = ['€3', '€10', '€3', '€1', '€50', '€3', '€10', '€1', '€200']

interface Shown {
  readonly begun: boolean
  readonly winning: string | null
}

function Card({ begun, winning }: Shown) {
  const [isKnown, setKnown] = useState(begun)
  const [free, setFree] = useState<readonly number[]>([])
  return (
    <div style={{ maxInlineSize: 360 }}>
      <ScratchFields
        amounts={isKnown ? AMOUNTS : null}
        {...{ free, winning }}
        onBegin={() => setKnown(true)}
        onField={(field) => setFree((before) => (before.includes(field) ? before : [...before, field]))}
      />
    </div>
  )
}

const meta = { component: Card, args: { begun: false, winning: '€3' } } satisfies Meta<typeof Card>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const ByKeyboard: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    canvas.getByRole('button', { name: 'Field 1, covered' }).focus()
    await userEvent.keyboard('{Enter}')
    await canvas.findByRole('button', { name: 'Field 1: €3' })
    for (let field = 2; field <= 9; field += 1) {
      await userEvent.tab()
      await userEvent.keyboard('{Enter}')
    }
    const fields = canvas.getAllByRole('button')
    await expect(fields.filter((field) => field.hasAttribute('data-hit'))).toHaveLength(3)
  },
}

export const WithoutAWin: Story = { args: { begun: true, winning: null } }

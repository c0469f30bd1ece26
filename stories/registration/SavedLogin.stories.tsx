import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { SavedLogin, type SavedLoginProps } from '../../src/client/account/sign-in/SavedLogin.tsx'
import { StoryApp } from './StoryApp.tsx'

function SavedLoginPlay(props: SavedLoginProps) {
  return (
    <StoryApp>
      <SavedLogin {...props} />
    </StoryApp>
  )
}

const meta = {
  component: SavedLoginPlay,
  args: { userId: 10_204_080, password: 'XX5FENLqynxiaErV', isSavingOffered: true },
} satisfies Meta<typeof SavedLoginPlay>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** REG-27: number and password, to be copied or kept as a file. */
export const OneClick: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('XX5FENLqynxiaErV')
    await expect(canvas.getByRole('button', { name: 'Save to a file' })).toBeVisible()
  },
}

export const OwnPassword: Story = { args: { password: undefined } }

/** REG-26: a brand may leave the reminder out. */
export const WithoutReminder: Story = {
  args: { isSavingOffered: false },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('XX5FENLqynxiaErV')
    await expect(canvas.queryByRole('button', { name: 'Save to a file' })).toBeNull()
  },
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { Questions } from '#renderers/site/content/Questions.tsx'

const meta = {
  component: Questions,
  args: {
    title: 'Questions and answers',
    questions: [
      {
        id: 'formats',
        question: 'Which odds formats can I choose?',
        answer: 'Six. Choose one above any board; every price on the site follows.',
      },
      {
        id: 'called_off',
        question: 'What happens to my bet when a game is called off?',
        answer: 'The selection is void. A single gives the stake back; an accumulator lives on without it.',
      },
    ],
  },
} satisfies Meta<typeof Questions>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Closed: Story = {}

export const Opened: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const answer = canvas.getByText(/The selection is void/)
    await expect(answer).not.toBeVisible()
    await userEvent.click(canvas.getByText(/called off/))
    await expect(answer).toBeVisible()
  },
}

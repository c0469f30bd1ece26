import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { OfficeStory } from '../account/OfficeStory.tsx'
import { OFFLINE } from '../account/office-data.ts'
import { limitsAnswers, raisedFrom, TWO_LIMITS } from './limits-data.ts'

const meta = {
  component: OfficeStory,
  args: { routeId: 'office_responsible', answers: limitsAnswers() },
} satisfies Meta<typeof OfficeStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const NoLimits: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('You have set no limits yet.')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Set the limit' }))
    await expect(await canvas.findByText('Enter a number above zero.')).toBeVisible()
  },
}

/** Deposits less withdrawals and the result stand out; a time is chosen. */
export const Figures: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('heading', { name: 'Your figures' })).toBeVisible()
    await expect(canvas.getByText('12 hours 34 minutes')).toBeVisible()
    await expect(canvas.getByLabelText('Over')).toHaveValue('month')
  },
}

export const TwoLimits: Story = {
  args: { answers: limitsAnswers(TWO_LIMITS) },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('heading', { name: 'Loss limit per week' })
  },
}

export const RaiseWaits: Story = {
  args: { answers: limitsAnswers(raisedFrom('2036-03-02T00:00:00.000Z')) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByRole('button', { name: 'Keep my limit' })
    await expect(canvas.queryByRole('button', { name: 'Confirm' })).toBeNull()
  },
}

export const RaiseReady: Story = {
  args: { answers: limitsAnswers(raisedFrom('2026-01-02T00:00:00.000Z')) },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('button', { name: 'Confirm' })
  },
}

export const OnABreak: Story = {
  args: {
    answers: limitsAnswers(TWO_LIMITS, {
      kind: 'time_out',
      startsAt: '2026-03-02T10:00:00.000Z',
      endsAt: '2036-03-09T10:00:00.000Z',
    }),
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('heading', { name: /^You are taking a break until/ })
  },
}

export const SureToExclude: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Exclude me' }))
    await within(document.body).findByRole('dialog', { name: 'Exclude yourself for 6 months?' })
  },
}

export const Offline: Story = {
  args: { answers: { ...limitsAnswers(TWO_LIMITS), removeLimit: OFFLINE } },
  play: async ({ canvasElement }) => {
    const [remove] = await within(canvasElement).findAllByRole('button', { name: 'Remove' })
    if (remove) await userEvent.click(remove)
    await within(canvasElement).findByRole('heading', { name: 'Loss limit per week' })
  },
}

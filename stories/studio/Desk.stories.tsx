import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { DESK_ANSWERS, DESK_RISK, DESK_TALK } from './desk-data.ts'
import { StudioStory } from './StudioStory.tsx'

const meta = {
  component: StudioStory,
  args: { path: '/brands/northstar/desk', data: { answers: DESK_ANSWERS } },
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof StudioStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Waiting: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const first = await page.findByRole('button', { name: /Where is my deposit/ })
    first.focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect(page.getByRole('button', { name: /Thank you/ })).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}{Enter}')
    await expect(await page.findByRole('button', { name: 'Take it' })).toBeVisible()
    await userEvent.type(page.getByLabelText('Answer'), 'It has arrived.')
    await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
  },
}

export const Taken: Story = {
  args: {
    path: '/brands/northstar/desk?list=support&item=10204080',
    data: {
      answers: {
        ...DESK_ANSWERS,
        getDeskTalk: { ...DESK_TALK, claim: { by: 'Rita', isMine: false, until: '2026-11-24T10:30:00.000Z' } },
      },
    },
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByText(/Rita has taken this/)).toBeVisible()
    await userEvent.type(page.getByLabelText('Answer'), 'Hello')
    await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  },
}

export const Payment: Story = {
  args: { path: '/brands/northstar/desk?list=payment&item=70012' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByText('Password or contacts were changed lately')).toBeVisible()
    await expect(page.getByText(/1 of 2 approvals/)).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Refuse' }))
    const box = within(await page.findByRole('dialog', { name: 'Refuse this payment?' }))
    await userEvent.type(box.getByLabelText('Why?'), 'Not your account.')
    await userEvent.click(box.getByRole('button', { name: 'Refuse' }))
    await expect(page.queryByRole('dialog')).toBeNull()
  },
}

export const Doubt: Story = {
  args: { path: '/brands/northstar/desk?list=doubt&item=60010' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByText(/A round of Mines at livery is open/)).toBeVisible()
    await expect(page.getByText('The ledger lacks a transfer of an action that moved money.')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Finish the round' }))
    const box = within(await page.findByRole('dialog', { name: 'Finish this round?' }))
    await userEvent.type(box.getByLabelText('Why?'), 'The player has asked.')
    await userEvent.click(box.getByRole('button', { name: 'Finish the round' }))
    await expect(page.queryByRole('dialog')).toBeNull()
  },
}

export const Result: Story = {
  args: { path: '/brands/northstar/desk?list=result&item=500123' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByRole('heading', { name: 'Arsenal – Everton' })).toBeVisible()
    await userEvent.type(page.getByLabelText('Home'), '2')
    await expect(page.getByRole('button', { name: 'Correct the result' })).toBeDisabled()
    await userEvent.type(page.getByLabelText('Away'), '0')
    await userEvent.click(page.getByRole('button', { name: 'Correct the result' }))
    const box = within(await page.findByRole('dialog', { name: 'Correct the result?' }))
    await expect(box.getByText(/3 are settled, 12 that are settled already are settled again/)).toBeVisible()
    await userEvent.type(box.getByLabelText('Why?'), 'A goal was taken back.')
    await userEvent.click(box.getByRole('button', { name: 'Correct the result' }))
    await expect(page.queryByRole('dialog')).toBeNull()
  },
}

export const Liabilities: Story = {
  args: { path: '/brands/northstar/desk?list=exposure&item=500123' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByText('4,200.00 EUR owed if it ends 1X2: Arsenal')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled()
    await userEvent.selectOptions(await page.findByLabelText('Limit of'), '1X2: Draw')
    await expect(page.getByRole('button', { name: 'Lift the limit' })).toBeVisible()
    await userEvent.type(page.getByLabelText('Owed at most, EUR'), '1500')
    await userEvent.click(page.getByRole('button', { name: 'Set the limit' }))
    const box = within(await page.findByRole('dialog', { name: 'Limit 1X2: Draw?' }))
    await userEvent.type(box.getByLabelText('Why?'), 'Many draws.')
    await userEvent.click(box.getByRole('button', { name: 'Set the limit' }))
    await expect(page.queryByRole('dialog')).toBeNull()
  },
}

export const Draws: Story = {
  args: { path: '/brands/northstar/desk?list=draws&item=60010' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByText('120 tickets, 240.00 EUR · 36.00 USD staked')).toBeVisible()
    await userEvent.click(await page.findByRole('button', { name: 'Cancel it' }))
    const box = within(await page.findByRole('dialog', { name: 'Cancel this draw?' }))
    await userEvent.type(box.getByLabelText('Why?'), 'The prizes were wrong.')
    await userEvent.click(box.getByRole('button', { name: 'Cancel it' }))
    await expect(page.queryByRole('dialog')).toBeNull()
  },
}

export const Rounds: Story = {
  args: { path: '/brands/northstar/desk?list=rounds&text=800010&item=800010' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByRole('button', { name: /Round 800010/ })).toBeVisible()
    await expect(await page.findByRole('table')).toBeVisible()
  },
}

export const FreeRounds: Story = {
  args: { path: '/brands/northstar/desk?list=free' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByText('3 players, 12 rounds played, 4.50 EUR won')).toBeVisible()
    const fields = {
      'Name, for colleagues': 'Sorry',
      'Id of the game': 'dice',
      'Account numbers': '10204080, 10204081',
    }
    for (const [label, text] of Object.entries(fields)) await userEvent.type(page.getByLabelText(label), text)
    await userEvent.click(page.getByRole('button', { name: 'Give free rounds' }))
    const box = within(await page.findByRole('dialog', { name: 'Give these rounds?' }))
    await expect(box.getByText(/2 players get 10 rounds of 0.20 EUR at dice/)).toBeVisible()
    await userEvent.type(box.getByLabelText('Why?'), 'They waited for a withdrawal.')
    await userEvent.click(box.getByRole('button', { name: 'Give free rounds' }))
    await expect(page.queryByRole('dialog')).toBeNull()
  },
}

export const Grants: Story = {
  args: { path: '/brands/northstar/desk?list=bonuses' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByText('2 players, 400.00 EUR in all')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Approve' }))
    const box = within(await page.findByRole('dialog', { name: 'Approve this grant?' }))
    await userEvent.type(box.getByLabelText('Why?'), 'Agreed.')
    await userEvent.click(box.getByRole('button', { name: 'Approve' }))
    await expect(page.queryByRole('dialog')).toBeNull()
  },
}

export const GivenAtTheDesk: Story = {
  args: { path: '/brands/northstar/desk?list=bonuses&text=sorry-20' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.type(await page.findByLabelText('Account numbers'), '10204080 10204090')
    await userEvent.click(page.getByRole('button', { name: 'Give the bonus' }))
    const box = within(await page.findByRole('dialog', { name: 'Give “A small thank-you”?' }))
    await expect(box.getByText('2 players get it, or none of them.')).toBeVisible()
    await userEvent.type(box.getByLabelText('Why?'), 'The stream failed.')
    await userEvent.click(box.getByRole('button', { name: 'Give the bonus' }))
    await expect(await page.findByText('It waits for a second person.')).toBeVisible()
  },
}

export const CodesInBulk: Story = {
  args: { path: '/brands/northstar/desk?list=bonuses&text=fair' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByText('12 of 100 used')).toBeVisible()
    await expect(page.getByText(/100.00 EUR deposited with the bonus, 5.00 EUR staked/)).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Revoke' }))
    const box = within(await page.findByRole('dialog', { name: 'Revoke 88 codes?' }))
    await userEvent.type(box.getByLabelText('Why?'), 'The list was lost.')
    await userEvent.click(box.getByRole('button', { name: 'Revoke' }))
    await expect(page.queryByRole('dialog')).toBeNull()
  },
}

export const Providers: Story = {
  args: { path: '/brands/northstar/desk?list=providers' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.click(await page.findByRole('button', { name: 'Stop Livery' }))
    const box = within(await page.findByRole('dialog', { name: 'Stop Livery?' }))
    await expect(box.getByText(/wins are paid/)).toBeVisible()
    await userEvent.type(box.getByLabelText('Why?'), 'A fault was found.')
    await userEvent.click(box.getByRole('button', { name: 'Stop Livery' }))
    await expect(page.queryByRole('dialog')).toBeNull()
    await expect(page.getByRole('button', { name: 'Start Northern Games again' })).toBeVisible()
  },
}

export const Identification: Story = {
  args: { path: '/brands/northstar/desk?list=identification&item=10204080' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.click(await page.findByRole('button', { name: 'Reject' }))
    const box = within(await page.findByRole('dialog', { name: 'Reject these documents?' }))
    await expect(box.getByRole('button', { name: 'Reject' })).toBeDisabled()
    await userEvent.type(box.getByLabelText('Why?'), 'Too dark.')
    await userEvent.click(box.getByRole('button', { name: 'Reject' }))
    await expect(page.queryByRole('dialog')).toBeNull()
  },
}

export const Appeal: Story = {
  args: { path: '/brands/northstar/desk?list=appeal&item=3' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.type(await page.findByLabelText('Answer'), 'You are right.')
    await expect(page.getByRole('button', { name: 'Unblock and answer' })).toBeEnabled()
  },
}

export const ProtectionTalk: Story = {
  args: { path: '/brands/northstar/desk?list=protection&item=4' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByText(/500\.00 EUR a month/)).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Allow this limit' }))
    const box = within(await page.findByRole('dialog', { name: 'Allow the limit after the talk?' }))
    await userEvent.type(box.getByLabelText('Why?'), 'Has a regular income.')
    await userEvent.click(box.getByRole('button', { name: 'Allow this limit' }))
    await expect(page.queryByRole('dialog')).toBeNull()
  },
}

export const RiskTalk: Story = {
  args: {
    path: '/brands/northstar/desk?list=protection&item=4',
    data: { answers: { ...DESK_ANSWERS, getDeskProtection: DESK_RISK } },
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByText('Five deposits or more within a day')).toBeVisible()
    await expect(page.getAllByRole('listitem').length).toBeGreaterThanOrEqual(2)
    await userEvent.click(page.getByRole('button', { name: 'Steps are needed' }))
    const box = within(await page.findByRole('dialog', { name: 'Say which steps follow?' }))
    await userEvent.type(box.getByLabelText('Why?'), 'Takes a limit of 50 a week.')
    await userEvent.click(box.getByRole('button', { name: 'Steps are needed' }))
    await expect(page.queryByRole('dialog')).toBeNull()
  },
}

export const Player: Story = {
  args: { path: '/brands/northstar/desk?list=players&text=keller&item=10204080' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect((await page.findAllByText('1,234.56 EUR')).length).toBeGreaterThan(0)
    await userEvent.click(page.getByRole('button', { name: 'Unblock' }))
    await expect(await page.findByRole('dialog', { name: 'Unblock this player?' })).toBeVisible()
  },
}

export const Viewer: Story = {
  args: {
    session: {
      isClaimed: true,
      account: {
        id: 9,
        name: 'Vera',
        email: 'vera@operator.example',
        grants: [{ role: 'viewer', scope: 'northstar' }],
        hasSecondFactor: false,
        passkeys: 0,
      },
    },
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByLabelText('Find a player')).toBeVisible()
    await expect(page.queryByRole('button', { name: /Support/ })).toBeNull()
  },
}

export const Nothing: Story = {
  args: {
    data: {
      answers: {
        ...DESK_ANSWERS,
        listDesk: {
          items: [],
          waiting: { support: 0, identification: 0, appeal: 0, payment: 0, doubt: 0, protection: 0 },
        },
      },
    },
  },
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import type { StudioRegistrationCheckAnswer } from '#schemas'
import { StudioStory } from './StudioStory.tsx'

const CHECKED: StudioRegistrationCheckAnswer = {
  isValid: false,
  answers: { email: 'player@example.com', country_id: 180, name: 'Anna', 'agree-policy': true },
  payload: { email: 'player@example.com', country_id: 180, 'agree-policy': true },
  fields: [
    { id: 'email', kind: 'email', label: 'E-mail', isShown: true, isRequired: true },
    {
      ...{ id: 'country_id', kind: 'select', label: 'Country', isShown: true, isRequired: true },
      options: [{ value: 180, title: 'Portugal' }],
    },
    {
      ...{ id: 'name', kind: 'input', label: 'First name', isShown: true, isRequired: true },
      error: 'First name: at least 8 characters',
    },
    { id: 'passport', kind: 'input', label: 'Number of the document', isShown: false, isRequired: false },
    { id: 'agree-policy', kind: 'checkbox', label: 'I agree to the rules', isShown: true, isRequired: true },
  ],
}

const meta = {
  component: StudioStory,
  args: {
    path: '/brands/northstar?document=registration/full_reg.json',
    data: { answers: { checkStudioRegistration: CHECKED } },
  },
  parameters: { layout: 'fullscreen', isBrandless: true },
} satisfies Meta<typeof StudioStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** Fields are moved by the arrow keys, taken out, brought back and added. */
export const Builder: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const grip = await page.findByRole('button', { name: /^Move Password:/ })
    grip.focus()
    await userEvent.keyboard('{ArrowUp}')
    await expect(await page.findByText('Password is now number 1 of 17.')).toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: 'Remove Currency of the account' }))
    await userEvent.click(await page.findByRole('button', { name: 'Bring currency_id back' }))
    await waitFor(() => expect(page.getByRole('button', { name: 'Remove Currency of the account' })).toBeVisible())
    await userEvent.selectOptions(page.getByLabelText('Add a field'), 'cpf')
    await userEvent.click(page.getByRole('button', { name: 'Add to the form' }))
    await expect(await page.findByRole('heading', { name: 'cpf' })).toBeVisible()
  },
}

/** What a field waits for is chosen; what would turn in a circle is not offered, and what no answer reaches is marked. */
export const Conditions: Story = {
  args: { path: '/brands/northstar?document=registration/full_reg.json&at=/fields/surname' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.selectOptions(await page.findByLabelText('Waits for'), 'receive_news')
    await expect(await page.findByRole('checkbox', { name: 'On' })).toBeChecked()
    await userEvent.click(page.getByRole('button', { name: 'Full reg' }))
    await userEvent.click(await page.findByRole('button', { name: /^(?:Receive|Send me|News).*receive_news/ }))
    await expect(await page.findByText(/receive_news → surname → receive_news/)).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Full reg' }))
    await userEvent.click(await page.findByRole('button', { name: 'Remove Last name' }))
  },
}

/** Rules are added with what they are given and what is said. */
export const Rules: Story = {
  args: { path: '/brands/northstar?document=registration/full_reg.json&at=/fields/name' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.selectOptions(await page.findByLabelText('Add a rule'), 'minLength')
    await expect(await page.findByText('Min length')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Remove Min length' }))
    await waitFor(() => expect(page.queryByText('Min length', { selector: 'strong' })).toBeNull())
  },
}

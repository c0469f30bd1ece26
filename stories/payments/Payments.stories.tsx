import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { OfficeStory } from '../account/OfficeStory.tsx'
import { CASHIER, CONSULTANT, HISTORY, PAYMENTS, payment, RECEIPT, TWO_ACCOUNTS, WITHDRAWAL } from './payments-data.ts'

const meta = {
  component: OfficeStory,
  args: { routeId: 'office_recharge', answers: { getRechargeData: CASHIER } },
} satisfies Meta<typeof OfficeStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Deposit: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('radio', { name: /E-wallet/ }))
    await userEvent.click(canvas.getByRole('button', { name: /50/ }))
    await expect(await canvas.findByText(/You get/)).toHaveTextContent('48')
  },
}

export const DepositOwing: Story = {
  args: { answers: { getRechargeData: { ...CASHIER, owed: 40 } } },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(/You owe/)
  },
}

export const DepositDuringABreak: Story = {
  args: {
    answers: {
      getRechargeData: { ...CASHIER, refusal: { key: 'protection.time_out', params: { until: '02.03.2026 12:00' } } },
    },
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(/neither bet nor deposit/)
  },
}

/** Before the first deposit a player reads how far their money is protected, and cannot continue otherwise. */
export const DepositUnderProtection: Story = {
  args: {
    answers: {
      getRechargeData: {
        ...CASHIER,
        refusal: { key: 'protection.funds_unacknowledged', params: { protection: 'not_protected' } },
      },
      acknowledgeFunds: { limits: [], break: null, comeback: null, isReviewDue: false },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText(/you may not get all of it back/)).toBeVisible()
    await expect(canvas.queryByRole('radio')).toBeNull()
    await expect(canvas.getByRole('button', { name: 'I understand' })).toBeEnabled()
  },
}

/** Where players have to be identified first, the way there is beside it. */
export const DepositUnidentified: Story = {
  args: { answers: { getRechargeData: { ...CASHIER, refusal: { key: 'protection.identity_needed', params: {} } } } },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('link', { name: 'Confirm your identity' })).toHaveAttribute(
      'href',
      expect.stringContaining('identification'),
    )
  },
}

export const DepositDone: Story = {
  args: {
    query: 'payment=70010',
    answers: { getRechargeData: CASHIER, getPayment: payment(), getBalance: TWO_ACCOUNTS },
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('Completed')
  },
}

export const DepositInDoubt: Story = {
  args: {
    query: 'payment=70010',
    answers: {
      getRechargeData: CASHIER,
      getPayment: payment({ state: 'unknown', reasonKey: 'payment.reason_in_doubt' }),
      getBalance: TWO_ACCOUNTS,
    },
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(/Your money is safe/)
  },
}

export const Withdrawal: Story = {
  args: {
    routeId: 'office_deduce',
    answers: { getDeduceData: WITHDRAWAL, getPaymentRequests: { payments: PAYMENTS.slice(0, 1) } },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText(/has to go back by this method first/)
    await canvas.findByRole('button', { name: 'Cancel withdrawal' })
  },
}

export const WithdrawalBySeveralMethods: Story = {
  args: {
    routeId: 'office_deduce',
    answers: { getDeduceData: WITHDRAWAL, getPaymentRequests: { payments: [] } },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByLabelText('Amount in EUR'), '130')
    const parts = within(await canvas.findByRole('region', { name: 'Where it goes' }))
    const [card, bank] = await parts.findAllByRole('listitem')
    await expect(card).toHaveTextContent(/Bank card.*100/)
    await expect(bank).toHaveTextContent(/Bank transfer.*30/)
    await canvas.findByLabelText('Bank transfer: IBAN')
  },
}

export const PartOfAWithdrawal: Story = {
  args: {
    ...{ routeId: 'office_deduce', query: 'payment=70020' },
    answers: {
      getDeduceData: WITHDRAWAL,
      getBalance: TWO_ACCOUNTS,
      getPayment: payment({ id: 70_020, direction: 'withdrawal', state: 'sent', amount: 100, partOf: 70_020 }),
      getPaymentRequests: {
        payments: [
          payment({
            ...{ id: 70_021, direction: 'withdrawal', state: 'sent', amount: 30, partOf: 70_020 },
            ...{ methodId: 'bank', methodNameKey: 'payment.method_bank', icon: 'bank' },
          }),
        ],
      },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText(/This part goes by Bank card/)
    await canvas.findByText('Part of withdrawal 70020')
  },
}

export const History: Story = {
  args: { routeId: 'office_historypay', answers: { getPaymentHistory: HISTORY } },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('link', { name: 'Older' })
  },
}

export const NoHistory: Story = {
  args: {
    routeId: 'office_historypay',
    answers: { getPaymentHistory: { ...HISTORY, payments: [], sums: [], pages: 0, total: 0 } },
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('No payments here.')
  },
}

export const Receipt: Story = {
  args: { routeId: 'office_paycheck', query: 'payment=70010', answers: { getPaymentReceipt: RECEIPT } },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('button', { name: 'Print' })
  },
}

export const UnderWay: Story = {
  args: { routeId: 'payment_requests', answers: { getPaymentRequests: { payments: PAYMENTS.slice(0, 1) } } },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('Waiting for approval')
  },
}

export const Convert: Story = {
  args: {
    routeId: 'convert_account',
    answers: {
      getBalance: TWO_ACCOUNTS,
      quoteConversion: {
        ...{ quoteId: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11', from: 'EUR', to: 'USD', amount: 10, receives: 10.89 },
        ...{ rate: '1.08900000', expiresAt: '2036-03-01T12:01:00.000Z' },
      },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByLabelText('Amount in EUR'), '10')
    await userEvent.click(canvas.getByRole('button', { name: 'See the rate' }))
    await canvas.findByText('1 EUR = 1.089 USD')
  },
}

export const Consultant: Story = {
  args: { routeId: 'payment_consultant_requests', answers: { getConsultantRequests: CONSULTANT } },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('It arrived today at noon.')
  },
}

export const AskConsultant: Story = {
  args: {
    routeId: 'payment_consultant_create',
    answers: { getConsultantRequests: CONSULTANT, getConsultantTransactions: { payments: [...PAYMENTS] } },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Send' }))
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Describe what happened.')
  },
}

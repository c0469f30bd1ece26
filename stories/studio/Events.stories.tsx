import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import type {
  EventReportAnswer,
  ExperimentsReport,
  FunnelReportAnswer,
  LiveAnswer,
  VisitorReportAnswer,
  VitalReportAnswer,
} from '#schemas'
import { StudioStory } from './StudioStory.tsx'

const DAYS = ['2026-11-22', '2026-11-23', '2026-11-24']
const REPORT: EventReportAnswer = {
  ...{ isOn: true, days: DAYS, visitors: 1412, visitorsByDay: [380, 510, 702], visitorsBefore: 1290 },
  kinds: [
    {
      number: 1,
      name: 'visit_started',
      owner: 'site',
      purpose: 'How many visits there are.',
      total: 512,
      before: 498,
      byDay: [150, 170, 192],
    },
    {
      number: 1000,
      name: 'registered',
      owner: 'registration',
      purpose: 'Who registers.',
      total: 31,
      before: 40,
      byDay: [9, 12, 10],
    },
    {
      number: 1531,
      name: 'first_deposit',
      owner: 'payments',
      purpose: 'Who pays in first.',
      total: 0,
      before: 0,
      byDay: [0, 0, 0],
    },
  ],
}
const FUNNEL: FunnelReportAnswer = {
  kinds: REPORT.kinds.map(({ number, name, owner }) => ({ number, name, owner })),
  funnel: [
    { number: 1, visitors: 412 },
    { number: 1000, visitors: 31 },
    { number: 1531, visitors: 12 },
  ],
  machineFunnels: [{ machine: 'shop-order', steps: [12180, 12181, 12182] }],
  summedUntil: '2026-11-27',
}
const VITALS: VitalReportAnswer = {
  vitals: [
    { page: 'home', name: 'LCP', p75: 1210, visits: 300, good: 280, poor: 4, rating: 'good' },
    { page: 'live', name: 'INP', p75: 260, visits: 120, good: 70, poor: 9, rating: 'needs-improvement' },
  ],
  vitalWeeks: [{ week: '2026-11-23', name: 'LCP', p75: 1210, visits: 300, good: 280, poor: 4, rating: 'good' }],
  slowElements: [{ page: 'live', element: 'section.board a.names', name: 'INP', p75: 310, visits: 41 }],
}
const VISITORS: VisitorReportAnswer = {
  cohorts: [
    { week: '2026-11-09', visitors: [120, 44, 31] },
    { week: '2026-11-16', visitors: [96, 40] },
    { week: '2026-11-23', visitors: [80] },
  ],
  steps: [
    { from: 'home', to: 'live', count: 312 },
    { from: 'live', to: 'game', count: 204 },
    { from: 'game', to: null, count: 160 },
  ],
  by: 'language',
  split: [
    { value: 'en', visitors: 260, events: 4120 },
    { value: 'pt', visitors: 140, events: 1980 },
    { value: null, visitors: 12, events: 30 },
  ],
}
const EXPERIMENTS: ExperimentsReport = {
  experiments: [
    {
      ...{ id: 'no-video', title: 'Without the video', isRunning: true, goal: 1000, goalName: 'registered' },
      ...{ fit: 0.4, isMismatch: false },
      variants: [
        {
          ...{ variant: 'control', weight: 1, seen: 5120, reached: 410, gain: 0, low: 0, high: 0 },
          isDecided: false,
        },
        {
          ...{ variant: 'without', weight: 1, seen: 5066, reached: 590, gain: 0.036, low: 0.014, high: 0.059 },
          isDecided: true,
        },
      ],
    },
  ],
}
const LIVE: LiveAnswer = {
  visitors: 7,
  byMinute: Array.from({ length: 30 }, (_, at) => (at * 7) % 11),
  latest: [
    { name: 'page_shown', page: 'home', count: 41 },
    { name: 'coupon_edited', page: null, count: 12 },
  ],
}
const ANSWERS = {
  getLiveReport: LIVE,
  getEventReport: REPORT,
  getFunnelReport: FUNNEL,
  getVitalReport: VITALS,
  getVisitorReport: VISITORS,
  getExperimentsReport: EXPERIMENTS,
}

const meta = {
  component: StudioStory,
  args: { path: '/brands/northstar/events', data: { answers: ANSWERS } },
  parameters: { layout: 'fullscreen', isBrandless: true },
} satisfies Meta<typeof StudioStory>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** Kinds without events are shown when they are asked for. */
export const Report: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByText('1,412 visitors')).toBeVisible()
    await expect(page.getByText('+9.5 % on the 3 days before (1,290)')).toBeVisible()
    await expect(page.getByRole('img', { name: 'Visitors by day: 22 Nov 380, 23 Nov 510, 24 Nov 702' })).toBeVisible()
    await expect(page.getByRole('row', { name: /registered/ })).toHaveTextContent('-22.5 %')
    await expect(page.queryByRole('rowheader', { name: /first_deposit/ })).toBeNull()
    await userEvent.click(page.getByRole('checkbox'))
    await expect(page.getByRole('rowheader', { name: /first_deposit/ })).toBeVisible()
    await userEvent.selectOptions(page.getByLabelText('Shown'), 'registered')
    await expect(await page.findByText('31 times')).toBeVisible()
  },
}

export const Funnel: Story = {
  args: { path: '/brands/northstar/events?view=funnel' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    const [, second] = await page.findAllByRole('listitem')
    await expect(second).toHaveTextContent('31 · 7.5 %7.5 % of the step before, 381 lost')
    await expect(page.getByText(/who entered up to 27 Nov come from the sums/)).toBeVisible()
  },
}

export const Visitors: Story = {
  args: { path: '/brands/northstar/events?view=visitors' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByRole('cell', { name: '37 % (44)' })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'The visit was over' })).toBeVisible()
  },
}

export const PageSpeed: Story = {
  args: { path: '/brands/northstar/events?view=vitals' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByRole('row', { name: 'home 1,210 ms – 300' })).toBeVisible()
    await expect(page.getByRole('cell', { name: /260 ms\s*needs improvement/ })).toBeVisible()
  },
}

export const Experiments: Story = {
  args: { path: '/brands/northstar/events?view=experiments' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByRole('row', { name: /without 5,066 590 11\.6 % \+3\.6/ })).toBeVisible()
  },
}

export const Live: Story = {
  args: { path: '/brands/northstar/events?view=live' },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('7 visitors in the last five minutes')).toBeVisible()
  },
}

export const NothingCounted: Story = {
  args: {
    data: {
      answers: {
        ...ANSWERS,
        getEventReport: {
          ...{ ...REPORT, isOn: false, visitors: 0, visitorsByDay: [0, 0, 0], visitorsBefore: null },
          kinds: [],
        },
      },
    },
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(await page.findByText(/third-party.isAnalyticsOn is off/)).toBeVisible()
    await expect(page.getByText('Nothing has been counted in these days.')).toBeVisible()
  },
}

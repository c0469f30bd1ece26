import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import type { EventReportAnswer, ExperimentsReport, LiveAnswer, VisitorReportAnswer } from '#schemas'
import { StudioStory } from './StudioStory.tsx'

const DAYS = ['2026-11-22', '2026-11-23', '2026-11-24']
const REPORT: EventReportAnswer = {
  ...{ isOn: true, days: DAYS, visitors: 412 },
  kinds: [
    {
      number: 1,
      name: 'visit_started',
      owner: 'site',
      purpose: 'How many visits there are.',
      total: 512,
      byDay: [150, 170, 192],
    },
    {
      number: 1000,
      name: 'registered',
      owner: 'registration',
      purpose: 'Who registers.',
      total: 31,
      byDay: [9, 12, 10],
    },
    {
      number: 1531,
      name: 'first_deposit',
      owner: 'payments',
      purpose: 'Who pays in first.',
      total: 0,
      byDay: [0, 0, 0],
    },
  ],
  funnel: [
    { number: 1, visitors: 412 },
    { number: 1000, visitors: 31 },
    { number: 1531, visitors: 12 },
  ],
  vitals: [
    { page: 'home', name: 'LCP', p75: 1210, visits: 300, good: 280, poor: 4, rating: 'good' },
    { page: 'live', name: 'INP', p75: 260, visits: 120, good: 70, poor: 9, rating: 'needs-improvement' },
  ],
  machineFunnels: [{ machine: 'shop-order', steps: [12180, 12181, 12182] }],
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
const EXPERIMENTS: ExperimentsReport = { experiments: [] }
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
    await expect(await page.findByText('412 visitors')).toBeVisible()
    await expect(await page.findByRole('cell', { name: '37 % (44)' })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'The visit was over' })).toBeVisible()
    await expect(page.queryByRole('rowheader', { name: /first_deposit/ })).toBeNull()
    await userEvent.click(page.getByRole('checkbox'))
    await expect(page.getByRole('rowheader', { name: /first_deposit/ })).toBeVisible()
  },
}

export const NothingCounted: Story = {
  args: {
    data: {
      answers: {
        ...ANSWERS,
        getEventReport: { ...REPORT, isOn: false, visitors: 0, kinds: [], funnel: [], vitals: [] },
        getLiveReport: { ...LIVE, visitors: 0, latest: [] },
        getVisitorReport: { ...VISITORS, cohorts: [], steps: [], split: [] },
      },
    },
  },
}

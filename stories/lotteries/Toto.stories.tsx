import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import type { TotoDrawAnswer, TotoTicket } from '#schemas'
import { OfficeStory } from '../account/OfficeStory.tsx'

const EVENTS = 5
const SIDES = [
  'Harbour',
  'Alder',
  'Northgate',
  'Quarry',
  'Elmfield',
  'Tidewater',
  'Castle',
  'Beacon',
  'Mill',
  'Orchard',
]
const DRAW: TotoDrawAnswer['draw'] = {
  ...{ drawId: 60_010, pool: 'fifteen', typeId: 1, number: 7, status: 'open', currency: 'EUR', exponent: 2 },
  ...{ events: EVENTS, unitMinor: 50, opensAt: '2026-11-24T08:00:00.000Z', closesAt: '2036-11-24T18:00:00.000Z' },
  ...{ stakedMinor: 12_000, tickets: 40, guaranteeMinor: 0, jackpotMinor: 1_000_000, paidMinor: 0, isCorrected: false },
}

const TERMS: TotoDrawAnswer['terms'] = {
  ...{ order: 10, isOffered: true, isMadeByRule: true, sportIds: [1], events: EVENTS, totalLimits: [] },
  ...{ outcomes: 'result', unitMinor: 50, mostUnitsPerLine: 100, mostLines: 10_000, mostTickets: 0 },
  ...{ needsIdentity: false, feePpm: 100_000, isCumulative: true, emptyTo: 'jackpot', dividendStepMinor: 1 },
  ...{ breakageTo: 'house', voidPolicy: 'win', voidTables: [], jackpotPpmByVoids: [1_000_000], cancelAtVoids: 3 },
  ...{ guaranteeMinor: 0, leastSaleMinutes: 30, horizonHours: 36, resultHours: 48 },
  categories: [5, 4, 3].map((hits) => ({ hits, sharePpm: 300_000 })),
}

const MATCHES: TotoDrawAnswer['matches'] = Array.from({ length: EVENTS }, (_, place) => ({
  ...{ place, gameId: 512 + place, kind: 3, sportId: 1, champId: 12, champName: 'Harbour League' },
  ...{ home: SIDES[place * 2] ?? '', away: SIDES[place * 2 + 1] ?? '', startsAt: '2036-11-24T18:00:00.000Z' },
  ...{ isLive: false, isVoid: false, sharesE2: [5200, 2600, 2200] },
}))

const OPEN: TotoDrawAnswer = { draw: DRAW, terms: TERMS, labels: ['1', 'X', '2'], matches: MATCHES, decided: 0 }

const TICKET: TotoTicket = {
  ...{
    couponNumber: 500_010,
    drawId: 60_010,
    pool: 'fifteen',
    typeId: 1,
    number: 7,
    drawStatus: 'open',
    state: 'open',
  },
  ...{ marks: [[0], [0], [0], [0], [0, 1]], lines: 2, unitsPerLine: 1, stakeMinor: 100, payoutMinor: 0 },
  ...{ currency: 'EUR', exponent: 2, placedAt: '2026-11-24T12:00:00.000Z', closesAt: '2036-11-24T18:00:00.000Z' },
  hits: [],
}

const PAID: TotoDrawAnswer = {
  ...OPEN,
  draw: { ...DRAW, status: 'paid', paidMinor: 7200 },
  matches: MATCHES.map((match) => ({ ...match, outcome: match.place === 4 ? 2 : 0, score: { home: 2, away: 1 } })),
  decided: EVENTS,
  settlement: {
    ...{ stakedMinor: 12_000, feeMinor: 1200, guaranteeMinor: 0, poolMinor: 10_800, voids: 0, topHits: 5 },
    ...{ jackpotInMinor: 1_000_000, jackpotAtStakeMinor: 1_000_000, jackpotUnits: 0, jackpotDividendMinor: 0 },
    ...{ jackpotOutMinor: 1_003_600, paidMinor: 7200, carriedMinor: 3600, breakageMinor: 0 },
    categories: [
      { hits: 5, fundMinor: 3600, units: 0, dividendMinor: 0, breakageMinor: 0, carriedMinor: 3600 },
      { hits: 4, fundMinor: 3600, units: 2, dividendMinor: 1800, breakageMinor: 0, carriedMinor: 0 },
      { hits: 3, fundMinor: 3600, units: 10, dividendMinor: 360, breakageMinor: 0, carriedMinor: 0 },
    ],
  },
}

interface Shown {
  readonly answer: TotoDrawAnswer
  readonly tickets: readonly TotoTicket[]
}

function DrawPage({ answer, tickets }: Shown) {
  return (
    <OfficeStory
      routeId="toto_draw"
      params={{ drawId: '60010' }}
      answers={{ getTotoDraw: answer, getTotoTickets: { tickets }, buyTotoTicket: TICKET }}
    />
  )
}

const meta = { component: DrawPage, args: { answer: OPEN, tickets: [] } } satisfies Meta<typeof DrawPage>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

/** Marks by hand, by what others have marked, by chance and as a system; what is missing is said; then the ticket is bought. */
export const Coupon: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('Harbour')
    const first = within(canvas.getByRole('group', { name: 'Marks for Harbour against Alder' }))
    await expect(first.getByRole('button', { name: /^1/ })).toHaveTextContent('52')
    await userEvent.click(first.getByRole('button', { name: /^X/ }))
    await userEvent.click(first.getByRole('button', { name: /^2/ }))
    await expect(first.getByRole('button', { name: /^X/ })).toHaveAttribute('aria-pressed', 'true')
    await expect(canvas.getByText('1 of 5 marked')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Buy the ticket' }))
    await expect(await canvas.findByRole('alert')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Random' }))
    await expect(canvas.getByText('5 of 5 marked')).toBeVisible()
    const coupon = within(canvas.getByRole('complementary', { name: 'Coupon' }))
    await expect(coupon.getByText('2 lines')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Popular' }))
    await expect(coupon.getByText('1 line')).toBeVisible()
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'System' }), '8')
    await expect(coupon.getByText('8 lines')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Clear' }))
    await expect(canvas.getByText('0 of 5 marked')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Popular' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Buy the ticket' }))
    await expect(await canvas.findByText('Your ticket is in the draw.')).toBeVisible()
    await expect(canvas.getByText('Ticket 500010')).toBeVisible()
  },
}

/** What each category has paid, and a ticket that has won. */
export const Settled: Story = {
  args: {
    answer: PAID,
    tickets: [
      {
        ...TICKET,
        ...{ drawStatus: 'paid', state: 'won', payoutMinor: 4320 },
        hits: [{ hits: 4, lines: 2 }],
      },
    ],
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const row = within(await canvas.findByRole('row', { name: /4 of 5/ }))
    await expect(row.getByText(/18\.00/)).toBeVisible()
    await expect(canvas.getByRole('row', { name: /5 of 5/ })).toHaveTextContent('To the jackpot')
    await expect(canvas.getByText(/Won: .*43\.20/)).toBeVisible()
    await expect(canvas.getByText('Best line: 4 of 5 right')).toBeVisible()
  },
}

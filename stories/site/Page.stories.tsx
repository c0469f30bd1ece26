import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { BottomNavigation } from '#renderers/shell/BottomNavigation.tsx'
import { DropdownItem } from '#renderers/shell/DropdownItem.tsx'
import { Card } from '#renderers/site/Card.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { ErrorPage } from '#renderers/site/frame/ErrorPage.tsx'
import { Footer } from '#renderers/site/frame/Footer.tsx'
import { Header } from '#renderers/site/frame/Header.tsx'
import { SiteLayout } from '#renderers/site/frame/SiteLayout.tsx'
import { HomeBlocks, type ResolvedHomeBlock } from '#renderers/site/home/HomeBlocks.tsx'
import lostUrl from './art/lost.svg?no-inline'
import {
  BANNERS,
  FOOTER_COLUMNS,
  FOOTER_TEXT,
  LANGUAGES,
  NAV_ITEMS,
  PAYMENT_MARKS,
  PROMOS,
  STORY_BRAND,
} from './story-data.ts'

const scheme = { scheme: 'system', onChoose: fn() } as const

const blocks: readonly ResolvedHomeBlock[] = [
  {
    id: 'banners',
    kind: 'banner-carousel',
    props: { layout: 'carousel', banners: BANNERS, label: 'Offers', isFirst: true },
  },
  { id: 'tiles', kind: 'menu-tiles', props: { label: 'Where to?', items: NAV_ITEMS.slice(0, 8), columns: 4 } },
  { id: 'promo', kind: 'promo-section', props: { title: 'Promotions', allPath: '#all', promos: PROMOS } },
  {
    id: 'welcome',
    kind: 'welcome-bonus',
    props: {
      title: 'Welcome bonus',
      value: '100 % up to 100 €',
      text: 'Twice the stake for your first evening.',
      steps: ['Register in about a minute', 'Deposit from 10 €', 'The bonus is on your account at once'],
      actionLabel: 'Register',
      to: '#register',
      terms: 'New players from 18 years. Wager 5 times on accumulators with odds from 1.40 within 30 days.',
      termsPath: '#terms',
    },
  },
  {
    id: 'features',
    kind: 'feature-cards',
    props: {
      title: 'What you can count on',
      text: 'Four promises we keep.',
      features: [
        {
          id: 'start',
          icon: 'account',
          title: 'Quick to start',
          text: 'Register in about a minute, by e-mail, by phone or with one click.',
        },
        {
          id: 'prices',
          icon: 'statistics',
          title: 'Prices you can trust',
          text: 'You decide whether a new price is accepted.',
        },
        {
          id: 'money',
          icon: 'wallet',
          title: 'Money in order',
          text: 'Every stake, payout and fee is in your history.',
        },
        {
          id: 'safe',
          icon: 'shield',
          title: 'Limits that hold',
          text: 'Set limits, take a break or exclude yourself: at once.',
        },
      ],
    },
  },
]

const meta = {
  title: 'site/Page',
  component: SiteLayout,
  parameters: { layout: 'fullscreen' },
  args: {
    header: (
      <Header
        brand={STORY_BRAND}
        homePath="#home"
        nav={NAV_ITEMS}
        languages={LANGUAGES}
        scheme={scheme}
        visitor={{ kind: 'guest', signIn: { to: '#sign-in' }, registration: { to: '#registration' } }}
      />
    ),
    footer: (
      <Footer
        brand={STORY_BRAND}
        columns={FOOTER_COLUMNS}
        paymentMarks={PAYMENT_MARKS}
        licence={{
          text: 'Livery N.V. holds licence 0000/JAZ of an example regulator.',
          to: 'https://licence.invalid/',
        }}
        text={FOOTER_TEXT}
        minimumAge={18}
        responsiblePath="#responsible"
        copyright="© 2026 Livery"
        languages={LANGUAGES}
        scheme={scheme}
      />
    ),
    bottomNavigation: (
      <BottomNavigation
        places={[
          { id: 'home', label: 'Home', icon: 'home', to: '#home', isCurrent: true },
          { id: 'live', label: 'Live', icon: 'live', to: '#live' },
          { id: 'coupon', label: 'Coupon', icon: 'coupon', count: 3, onPress: fn() },
          { id: 'casino', label: 'Casino', icon: 'casino', to: '#casino' },
          { id: 'account', label: 'Account', icon: 'account', to: '#account' },
        ]}
      />
    ),
    children: <HomeBlocks blocks={blocks} />,
  },
} satisfies Meta<typeof SiteLayout>

// biome-ignore lint/style/noDefaultExport: Storybook reads a file's component from the default export
export default meta

type Story = StoryObj<typeof meta>

export const Home: Story = {}

export const ThreeColumns: Story = {
  args: {
    asideStart: (
      <Card padding="small">
        <nav aria-label="Sports">
          <ul>
            {NAV_ITEMS.map((item) => (
              <li key={item.id}>
                <DropdownItem to={item.to} icon={item.icon} isCurrent={item.isCurrent ?? false}>
                  {item.label}
                </DropdownItem>
              </li>
            ))}
          </ul>
        </nav>
      </Card>
    ),
    asideEnd: (
      <Card padding="none">
        <EmptyState icon="coupon" title="Your coupon is empty" text="Press a price on the board: it comes here." />
      </Card>
    ),
  },
}

export const NotFound: Story = {
  args: {
    children: <ErrorPage status={404} homePath="#home" menu={NAV_ITEMS.slice(0, 4)} illustrationUrl={lostUrl} />,
  },
}

export const Failed: Story = {
  args: { children: <ErrorPage status={500} homePath="#home" onRetry={fn()} requestId="q7Lm2-8841" /> },
}

import type { FooterColumn, FooterMark } from '#renderers/site/frame/Footer.tsx'
import type { NavItem } from '#renderers/site/frame/HeaderNav.tsx'
import type { LanguageChoice } from '#renderers/site/frame/PreferenceMenus.tsx'
import type { Banner } from '#renderers/site/home/BannerCard.tsx'
import type { Promo } from '#renderers/site/home/PromoSection.tsx'
import boardUrl from './art/board.svg?no-inline'
import boardPhoneUrl from './art/board-phone.svg?no-inline'
import casinoUrl from './art/casino.svg?no-inline'
import casinoPhoneUrl from './art/casino-phone.svg?no-inline'
import bankUrl from './art/pay-bank.svg?no-inline'
import coinUrl from './art/pay-coin.svg?no-inline'
import cardUrl from './art/pay-visa.svg?no-inline'
import walletUrl from './art/pay-wallet.svg?no-inline'
import stadiumUrl from './art/stadium.svg?no-inline'
import stadiumPhoneUrl from './art/stadium-phone.svg?no-inline'

/** A brand's name for stories in which the brand plays no part. */
export const STORY_BRAND = { name: 'Livery' }

/** Fifteen items: more than any width holds. */
export const NAV_ITEMS: readonly NavItem[] = [
  { id: 'live', label: 'Live', to: '#live', icon: 'live', badge: '48' },
  { id: 'sports', label: 'Sports', to: '#sports', icon: 'football', isCurrent: true },
  { id: 'cyber', label: 'Cyber sports', to: '#cyber', icon: 'esports' },
  { id: 'casino', label: 'Casino', to: '#casino', icon: 'casino' },
  { id: 'live-casino', label: 'Live casino', to: '#live-casino', icon: 'cards' },
  { id: 'toto', label: 'Toto', to: '#toto', icon: 'trophy' },
  { id: 'lotto', label: 'Lotto', to: '#lotto', icon: 'lottery' },
  { id: 'bingo', label: 'Bingo', to: '#bingo', icon: 'lottery' },
  { id: 'poker', label: 'Poker', to: '#poker', icon: 'cards' },
  { id: 'slots', label: 'Slots', to: '#slots', icon: 'slots' },
  { id: 'virtual', label: 'Virtual sports', to: '#virtual', icon: 'monitor' },
  { id: 'promotions', label: 'Promotions', to: '#promotions', icon: 'gift' },
  { id: 'results', label: 'Results', to: '#results', icon: 'flag' },
]

/** Three languages, one of them written from right to left. */
export const LANGUAGES: readonly LanguageChoice[] = [
  { code: 'en', name: 'English', to: '#en' },
  { code: 'ru', name: 'Русский', to: '#ru' },
  { code: 'ar', name: 'العربية', to: '#ar' },
]

const art = (src: string, phone: string, alt: string) => ({
  src,
  width: 1600,
  height: 500,
  alt,
  phone: { src: phone, width: 800, height: 500 },
})

/** Banners with art. */
export const BANNERS: readonly Banner[] = [
  {
    id: 'welcome',
    title: 'Every match, one place',
    text: 'Line and live, casino and more, with prices that move as the game does.',
    actionLabel: 'Register',
    to: '#register',
    picture: art(stadiumUrl, stadiumPhoneUrl, 'A stadium in the evening'),
  },
  {
    id: 'casino',
    title: 'The casino is open',
    text: 'Slots, tables and live dealers.',
    actionLabel: 'To the casino',
    to: '#casino',
    picture: art(casinoUrl, casinoPhoneUrl, 'Chips and cards on a table'),
  },
  {
    id: 'live',
    title: 'Live, second by second',
    text: 'Follow the score and the prices on one board.',
    actionLabel: 'See live games',
    to: '#live',
    picture: art(boardUrl, boardPhoneUrl, 'A scoreboard'),
  },
]

/** A banner of words alone. */
export const PLAIN_BANNER: Banner = {
  id: 'limits',
  title: 'Play your own way',
  text: 'Set a limit before you start: it takes three presses.',
  actionLabel: 'Set a limit',
  to: '#limits',
}

/** Promotions as a page of offers shows them. */
export const PROMOS: readonly Promo[] = [
  {
    id: 'first',
    title: 'First deposit, doubled',
    text: '100 % on your first deposit, up to 100 €. Wagered five times on accumulators.',
    to: '#first',
    badge: 'New',
    until: 'Until 31.12.2026',
    actionLabel: 'Read more',
    picture: art(stadiumUrl, stadiumPhoneUrl, ''),
  },
  {
    id: 'spins',
    title: 'Fifty spins on Friday',
    text: 'Deposit 20 € on a Friday and spin fifty times on the house.',
    to: '#spins',
    until: 'Every Friday',
    actionLabel: 'Read more',
    picture: art(casinoUrl, casinoPhoneUrl, ''),
  },
  {
    id: 'insurance',
    title: 'One leg lost, stake returned',
    text: 'Accumulators of seven and more: when one leg fails, your stake comes back as a free bet.',
    to: '#insurance',
    until: 'All season',
    actionLabel: 'Read more',
    picture: art(boardUrl, boardPhoneUrl, ''),
  },
  {
    id: 'friend',
    title: 'Bring a friend',
    text: 'Both of you receive 10 € when your friend has placed the first bet.',
    to: '#friend',
    actionLabel: 'Read more',
  },
]

const link = (id: string, label: string): NavItem => ({ id, label, to: `#${id}` })

/** The columns of a foot of the page. */
export const FOOTER_TEXT = 'Livery is for adults. Set a limit in your account before you start.'

export const FOOTER_COLUMNS: readonly FooterColumn[] = [
  {
    id: 'about',
    title: 'About',
    items: [link('about', 'About us'), link('contacts', 'Contacts'), link('licences', 'Licences')],
  },
  {
    id: 'help',
    title: 'Help',
    items: [
      link('how', 'How to bet'),
      link('payment', 'Payments'),
      link('calculator', 'Betting calculator'),
      link('disputes', 'Disputes'),
    ],
  },
  {
    id: 'rules',
    title: 'Rules',
    items: [
      link('rules', 'General rules'),
      link('privacy', 'Privacy policy'),
      link('cookies', 'Cookies'),
      link('aml', 'Anti-money-laundering'),
    ],
  },
  {
    id: 'play',
    title: 'Play',
    items: [link('live', 'Live'), link('sports', 'Sports'), link('casino', 'Casino'), link('app', 'Mobile app')],
  },
]

/** Marks of ways to pay. */
export const PAYMENT_MARKS: readonly FooterMark[] = [
  { id: 'card', name: 'Bank card', src: cardUrl, width: 72, height: 32 },
  { id: 'bank', name: 'Bank transfer', src: bankUrl, width: 72, height: 32 },
  { id: 'wallet', name: 'Wallet', src: walletUrl, width: 72, height: 32 },
  { id: 'coin', name: 'Coins', src: coinUrl, width: 72, height: 32 },
]

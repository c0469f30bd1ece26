import { SECTION_ROUTES, type SectionPage } from '#machines/site/routes/section-routes.ts'
import type { RouteId } from '#schemas'
import type { LobbyPage } from '../../casino/lobby/lobby-choice.ts'
import type { Screen } from '../../page/screen.ts'
import type { BonusPart } from '../../promo/awards/bonus-parts.ts'

/** A screen by its file below `src/client`, without `Screen.tsx`, and the dictionaries it reads beside `app`.
 *  @param of what the file makes the screen for, where it makes several */
function screen(name: string, dictionaries: readonly string[], of?: string): Screen {
  return { file: `src/client/${name}Screen.tsx`, dictionaries, ...(of !== undefined && { of }) }
}

/** Information pages: the Markdown file of `pages/<language>/` bears the route's name. */
const page = (id: RouteId) => screen('content/Page', [], id)

/** The screen that lists the rules or the information pages. */
const pageIndex = (name: 'rules' | 'information') => screen('content/Index', [], name)

/** What every page of games reads. */
const BOARD = ['board', 'feed', 'sport']
const PAYMENTS = ['account', 'office', 'payment', 'forms', 'wallet']
const SECTION_FILE = 'feed/board/Section'
const RESULTS_FILE = 'feed/results/Results'

/** What the pages of the referral programme read. */
const REFERRAL = ['account', 'office', 'referral']

/** What the pages of the programme of loyalty read. */
const LOYALTY = ['account', 'office', 'loyalty']

/** What the pages of bonuses in the office read. */
const BONUSES = ['account', 'office', 'promo']

/** Pages of the office that list bonuses. */
const bonuses = (part: BonusPart) => screen('promo/awards/Bonuses', BONUSES, part)

const promoCode = screen('promo/awards/Code', [...BONUSES, 'forms'])

/** What the calculators read. */
const CALCULATORS = ['betting', 'board', 'calculator']

/** What the pages of a player's bets read. */
const HISTORY = ['account', 'office', 'betting', 'feed', 'forms', 'history', 'sport']

/** Pages of sections of the sportsbook: one screen for each kind of page, whatever the section. */
const SECTION_SCREENS: Readonly<Record<SectionPage, string>> = {
  home: 'feed/results/Promo',
  events: 'feed/results/Promo',
  champs: 'feed/board/SectionChamps',
  champ: 'feed/board/SectionChamp',
  game: 'feed/game/Game',
  favorites: 'feed/board/SectionFavorites',
  broadcasts: 'feed/results/Broadcasts',
  news: 'feed/results/News',
  search: 'feed/board/Search',
}

/** What pages of a kind read beside. */
const FURTHER: Readonly<Partial<Record<SectionPage, readonly string[]>>> = {
  champ: ['player', 'news'],
  news: ['news'],
  game: ['broadcast'],
  broadcasts: ['broadcast'],
}

const sectionScreens = Object.fromEntries(
  Object.entries(SECTION_ROUTES).map(([id, { page: kind }]) => [
    id,
    screen(SECTION_SCREENS[kind], [...BOARD, ...(FURTHER[kind] ?? [])], id),
  ]),
)

/** Pages of draw games. */
const draws = (kind: 'lotto' | 'keno') => screen('lotteries/draws/DrawGame', ['draws'], kind)

/** Pages of the casino that list games. */
const lobby = (name: LobbyPage) => screen('casino/Lobby', ['casino'], name)

/** Statistics of the nine kinds, on the site and in a frame. */
const statistics = screen('feed/statistics/Statistics', [...BOARD, 'player', 'statistics'])

const player = screen('feed/game/Player', [...BOARD, 'player'])

const horseRaces = screen('feed/board/HorseRaces', BOARD)

const cyber = screen('feed/board/Cyber', BOARD)

const officeMenu = screen('account/OfficeMenu', ['account', 'office'])

/** The screens of this build: route → screen. A route without one is not offered and answers 404. */
export const SCREENS: Readonly<Partial<Record<RouteId, Screen>>> = {
  seo_page: page('seo_page'),
  home: screen('app/Home', []),
  main_section: screen(SECTION_FILE, BOARD),
  sport_filter: screen(SECTION_FILE, BOARD),
  section_championship: screen('feed/board/Championship', [...BOARD, 'player']),
  game: screen('feed/game/Game', [...BOARD, 'broadcast']),
  multi_live: screen('feed/board/MultiLive', BOARD),
  ...sectionScreens,
  horse_races: horseRaces,
  cyber,
  cyber_section: cyber,
  champions_news_article: screen('feed/results/NewsArticle', [...BOARD, 'news']),
  player_info: player,
  cricket_player_info: player,
  team_games_info: screen('feed/game/Team', [...BOARD, 'player']),
  statistics: screen('feed/statistics/StatisticsIndex', [...BOARD, 'statistics']),
  statistics_kind: statistics,
  statistic_popup: statistics,
  results: screen(RESULTS_FILE, BOARD),
  championship_results: screen(RESULTS_FILE, BOARD),
  events_search: screen('feed/board/Search', BOARD),
  favorites: screen('feed/board/Favorites', BOARD),
  duels: screen('feed/game/Duel', BOARD),
  express_of_the_day: screen('feed/board/Express', BOARD),
  lotteries: screen('lotteries/draws/Lotteries', ['draws', 'scratch']),
  lotto: draws('lotto'),
  keno: draws('keno'),
  bingo: screen('lotteries/bingo/Bingo', ['bingo', 'draws']),
  scratch_cards: screen('lotteries/scratch/Scratch', ['scratch', 'draws']),
  registration: screen('registration/Registration', ['registration', 'forms', 'captcha', 'code', 'phone', 'social']),
  registrationIdentification: screen('protection/RegistrationIdentification', ['forms', 'protection', 'registration']),
  login: screen('account/sign-in/SignIn', ['account', 'code', 'forms', 'passkeys', 'social', 'two-factor']),
  activation: screen('account/sign-in/Activation', ['account']),
  office_account: screen('account/profile/Account', ['account', 'office', 'contacts', 'profile', 'wallet']),
  office_account_edit: screen('account/profile/AccountEdit', ['account', 'office', 'forms', 'profile']),
  clarify_data: screen('account/profile/Clarify', ['account', 'office', 'forms', 'profile']),
  office_settings: screen('account/profile/Settings', ['account', 'office', 'settings']),
  office_settings_account: screen('account/profile/Preferences', ['account', 'office', 'settings']),
  email_subscription: screen('account/support/EmailSubscription', ['account', 'office', 'settings']),
  share_idea: screen('account/support/ShareIdea', ['account', 'office', 'support']),
  change_login: screen('account/security/ChangeLogin', ['account', 'office', 'security']),
  office_settings_mailing: screen('account/support/Mailing', ['push', 'account', 'office', 'settings']),
  office_settings_disallow_sports: screen('account/profile/HiddenSports', ['account', 'office', 'settings', 'sport']),
  office_messages: screen('account/support/Messages', ['account', 'message', 'office']),
  office_support: screen('account/support/Support', ['account', 'office', 'support']),
  office_admin_request: screen('account/support/AdminRequest', ['account', 'office', 'support']),
  office_settings_wallets: screen('account/wallets/Wallets', ['account', 'office', 'wallet']),
  restore_password: screen('account/sign-in/RestorePassword', ['account', 'forms', 'security']),
  block_appeal: screen('account/support/BlockAppeal', ['account', 'appeal', 'captcha']),
  office_security: screen('account/security/Security', [
    'account',
    'forms',
    'office',
    'passkeys',
    'security',
    'two-factor',
  ]),
  office_change_password: screen('account/security/ChangePassword', ['account', 'office', 'forms', 'security']),
  office_security_question: screen('account/security/SecretQuestion', ['account', 'office', 'forms', 'security']),
  security_auth_by_email: screen('account/sign-in/AuthByEmail', ['account', 'office', 'forms', 'security']),
  office_session_history: screen('account/security/Sessions', ['account', 'office', 'security']),
  office_enable_two_factor_auth: screen('account/security/EnableTwoFactor', [
    'account',
    'office',
    'forms',
    'two-factor',
  ]),
  office_disable_two_factor_auth: screen('account/security/DisableTwoFactor', [
    'account',
    'office',
    'forms',
    'two-factor',
  ]),
  office_history: screen('betting/History', HISTORY),
  office_manager_bets: screen('betting/ManagerBets', HISTORY),
  office_bets_history_mail: screen('betting/HistoryMail', HISTORY),
  office_bets_history_clear: screen('betting/HistoryClear', HISTORY),
  office_phone_binding: screen('account/contacts/PhoneBinding', [
    'account',
    'office',
    'contacts',
    'code',
    'forms',
    'phone',
  ]),
  office_phone_activate: screen('account/contacts/PhoneActivation', [
    'account',
    'office',
    'contacts',
    'code',
    'forms',
    'phone',
  ]),
  office_phone_change: screen('account/contacts/PhoneChange', [
    'account',
    'office',
    'contacts',
    'code',
    'forms',
    'phone',
  ]),
  office_email_change: screen('account/contacts/EmailChange', [
    'account',
    'office',
    'contacts',
    'code',
    'forms',
    'phone',
  ]),
  office_activation_email: screen('account/contacts/EmailActivation', [
    'account',
    'office',
    'contacts',
    'code',
    'forms',
    'phone',
  ]),
  office_recharge: screen('app/Recharge', [...PAYMENTS, 'promo']),
  office_deduce: screen('payments/Withdrawal', PAYMENTS),
  office_historypay: screen('payments/History', PAYMENTS),
  office_paycheck: screen('payments/Receipt', PAYMENTS),
  payment_requests: screen('payments/Requests', PAYMENTS),
  convert_account: screen('payments/Convert', PAYMENTS),
  payment_consultant_requests: screen('payments/consultant/Requests', PAYMENTS),
  payment_consultant_create: screen('payments/consultant/Create', PAYMENTS),
  payment_consultant_fill_out: screen('payments/consultant/FillOut', PAYMENTS),
  payment_consultant_transactions: screen('payments/consultant/Transactions', PAYMENTS),
  casino: lobby('casino'),
  live_casino: lobby('live_casino'),
  slots: lobby('slots'),
  poker: lobby('poker'),
  third_party_games: lobby('third_party_games'),
  casino_game: screen('casino/Game', ['casino', 'office']),
  toto: screen('lotteries/toto/Toto', ['toto']),
  toto_draw: screen('lotteries/toto/Draw', ['toto']),
  office_toto: screen('lotteries/toto/Tickets', ['account', 'office', 'toto']),
  office_casino: screen('casino/History', ['account', 'casino', 'office']),
  office_responsible: screen('protection/limits/Responsible', ['account', 'office', 'limits']),
  office_account_verification: screen('protection/Verification', [
    'account',
    'office',
    'forms',
    'protection',
    'registration',
  ]),
  office_account_identification: screen('protection/Identification', [
    'account',
    'office',
    'forms',
    'protection',
    'registration',
  ]),
  office_bringfriend: screen('promo/referral/Overview', REFERRAL),
  office_bring_friend_main: screen('promo/referral/Friends', REFERRAL),
  office_bring_friend_rules: screen('promo/referral/Rules', REFERRAL),
  office_bring_friend_banners: screen('promo/referral/Banners', REFERRAL),
  our_partners: screen('promo/referral/Partners', ['referral']),
  office_casino_vip_cashback: screen('promo/loyalty/Cashback', LOYALTY),
  points: screen('promo/loyalty/Points', LOYALTY),
  office_settings_cashback: screen('promo/loyalty/Tiers', LOYALTY),
  promotions: screen('promo/awards/Promotions', ['promo', 'office']),
  promotion: screen('promo/awards/Promotion', ['promo', 'office']),
  bonus: screen('promo/awards/Bonus', ['promo', 'office']),
  office_promotion: bonuses('mine'),
  special_offers: bonuses('offers'),
  powerbet: bonuses('power'),
  office_rewards: bonuses('rewards'),
  bonuses_deposit: bonuses('deposit'),
  bonuses_wager: bonuses('wager'),
  office_settings_bonuses_gifts: bonuses('gifts'),
  office_settings_bonuses: screen('promo/awards/BonusSettings', [...BONUSES, 'account', 'settings']),
  promo_code_check: promoCode,
  office_settings_promo_code_check: promoCode,
  promo_code_history: screen('promo/awards/Codes', BONUSES),
  office: officeMenu,
  office_menu: officeMenu,
  office_menu_profile: officeMenu,
  office_menu_settings: officeMenu,
  office_menu_promo: officeMenu,
  about: page('about'),
  contacts: page('contacts'),
  how_to_bet: page('how_to_bet'),
  main_rules: page('main_rules'),
  bonus_rules: page('bonus_rules'),
  payment: page('payment'),
  responsible_gaming: page('responsible_gaming'),
  privacy_policy: page('privacy_policy'),
  aml_kyc_policy: page('aml_kyc_policy'),
  dispute_resolution: page('dispute_resolution'),
  cookies: page('cookies'),
  taxes: page('taxes'),
  licenses: page('licenses'),
  consent: page('consent'),
  confirm_terms: page('confirm_terms'),
  simple_identification: page('simple_identification'),
  cash_terminals: page('cash_terminals'),
  ussd_instruction: page('ussd_instruction'),
  sms_bets: page('sms_bets'),
  mobile_app: page('mobile_app'),
  mobile_ios: page('mobile_ios'),
  mobile_ios_beta: page('mobile_ios_beta'),
  mobile_android: page('mobile_android'),
  web_app_guide: page('web_app_guide'),
  betting_calculator: screen('betting/calculator/BettingCalculator', CALCULATORS),
  calculator: screen('betting/calculator/OddsCalculator', CALCULATORS),
  rules: pageIndex('rules'),
  information: pageIndex('information'),
}

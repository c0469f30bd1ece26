import { SECTION_ROUTES, type SectionPage } from '#machines/site/routes/section-routes.ts'
import type { RouteId } from '#schemas'
import type { LobbyPage } from '../casino/lobby/lobby-choice.ts'
import type { Screen, ScreenModule } from '../page/screen.ts'
import type { BonusPart } from '../promo/awards/bonus-parts.ts'

const PAGE_FILE = 'src/client/content/PageScreen.tsx'

/** Information pages: the Markdown file of `pages/<language>/` bears the route's name. */
function page(id: RouteId): Screen {
  return {
    file: PAGE_FILE,
    dictionaries: [],
    load: async () => (await import('../content/PageScreen.tsx')).pageScreen(id),
  }
}

/** The screen that lists the rules or the information pages. */
function pageIndex(name: 'rules' | 'information'): Screen {
  return {
    file: 'src/client/content/IndexScreen.tsx',
    dictionaries: [],
    load: async () => (await import('../content/IndexScreen.tsx')).indexScreen(name),
  }
}

/** What every page of games reads. */
const BOARD = ['board', 'feed', 'sport']
const PAYMENTS = ['account', 'office', 'payment', 'forms', 'wallet']
const SECTION_FILE = 'src/client/feed/board/SectionScreen.tsx'
const RESULTS_FILE = 'src/client/feed/results/ResultsScreen.tsx'

/** What the pages of the referral programme read. */
const REFERRAL = ['account', 'office', 'referral']

/** What the pages of the programme of loyalty read. */
const LOYALTY = ['account', 'office', 'loyalty']

/** What the pages of bonuses in the office read. */
const BONUSES = ['account', 'office', 'promo']

/** Pages of the office that list bonuses. */
function bonuses(part: BonusPart): Screen {
  return {
    file: 'src/client/promo/awards/BonusesScreen.tsx',
    dictionaries: BONUSES,
    load: async () => (await import('../promo/awards/BonusesScreen.tsx')).bonusesScreen(part),
  }
}

const promoCode: Screen = {
  file: 'src/client/promo/awards/CodeScreen.tsx',
  dictionaries: [...BONUSES, 'forms'],
  load: () => import('../promo/awards/CodeScreen.tsx'),
}

/** What the calculators read. */
const CALCULATORS = ['betting', 'board', 'calculator']

/** What the pages of a player's bets read. */
const HISTORY = ['account', 'office', 'betting', 'feed', 'forms', 'history', 'sport']

/** Pages of sections of the sportsbook: one screen for each kind of page, whatever the section. */
const SECTION_SCREENS = {
  home: [
    'src/client/feed/results/PromoScreen.tsx',
    async (id) => (await import('../feed/results/PromoScreen.tsx')).promoScreen(id),
  ],
  events: [
    'src/client/feed/results/PromoScreen.tsx',
    async (id) => (await import('../feed/results/PromoScreen.tsx')).promoScreen(id),
  ],
  champs: [
    'src/client/feed/board/SectionChampsScreen.tsx',
    async (id) => (await import('../feed/board/SectionChampsScreen.tsx')).sectionChampsScreen(id),
  ],
  champ: [
    'src/client/feed/board/SectionChampScreen.tsx',
    async (id) => (await import('../feed/board/SectionChampScreen.tsx')).sectionChampScreen(id),
  ],
  game: [
    'src/client/feed/game/GameScreen.tsx',
    async (id) => (await import('../feed/game/GameScreen.tsx')).sectionGameScreen(id),
  ],
  favorites: [
    'src/client/feed/board/SectionFavoritesScreen.tsx',
    async (id) => (await import('../feed/board/SectionFavoritesScreen.tsx')).sectionFavoritesScreen(id),
  ],
  broadcasts: [
    'src/client/feed/results/BroadcastsScreen.tsx',
    async (id) => (await import('../feed/results/BroadcastsScreen.tsx')).broadcastsScreen(id),
  ],
  news: [
    'src/client/feed/results/NewsScreen.tsx',
    async (id) => (await import('../feed/results/NewsScreen.tsx')).newsScreen(id),
  ],
  search: [
    'src/client/feed/board/SearchScreen.tsx',
    async (id) => (await import('../feed/board/SearchScreen.tsx')).sectionSearchScreen(id),
  ],
} as const satisfies Readonly<
  Record<SectionPage, readonly [file: string, load: (id: RouteId) => Promise<ScreenModule>]>
>

/** What pages of a kind read beside. */
const FURTHER: Readonly<Partial<Record<SectionPage, readonly string[]>>> = {
  champ: ['player', 'news'],
  news: ['news'],
  game: ['broadcast'],
  broadcasts: ['broadcast'],
}

const sectionScreens = Object.fromEntries(
  Object.entries(SECTION_ROUTES).map(([id, { page: kind }]): [string, Screen] => {
    const [file, load] = SECTION_SCREENS[kind]
    return [id, { file, dictionaries: [...BOARD, ...(FURTHER[kind] ?? [])], load: () => load(id as RouteId) }]
  }),
)

/** Pages of draw games. */
function draws(kind: 'lotto' | 'keno'): Screen {
  return {
    file: 'src/client/lotteries/draws/DrawGameScreen.tsx',
    dictionaries: ['draws'],
    load: async () => (await import('../lotteries/draws/DrawGameScreen.tsx')).drawScreen(kind),
  }
}

/** Pages of the casino that list games. */
function lobby(page: LobbyPage): Screen {
  return {
    file: 'src/client/casino/LobbyScreen.tsx',
    dictionaries: ['casino'],
    load: async () => (await import('../casino/LobbyScreen.tsx')).lobbyScreen(page),
  }
}

/** Statistics of the nine kinds, on the site and in a frame. */
const statistics: Screen = {
  file: 'src/client/feed/statistics/StatisticsScreen.tsx',
  dictionaries: [...BOARD, 'player', 'statistics'],
  load: () => import('../feed/statistics/StatisticsScreen.tsx'),
}

const player: Screen = {
  file: 'src/client/feed/game/PlayerScreen.tsx',
  dictionaries: [...BOARD, 'player'],
  load: () => import('../feed/game/PlayerScreen.tsx'),
}

const horseRaces: Screen = {
  file: 'src/client/feed/board/HorseRacesScreen.tsx',
  dictionaries: BOARD,
  load: () => import('../feed/board/HorseRacesScreen.tsx'),
}

const cyber: Screen = {
  file: 'src/client/feed/board/CyberScreen.tsx',
  dictionaries: BOARD,
  load: () => import('../feed/board/CyberScreen.tsx'),
}

const officeMenu: Screen = {
  file: 'src/client/account/OfficeMenuScreen.tsx',
  dictionaries: ['account', 'office'],
  load: () => import('../account/OfficeMenuScreen.tsx'),
}

const seoPage: Screen = {
  file: 'src/client/content/PageScreen.tsx',
  dictionaries: [],
  load: async () => (await import('../content/PageScreen.tsx')).seoScreen,
}

/** The screens of this build: route → module. A route without one is not offered and answers 404. */
export const SCREENS: Readonly<Partial<Record<RouteId, Screen>>> = {
  seo_page: seoPage,
  home: { file: 'src/client/app/HomeScreen.tsx', dictionaries: [], load: () => import('./HomeScreen.tsx') },
  main_section: { file: SECTION_FILE, dictionaries: BOARD, load: () => import('../feed/board/SectionScreen.tsx') },
  sport_filter: { file: SECTION_FILE, dictionaries: BOARD, load: () => import('../feed/board/SectionScreen.tsx') },
  section_championship: {
    file: 'src/client/feed/board/ChampionshipScreen.tsx',
    dictionaries: [...BOARD, 'player'],
    load: () => import('../feed/board/ChampionshipScreen.tsx'),
  },
  game: {
    file: 'src/client/feed/game/GameScreen.tsx',
    dictionaries: [...BOARD, 'broadcast'],
    load: () => import('../feed/game/GameScreen.tsx'),
  },
  multi_live: {
    file: 'src/client/feed/board/MultiLiveScreen.tsx',
    dictionaries: BOARD,
    load: () => import('../feed/board/MultiLiveScreen.tsx'),
  },
  ...sectionScreens,
  horse_races: horseRaces,
  cyber,
  cyber_section: cyber,
  champions_news_article: {
    file: 'src/client/feed/results/NewsArticleScreen.tsx',
    dictionaries: [...BOARD, 'news'],
    load: () => import('../feed/results/NewsArticleScreen.tsx'),
  },
  player_info: player,
  cricket_player_info: player,
  team_games_info: {
    file: 'src/client/feed/game/TeamScreen.tsx',
    dictionaries: [...BOARD, 'player'],
    load: () => import('../feed/game/TeamScreen.tsx'),
  },
  statistics: {
    file: 'src/client/feed/statistics/StatisticsIndexScreen.tsx',
    dictionaries: [...BOARD, 'statistics'],
    load: () => import('../feed/statistics/StatisticsIndexScreen.tsx'),
  },
  statistics_kind: statistics,
  statistic_popup: statistics,
  results: { file: RESULTS_FILE, dictionaries: BOARD, load: () => import('../feed/results/ResultsScreen.tsx') },
  championship_results: {
    file: RESULTS_FILE,
    dictionaries: BOARD,
    load: () => import('../feed/results/ResultsScreen.tsx'),
  },
  events_search: {
    file: 'src/client/feed/board/SearchScreen.tsx',
    dictionaries: BOARD,
    load: () => import('../feed/board/SearchScreen.tsx'),
  },
  favorites: {
    file: 'src/client/feed/board/FavoritesScreen.tsx',
    dictionaries: BOARD,
    load: () => import('../feed/board/FavoritesScreen.tsx'),
  },
  duels: {
    file: 'src/client/feed/game/DuelScreen.tsx',
    dictionaries: BOARD,
    load: () => import('../feed/game/DuelScreen.tsx'),
  },
  express_of_the_day: {
    file: 'src/client/feed/board/ExpressScreen.tsx',
    dictionaries: BOARD,
    load: () => import('../feed/board/ExpressScreen.tsx'),
  },
  lotteries: {
    file: 'src/client/lotteries/draws/LotteriesScreen.tsx',
    dictionaries: ['draws', 'scratch'],
    load: () => import('../lotteries/draws/LotteriesScreen.tsx'),
  },
  lotto: draws('lotto'),
  keno: draws('keno'),
  bingo: {
    file: 'src/client/lotteries/bingo/BingoScreen.tsx',
    dictionaries: ['bingo', 'draws'],
    load: () => import('../lotteries/bingo/BingoScreen.tsx'),
  },
  scratch_cards: {
    file: 'src/client/lotteries/scratch/ScratchScreen.tsx',
    dictionaries: ['scratch', 'draws'],
    load: () => import('../lotteries/scratch/ScratchScreen.tsx'),
  },
  registration: {
    file: 'src/client/registration/RegistrationScreen.tsx',
    dictionaries: ['registration', 'forms', 'captcha', 'code', 'phone', 'social'],
    load: () => import('../registration/RegistrationScreen.tsx'),
  },
  registrationIdentification: {
    file: 'src/client/protection/RegistrationIdentificationScreen.tsx',
    dictionaries: ['forms', 'protection', 'registration'],
    load: () => import('../protection/RegistrationIdentificationScreen.tsx'),
  },
  login: {
    file: 'src/client/account/sign-in/SignInScreen.tsx',
    dictionaries: ['account', 'code', 'forms', 'passkeys', 'social', 'two-factor'],
    load: () => import('../account/sign-in/SignInScreen.tsx'),
  },
  activation: {
    file: 'src/client/account/sign-in/ActivationScreen.tsx',
    dictionaries: ['account'],
    load: () => import('../account/sign-in/ActivationScreen.tsx'),
  },
  office_account: {
    file: 'src/client/account/profile/AccountScreen.tsx',
    dictionaries: ['account', 'office', 'contacts', 'profile', 'wallet'],
    load: () => import('../account/profile/AccountScreen.tsx'),
  },
  office_account_edit: {
    file: 'src/client/account/profile/AccountEditScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'profile'],
    load: () => import('../account/profile/AccountEditScreen.tsx'),
  },
  clarify_data: {
    file: 'src/client/account/profile/ClarifyScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'profile'],
    load: () => import('../account/profile/ClarifyScreen.tsx'),
  },
  office_settings: {
    file: 'src/client/account/profile/SettingsScreen.tsx',
    dictionaries: ['account', 'office', 'settings'],
    load: () => import('../account/profile/SettingsScreen.tsx'),
  },
  office_settings_account: {
    file: 'src/client/account/profile/PreferencesScreen.tsx',
    dictionaries: ['account', 'office', 'settings'],
    load: () => import('../account/profile/PreferencesScreen.tsx'),
  },
  email_subscription: {
    file: 'src/client/account/support/EmailSubscriptionScreen.tsx',
    dictionaries: ['account', 'office', 'settings'],
    load: () => import('../account/support/EmailSubscriptionScreen.tsx'),
  },
  share_idea: {
    file: 'src/client/account/support/ShareIdeaScreen.tsx',
    dictionaries: ['account', 'office', 'support'],
    load: () => import('../account/support/ShareIdeaScreen.tsx'),
  },
  change_login: {
    file: 'src/client/account/security/ChangeLoginScreen.tsx',
    dictionaries: ['account', 'office', 'security'],
    load: () => import('../account/security/ChangeLoginScreen.tsx'),
  },
  office_settings_mailing: {
    file: 'src/client/account/support/MailingScreen.tsx',
    dictionaries: ['push', 'account', 'office', 'settings'],
    load: () => import('../account/support/MailingScreen.tsx'),
  },
  office_settings_disallow_sports: {
    file: 'src/client/account/profile/HiddenSportsScreen.tsx',
    dictionaries: ['account', 'office', 'settings', 'sport'],
    load: () => import('../account/profile/HiddenSportsScreen.tsx'),
  },
  office_messages: {
    file: 'src/client/account/support/MessagesScreen.tsx',
    dictionaries: ['account', 'message', 'office'],
    load: () => import('../account/support/MessagesScreen.tsx'),
  },
  office_support: {
    file: 'src/client/account/support/SupportScreen.tsx',
    dictionaries: ['account', 'office', 'support'],
    load: () => import('../account/support/SupportScreen.tsx'),
  },
  office_admin_request: {
    file: 'src/client/account/support/AdminRequestScreen.tsx',
    dictionaries: ['account', 'office', 'support'],
    load: () => import('../account/support/AdminRequestScreen.tsx'),
  },
  office_settings_wallets: {
    file: 'src/client/account/wallets/WalletsScreen.tsx',
    dictionaries: ['account', 'office', 'wallet'],
    load: () => import('../account/wallets/WalletsScreen.tsx'),
  },
  restore_password: {
    file: 'src/client/account/sign-in/RestorePasswordScreen.tsx',
    dictionaries: ['account', 'forms', 'security'],
    load: () => import('../account/sign-in/RestorePasswordScreen.tsx'),
  },
  block_appeal: {
    file: 'src/client/account/support/BlockAppealScreen.tsx',
    dictionaries: ['account', 'appeal', 'captcha'],
    load: () => import('../account/support/BlockAppealScreen.tsx'),
  },
  office_security: {
    file: 'src/client/account/security/SecurityScreen.tsx',
    dictionaries: ['account', 'forms', 'office', 'passkeys', 'security', 'two-factor'],
    load: () => import('../account/security/SecurityScreen.tsx'),
  },
  office_change_password: {
    file: 'src/client/account/security/ChangePasswordScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'security'],
    load: () => import('../account/security/ChangePasswordScreen.tsx'),
  },
  office_security_question: {
    file: 'src/client/account/security/SecretQuestionScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'security'],
    load: () => import('../account/security/SecretQuestionScreen.tsx'),
  },
  security_auth_by_email: {
    file: 'src/client/account/sign-in/AuthByEmailScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'security'],
    load: () => import('../account/sign-in/AuthByEmailScreen.tsx'),
  },
  office_session_history: {
    file: 'src/client/account/security/SessionsScreen.tsx',
    dictionaries: ['account', 'office', 'security'],
    load: () => import('../account/security/SessionsScreen.tsx'),
  },
  office_enable_two_factor_auth: {
    file: 'src/client/account/security/EnableTwoFactorScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'two-factor'],
    load: () => import('../account/security/EnableTwoFactorScreen.tsx'),
  },
  office_disable_two_factor_auth: {
    file: 'src/client/account/security/DisableTwoFactorScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'two-factor'],
    load: () => import('../account/security/DisableTwoFactorScreen.tsx'),
  },
  office_history: {
    file: 'src/client/betting/HistoryScreen.tsx',
    dictionaries: HISTORY,
    load: () => import('../betting/HistoryScreen.tsx'),
  },
  office_manager_bets: {
    file: 'src/client/betting/ManagerBetsScreen.tsx',
    dictionaries: HISTORY,
    load: () => import('../betting/ManagerBetsScreen.tsx'),
  },
  office_bets_history_mail: {
    file: 'src/client/betting/HistoryMailScreen.tsx',
    dictionaries: HISTORY,
    load: () => import('../betting/HistoryMailScreen.tsx'),
  },
  office_bets_history_clear: {
    file: 'src/client/betting/HistoryClearScreen.tsx',
    dictionaries: HISTORY,
    load: () => import('../betting/HistoryClearScreen.tsx'),
  },
  office_phone_binding: {
    file: 'src/client/account/contacts/PhoneBindingScreen.tsx',
    dictionaries: ['account', 'office', 'contacts', 'code', 'forms', 'phone'],
    load: () => import('../account/contacts/PhoneBindingScreen.tsx'),
  },
  office_phone_activate: {
    file: 'src/client/account/contacts/PhoneActivationScreen.tsx',
    dictionaries: ['account', 'office', 'contacts', 'code', 'forms', 'phone'],
    load: () => import('../account/contacts/PhoneActivationScreen.tsx'),
  },
  office_phone_change: {
    file: 'src/client/account/contacts/PhoneChangeScreen.tsx',
    dictionaries: ['account', 'office', 'contacts', 'code', 'forms', 'phone'],
    load: () => import('../account/contacts/PhoneChangeScreen.tsx'),
  },
  office_email_change: {
    file: 'src/client/account/contacts/EmailChangeScreen.tsx',
    dictionaries: ['account', 'office', 'contacts', 'code', 'forms', 'phone'],
    load: () => import('../account/contacts/EmailChangeScreen.tsx'),
  },
  office_activation_email: {
    file: 'src/client/account/contacts/EmailActivationScreen.tsx',
    dictionaries: ['account', 'office', 'contacts', 'code', 'forms', 'phone'],
    load: () => import('../account/contacts/EmailActivationScreen.tsx'),
  },
  office_recharge: {
    file: 'src/client/payments/DepositScreen.tsx',
    dictionaries: [...PAYMENTS, 'promo'],
    load: async () => {
      const [{ depositScreen }, { DepositBonus, loadDepositChoices: load }] = await Promise.all([
        import('../payments/DepositScreen.tsx'),
        import('../promo/awards/DepositBonus.tsx'),
      ])
      return depositScreen({ file: 'src/client/promo/awards/DepositBonus.tsx', load, Part: DepositBonus })
    },
  },
  office_deduce: {
    file: 'src/client/payments/WithdrawalScreen.tsx',
    dictionaries: PAYMENTS,
    load: () => import('../payments/WithdrawalScreen.tsx'),
  },
  office_historypay: {
    file: 'src/client/payments/HistoryScreen.tsx',
    dictionaries: PAYMENTS,
    load: () => import('../payments/HistoryScreen.tsx'),
  },
  office_paycheck: {
    file: 'src/client/payments/ReceiptScreen.tsx',
    dictionaries: PAYMENTS,
    load: () => import('../payments/ReceiptScreen.tsx'),
  },
  payment_requests: {
    file: 'src/client/payments/RequestsScreen.tsx',
    dictionaries: PAYMENTS,
    load: () => import('../payments/RequestsScreen.tsx'),
  },
  convert_account: {
    file: 'src/client/payments/ConvertScreen.tsx',
    dictionaries: PAYMENTS,
    load: () => import('../payments/ConvertScreen.tsx'),
  },
  payment_consultant_requests: {
    file: 'src/client/payments/consultant/RequestsScreen.tsx',
    dictionaries: PAYMENTS,
    load: () => import('../payments/consultant/RequestsScreen.tsx'),
  },
  payment_consultant_create: {
    file: 'src/client/payments/consultant/CreateScreen.tsx',
    dictionaries: PAYMENTS,
    load: () => import('../payments/consultant/CreateScreen.tsx'),
  },
  payment_consultant_fill_out: {
    file: 'src/client/payments/consultant/FillOutScreen.tsx',
    dictionaries: PAYMENTS,
    load: () => import('../payments/consultant/FillOutScreen.tsx'),
  },
  payment_consultant_transactions: {
    file: 'src/client/payments/consultant/TransactionsScreen.tsx',
    dictionaries: PAYMENTS,
    load: () => import('../payments/consultant/TransactionsScreen.tsx'),
  },
  casino: lobby('casino'),
  live_casino: lobby('live_casino'),
  slots: lobby('slots'),
  poker: lobby('poker'),
  third_party_games: lobby('third_party_games'),
  casino_game: {
    file: 'src/client/casino/GameScreen.tsx',
    dictionaries: ['casino', 'office'],
    load: () => import('../casino/GameScreen.tsx'),
  },
  toto: {
    file: 'src/client/lotteries/toto/TotoScreen.tsx',
    dictionaries: ['toto'],
    load: () => import('../lotteries/toto/TotoScreen.tsx'),
  },
  toto_draw: {
    file: 'src/client/lotteries/toto/DrawScreen.tsx',
    dictionaries: ['toto'],
    load: () => import('../lotteries/toto/DrawScreen.tsx'),
  },
  office_toto: {
    file: 'src/client/lotteries/toto/TicketsScreen.tsx',
    dictionaries: ['account', 'office', 'toto'],
    load: () => import('../lotteries/toto/TicketsScreen.tsx'),
  },
  office_casino: {
    file: 'src/client/casino/HistoryScreen.tsx',
    dictionaries: ['account', 'casino', 'office'],
    load: () => import('../casino/HistoryScreen.tsx'),
  },
  office_responsible: {
    file: 'src/client/protection/limits/ResponsibleScreen.tsx',
    dictionaries: ['account', 'office', 'limits'],
    load: () => import('../protection/limits/ResponsibleScreen.tsx'),
  },
  office_account_verification: {
    file: 'src/client/protection/VerificationScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'protection', 'registration'],
    load: () => import('../protection/VerificationScreen.tsx'),
  },
  office_account_identification: {
    file: 'src/client/protection/IdentificationScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'protection', 'registration'],
    load: () => import('../protection/IdentificationScreen.tsx'),
  },
  office_bringfriend: {
    file: 'src/client/promo/referral/OverviewScreen.tsx',
    dictionaries: REFERRAL,
    load: () => import('../promo/referral/OverviewScreen.tsx'),
  },
  office_bring_friend_main: {
    file: 'src/client/promo/referral/FriendsScreen.tsx',
    dictionaries: REFERRAL,
    load: () => import('../promo/referral/FriendsScreen.tsx'),
  },
  office_bring_friend_rules: {
    file: 'src/client/promo/referral/RulesScreen.tsx',
    dictionaries: REFERRAL,
    load: () => import('../promo/referral/RulesScreen.tsx'),
  },
  office_bring_friend_banners: {
    file: 'src/client/promo/referral/BannersScreen.tsx',
    dictionaries: REFERRAL,
    load: () => import('../promo/referral/BannersScreen.tsx'),
  },
  our_partners: {
    file: 'src/client/promo/referral/PartnersScreen.tsx',
    dictionaries: ['referral'],
    load: () => import('../promo/referral/PartnersScreen.tsx'),
  },
  office_casino_vip_cashback: {
    file: 'src/client/promo/loyalty/CashbackScreen.tsx',
    dictionaries: LOYALTY,
    load: () => import('../promo/loyalty/CashbackScreen.tsx'),
  },
  points: {
    file: 'src/client/promo/loyalty/PointsScreen.tsx',
    dictionaries: LOYALTY,
    load: () => import('../promo/loyalty/PointsScreen.tsx'),
  },
  office_settings_cashback: {
    file: 'src/client/promo/loyalty/TiersScreen.tsx',
    dictionaries: LOYALTY,
    load: () => import('../promo/loyalty/TiersScreen.tsx'),
  },
  promotions: {
    file: 'src/client/promo/awards/PromotionsScreen.tsx',
    dictionaries: ['promo', 'office'],
    load: () => import('../promo/awards/PromotionsScreen.tsx'),
  },
  promotion: {
    file: 'src/client/promo/awards/PromotionScreen.tsx',
    dictionaries: ['promo', 'office'],
    load: () => import('../promo/awards/PromotionScreen.tsx'),
  },
  bonus: {
    file: 'src/client/promo/awards/BonusScreen.tsx',
    dictionaries: ['promo', 'office'],
    load: () => import('../promo/awards/BonusScreen.tsx'),
  },
  office_promotion: bonuses('mine'),
  special_offers: bonuses('offers'),
  powerbet: bonuses('power'),
  office_rewards: bonuses('rewards'),
  bonuses_deposit: bonuses('deposit'),
  bonuses_wager: bonuses('wager'),
  office_settings_bonuses_gifts: bonuses('gifts'),
  office_settings_bonuses: {
    file: 'src/client/promo/awards/BonusSettingsScreen.tsx',
    dictionaries: [...BONUSES, 'account', 'settings'],
    load: () => import('../promo/awards/BonusSettingsScreen.tsx'),
  },
  promo_code_check: promoCode,
  office_settings_promo_code_check: promoCode,
  promo_code_history: {
    file: 'src/client/promo/awards/CodesScreen.tsx',
    dictionaries: BONUSES,
    load: () => import('../promo/awards/CodesScreen.tsx'),
  },
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
  betting_calculator: {
    file: 'src/client/betting/calculator/BettingCalculatorScreen.tsx',
    dictionaries: CALCULATORS,
    load: () => import('../betting/calculator/BettingCalculatorScreen.tsx'),
  },
  calculator: {
    file: 'src/client/betting/calculator/OddsCalculatorScreen.tsx',
    dictionaries: CALCULATORS,
    load: () => import('../betting/calculator/OddsCalculatorScreen.tsx'),
  },
  rules: pageIndex('rules'),
  information: pageIndex('information'),
}

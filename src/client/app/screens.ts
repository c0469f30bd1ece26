import { SECTION_ROUTES, type SectionPage } from '#machines/site/section-routes.ts'
import type { RouteId } from '#schemas'
import type { Screen, ScreenModule } from './screen.ts'

const PAGE_FILE = 'src/client/content/PageScreen.tsx'

/** Information pages: the Markdown file of `pages/<language>/` bears the route's name. */
function page(id: RouteId): Screen {
  return {
    file: PAGE_FILE,
    dictionaries: [],
    load: async () => (await import('../content/PageScreen.tsx')).pageScreen(id),
  }
}

/** What every page of games reads. */
const BOARD = ['board', 'feed', 'sport']
const SECTION_FILE = 'src/client/feed/SectionScreen.tsx'
const RESULTS_FILE = 'src/client/feed/ResultsScreen.tsx'

/** What the pages of a player's bets read. */
const HISTORY = ['account', 'office', 'betting', 'feed', 'forms', 'history', 'sport']

/** Pages of sections of the sportsbook: one screen for each kind of page, whatever the section. */
const SECTION_SCREENS = {
  home: ['src/client/feed/PromoScreen.tsx', async (id) => (await import('../feed/PromoScreen.tsx')).promoScreen(id)],
  events: ['src/client/feed/PromoScreen.tsx', async (id) => (await import('../feed/PromoScreen.tsx')).promoScreen(id)],
  champs: [
    'src/client/feed/SectionChampsScreen.tsx',
    async (id) => (await import('../feed/SectionChampsScreen.tsx')).sectionChampsScreen(id),
  ],
  champ: [
    'src/client/feed/SectionChampScreen.tsx',
    async (id) => (await import('../feed/SectionChampScreen.tsx')).sectionChampScreen(id),
  ],
  game: [
    'src/client/feed/GameScreen.tsx',
    async (id) => (await import('../feed/GameScreen.tsx')).sectionGameScreen(id),
  ],
  favorites: [
    'src/client/feed/SectionFavoritesScreen.tsx',
    async (id) => (await import('../feed/SectionFavoritesScreen.tsx')).sectionFavoritesScreen(id),
  ],
  broadcasts: [
    'src/client/feed/BroadcastsScreen.tsx',
    async (id) => (await import('../feed/BroadcastsScreen.tsx')).broadcastsScreen(id),
  ],
  news: ['src/client/feed/NewsScreen.tsx', async (id) => (await import('../feed/NewsScreen.tsx')).newsScreen(id)],
  search: [
    'src/client/feed/SearchScreen.tsx',
    async (id) => (await import('../feed/SearchScreen.tsx')).sectionSearchScreen(id),
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

const player: Screen = {
  file: 'src/client/feed/PlayerScreen.tsx',
  dictionaries: [...BOARD, 'player'],
  load: () => import('../feed/PlayerScreen.tsx'),
}

const horseRaces: Screen = {
  file: 'src/client/feed/HorseRacesScreen.tsx',
  dictionaries: BOARD,
  load: () => import('../feed/HorseRacesScreen.tsx'),
}

const cyber: Screen = {
  file: 'src/client/feed/CyberScreen.tsx',
  dictionaries: BOARD,
  load: () => import('../feed/CyberScreen.tsx'),
}

const officeMenu: Screen = {
  file: 'src/client/account/OfficeMenuScreen.tsx',
  dictionaries: ['account', 'office'],
  load: () => import('../account/OfficeMenuScreen.tsx'),
}

/** The screens of this build: route → module. A route without one is not offered and answers 404. */
export const SCREENS: Readonly<Partial<Record<RouteId, Screen>>> = {
  home: { file: 'src/client/site/HomeScreen.tsx', dictionaries: [], load: () => import('../site/HomeScreen.tsx') },
  main_section: { file: SECTION_FILE, dictionaries: BOARD, load: () => import('../feed/SectionScreen.tsx') },
  sport_filter: { file: SECTION_FILE, dictionaries: BOARD, load: () => import('../feed/SectionScreen.tsx') },
  section_championship: {
    file: 'src/client/feed/ChampionshipScreen.tsx',
    dictionaries: [...BOARD, 'player'],
    load: () => import('../feed/ChampionshipScreen.tsx'),
  },
  game: {
    file: 'src/client/feed/GameScreen.tsx',
    dictionaries: [...BOARD, 'broadcast'],
    load: () => import('../feed/GameScreen.tsx'),
  },
  multi_live: {
    file: 'src/client/feed/MultiLiveScreen.tsx',
    dictionaries: BOARD,
    load: () => import('../feed/MultiLiveScreen.tsx'),
  },
  ...sectionScreens,
  horse_races: horseRaces,
  cyber,
  cyber_section: cyber,
  champions_news_article: {
    file: 'src/client/feed/NewsArticleScreen.tsx',
    dictionaries: [...BOARD, 'news'],
    load: () => import('../feed/NewsArticleScreen.tsx'),
  },
  player_info: player,
  cricket_player_info: player,
  team_games_info: {
    file: 'src/client/feed/TeamScreen.tsx',
    dictionaries: [...BOARD, 'player'],
    load: () => import('../feed/TeamScreen.tsx'),
  },
  results: { file: RESULTS_FILE, dictionaries: BOARD, load: () => import('../feed/ResultsScreen.tsx') },
  championship_results: { file: RESULTS_FILE, dictionaries: BOARD, load: () => import('../feed/ResultsScreen.tsx') },
  events_search: {
    file: 'src/client/feed/SearchScreen.tsx',
    dictionaries: BOARD,
    load: () => import('../feed/SearchScreen.tsx'),
  },
  favorites: {
    file: 'src/client/feed/FavoritesScreen.tsx',
    dictionaries: BOARD,
    load: () => import('../feed/FavoritesScreen.tsx'),
  },
  duels: {
    file: 'src/client/feed/DuelScreen.tsx',
    dictionaries: BOARD,
    load: () => import('../feed/DuelScreen.tsx'),
  },
  express_of_the_day: {
    file: 'src/client/feed/ExpressScreen.tsx',
    dictionaries: BOARD,
    load: () => import('../feed/ExpressScreen.tsx'),
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
    file: 'src/client/account/SignInScreen.tsx',
    dictionaries: ['account', 'code', 'forms', 'passkeys', 'social', 'two-factor'],
    load: () => import('../account/SignInScreen.tsx'),
  },
  activation: {
    file: 'src/client/account/ActivationScreen.tsx',
    dictionaries: ['account'],
    load: () => import('../account/ActivationScreen.tsx'),
  },
  office_account: {
    file: 'src/client/account/AccountScreen.tsx',
    dictionaries: ['account', 'office', 'contacts', 'profile', 'wallet'],
    load: () => import('../account/AccountScreen.tsx'),
  },
  office_account_edit: {
    file: 'src/client/account/AccountEditScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'profile'],
    load: () => import('../account/AccountEditScreen.tsx'),
  },
  clarify_data: {
    file: 'src/client/account/ClarifyScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'profile'],
    load: () => import('../account/ClarifyScreen.tsx'),
  },
  office_settings: {
    file: 'src/client/account/SettingsScreen.tsx',
    dictionaries: ['account', 'office', 'settings'],
    load: () => import('../account/SettingsScreen.tsx'),
  },
  office_settings_account: {
    file: 'src/client/account/PreferencesScreen.tsx',
    dictionaries: ['account', 'office', 'settings'],
    load: () => import('../account/PreferencesScreen.tsx'),
  },
  office_settings_mailing: {
    file: 'src/client/account/MailingScreen.tsx',
    dictionaries: ['account', 'office', 'settings'],
    load: () => import('../account/MailingScreen.tsx'),
  },
  office_settings_disallow_sports: {
    file: 'src/client/account/HiddenSportsScreen.tsx',
    dictionaries: ['account', 'office', 'settings', 'sport'],
    load: () => import('../account/HiddenSportsScreen.tsx'),
  },
  office_messages: {
    file: 'src/client/account/MessagesScreen.tsx',
    dictionaries: ['account', 'message', 'office'],
    load: () => import('../account/MessagesScreen.tsx'),
  },
  office_support: {
    file: 'src/client/account/SupportScreen.tsx',
    dictionaries: ['account', 'office', 'support'],
    load: () => import('../account/SupportScreen.tsx'),
  },
  office_admin_request: {
    file: 'src/client/account/AdminRequestScreen.tsx',
    dictionaries: ['account', 'office', 'support'],
    load: () => import('../account/AdminRequestScreen.tsx'),
  },
  office_settings_wallets: {
    file: 'src/client/account/WalletsScreen.tsx',
    dictionaries: ['account', 'office', 'wallet'],
    load: () => import('../account/WalletsScreen.tsx'),
  },
  restore_password: {
    file: 'src/client/account/RestorePasswordScreen.tsx',
    dictionaries: ['account', 'forms', 'security'],
    load: () => import('../account/RestorePasswordScreen.tsx'),
  },
  block_appeal: {
    file: 'src/client/account/BlockAppealScreen.tsx',
    dictionaries: ['account', 'appeal', 'captcha'],
    load: () => import('../account/BlockAppealScreen.tsx'),
  },
  office_security: {
    file: 'src/client/account/SecurityScreen.tsx',
    dictionaries: ['account', 'forms', 'office', 'passkeys', 'security', 'two-factor'],
    load: () => import('../account/SecurityScreen.tsx'),
  },
  office_change_password: {
    file: 'src/client/account/ChangePasswordScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'security'],
    load: () => import('../account/ChangePasswordScreen.tsx'),
  },
  office_security_question: {
    file: 'src/client/account/SecretQuestionScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'security'],
    load: () => import('../account/SecretQuestionScreen.tsx'),
  },
  security_auth_by_email: {
    file: 'src/client/account/AuthByEmailScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'security'],
    load: () => import('../account/AuthByEmailScreen.tsx'),
  },
  office_session_history: {
    file: 'src/client/account/SessionsScreen.tsx',
    dictionaries: ['account', 'office', 'security'],
    load: () => import('../account/SessionsScreen.tsx'),
  },
  office_enable_two_factor_auth: {
    file: 'src/client/account/EnableTwoFactorScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'two-factor'],
    load: () => import('../account/EnableTwoFactorScreen.tsx'),
  },
  office_disable_two_factor_auth: {
    file: 'src/client/account/DisableTwoFactorScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'two-factor'],
    load: () => import('../account/DisableTwoFactorScreen.tsx'),
  },
  office_history: {
    file: 'src/client/betting/HistoryScreen.tsx',
    dictionaries: HISTORY,
    load: () => import('../betting/HistoryScreen.tsx'),
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
    file: 'src/client/account/PhoneBindingScreen.tsx',
    dictionaries: ['account', 'office', 'contacts', 'code', 'forms', 'phone'],
    load: () => import('../account/PhoneBindingScreen.tsx'),
  },
  office_phone_activate: {
    file: 'src/client/account/PhoneActivationScreen.tsx',
    dictionaries: ['account', 'office', 'contacts', 'code', 'forms', 'phone'],
    load: () => import('../account/PhoneActivationScreen.tsx'),
  },
  office_phone_change: {
    file: 'src/client/account/PhoneChangeScreen.tsx',
    dictionaries: ['account', 'office', 'contacts', 'code', 'forms', 'phone'],
    load: () => import('../account/PhoneChangeScreen.tsx'),
  },
  office_email_change: {
    file: 'src/client/account/EmailChangeScreen.tsx',
    dictionaries: ['account', 'office', 'contacts', 'code', 'forms', 'phone'],
    load: () => import('../account/EmailChangeScreen.tsx'),
  },
  office_activation_email: {
    file: 'src/client/account/EmailActivationScreen.tsx',
    dictionaries: ['account', 'office', 'contacts', 'code', 'forms', 'phone'],
    load: () => import('../account/EmailActivationScreen.tsx'),
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
}

import type { BooleanConfig, RouteId } from '#schemas'

/** Who may open a route (ROLE-1). */
export type RouteAudience = 'any' | 'guests' | 'authorized'

/** The part of the product to which a route belongs. */
export type RouteKind =
  | 'betting'
  | 'statistics'
  | 'games'
  | 'promo'
  | 'office'
  | 'entry'
  | 'information'
  | 'app'
  | 'seo'
  | 'error'

/** What the house knows of a route. */
export interface RouteRule {
  /** React Router pattern below `/{lng}/`, without a leading slash: `'toto/draw/:drawId'`; empty for the home page. */
  readonly path: string
  readonly access: RouteAudience
  readonly kind: RouteKind
  /** What a parameter's value must look like for the page to exist; others take anything. */
  readonly params?: Readonly<Record<string, RegExp>>
  /** Languages in which the screen is never offered, whatever the brand says (ROLE-4). */
  readonly restrictedLanguages?: readonly string[]
  /** Feature flag without which the screen is hidden (ROLE-5). */
  readonly flag?: keyof BooleanConfig
}

type Extras = Omit<RouteRule, 'path' | 'access' | 'kind'>

const LINE_OR_LIVE = /^(?:line|live)$/
const ID = /^[1-9][0-9]{0,14}$/
const ID_WITH_SLUG = /^[1-9][0-9]{0,14}(?:-[a-z0-9-]*)?$/
const WORD = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$/
const STATISTIC_KIND = /^(?:game|team|player|stage|tournament|rating|horse|graph|cyber)$/

const betting = (path: string, extras: Extras = {}): RouteRule => ({ path, access: 'any', kind: 'betting', ...extras })
const games = (path: string, extras: Extras = {}): RouteRule => ({ path, access: 'any', kind: 'games', ...extras })
const promo = (path: string, extras: Extras = {}): RouteRule => ({ path, access: 'any', kind: 'promo', ...extras })
const guests = (path: string, extras: Extras = {}): RouteRule => ({ path, access: 'guests', kind: 'entry', ...extras })
const page = (name: string): RouteRule => ({ path: `information/${name}`, access: 'any', kind: 'information' })
const mobile = (path: string): RouteRule => ({ path, access: 'any', kind: 'app' })
const error = (path: string): RouteRule => ({ path, access: 'any', kind: 'error' })
const office = (name: string, extras: Extras = {}): RouteRule => ({
  path: `office/${name}`,
  access: 'authorized',
  kind: 'office',
  ...extras,
})

const SPORT = { kind: LINE_OR_LIVE, sport: ID_WITH_SLUG }
const CHAMPIONSHIP = { ...SPORT, championship: ID_WITH_SLUG }
const GAME = { params: { game: ID_WITH_SLUG } }

/** Every route of the product with its one path (CFG-33, decision 1). */
export const ROUTE_TABLE = {
  home: betting(''),
  main_section: betting(':kind', { params: { kind: LINE_OR_LIVE } }),
  sport_filter: betting(':kind/:sport', { params: SPORT }),
  section_championship: betting(':kind/:sport/:championship', { params: CHAMPIONSHIP }),
  game: betting(':kind/:sport/:championship/:game', { params: { ...CHAMPIONSHIP, game: ID_WITH_SLUG } }),
  championship_results: betting('results/:sport/:championship', {
    params: { sport: ID_WITH_SLUG, championship: ID_WITH_SLUG },
  }),
  multi_live: betting('multi-live'),
  bets_on_your_section: betting('bets-on-your'),
  bets_on_your_game: betting('bets-on-your/:game', GAME),
  cyber: betting('cyber'),
  cyber_section: betting('cyber/:section', { params: { section: WORD } }),
  marble_section: betting('marble'),
  marble_game: betting('marble/:game', GAME),
  best_section: betting('best'),
  best_game: betting('best/:game', GAME),
  recommendation: betting('recommendation'),
  favorites: betting('favorites'),
  ufc: betting('ufc'),
  politics: betting('politics'),
  team_section: betting('team'),
  team_game: betting('team/game/:game', GAME),
  team_games_info: betting('team/:team', { params: { team: ID_WITH_SLUG } }),
  events_search: betting('search'),
  topgame_section: betting('top-game'),
  topgame_game: betting('top-game/:game', GAME),
  champions_home: betting('champions'),
  champions_game: betting('champions/game/:game', GAME),
  champions_final: betting('champions/final'),
  champions_news: betting('champions/news'),
  champions_news_article: betting('champions/news/:article', { params: { article: WORD } }),
  champions_event: betting('champions/event/:championship', { params: { championship: ID_WITH_SLUG } }),
  champions_favorites: betting('champions/favorites'),
  olympics: betting('olympics'),
  express_of_the_day: betting('express-of-the-day'),
  cricket_home: betting('cricket'),
  cricket_all_champions: betting('cricket/champions'),
  cricket_all_events: betting('cricket/events'),
  cricket_favorites: betting('cricket/favorites'),
  cricket_search: betting('cricket/search'),
  cricket_broadcasts: betting('cricket/broadcasts', { flag: 'isVideoShown' }),
  cricket_champion: betting('cricket/champions/:championship', { params: { championship: ID_WITH_SLUG } }),
  cricket_game: betting('cricket/game/:game', GAME),
  cricket_player_info: betting('cricket/player/:player', { params: { player: ID_WITH_SLUG } }),
  top_events_home: betting('top-events'),
  top_events_game: betting('top-events/game/:game', GAME),
  top_events_favorites: betting('top-events/favorites'),
  promo_section: betting('section/:section', { params: { section: WORD } }),
  results: betting('results'),
  duels: betting('duels', { flag: 'isDuelsShown' }),
  player_info: betting('player/:player', { params: { player: ID_WITH_SLUG } }),
  virtual_sports: betting('virtual-sports'),
  horse_races: betting('horse-races'),
  statistics: { path: 'statistics', access: 'any', kind: 'statistics' },
  statistics_kind: {
    path: 'statistics/:kind/*',
    access: 'any',
    kind: 'statistics',
    params: { kind: STATISTIC_KIND },
  },
  statistic_popup: {
    path: 'statisticpopup/:kind/*',
    access: 'any',
    kind: 'statistics',
    params: { kind: STATISTIC_KIND },
  },
  toto: games('toto'),
  toto_draw: games('toto/draw/:drawId', { params: { drawId: ID } }),
  lotto: games('lotto'),
  lotteries: games('lotteries'),
  bingo: games('bingo'),
  keno: games('keno'),
  scratch_cards: games('scratch-cards'),
  poker: games('poker'),
  casino: games('casino'),
  live_casino: games('live-casino'),
  casino_game: games('casino/game/:game', { params: { game: WORD } }),
  third_party_games: games('games'),
  slots: games('slots'),
  promotions: promo('promotions', { flag: 'isBonusAllowed' }),
  promotion: promo('promotions/:promotion', { params: { promotion: WORD }, flag: 'isBonusAllowed' }),
  bonus: promo('bonus/:id', { params: { id: WORD }, flag: 'isBonusAllowed' }),
  bonus_rules: promo('bonus/rules/1st'),
  our_partners: promo('our-partners'),
  office: { path: 'office', access: 'authorized', kind: 'office' },
  office_account: office('account'),
  office_account_edit: office('account/edit'),
  office_history: office('history'),
  office_bringfriend: office('bring-friend', { flag: 'isReferralAllowed' }),
  office_bring_friend_rules: office('bring-friend/rules', { flag: 'isReferralAllowed' }),
  office_bring_friend_banners: office('bring-friend/banners', { flag: 'isReferralAllowed' }),
  office_bring_friend_main: office('bring-friend/main', { flag: 'isReferralAllowed' }),
  office_casino: office('casino'),
  office_casino_vip_cashback: office('casino/vip-cashback'),
  office_toto: office('toto'),
  office_change_password: office('change-password'),
  office_deduce: office('withdrawal'),
  office_historypay: office('payment-history'),
  office_menu: office('menu'),
  office_menu_profile: office('menu/profile'),
  office_menu_settings: office('menu/settings'),
  office_menu_promo: office('menu/promo'),
  office_messages: office('messages'),
  office_paycheck: office('paycheck'),
  payment_requests: office('payment-requests'),
  office_promotion: office('promotion', { flag: 'isBonusAllowed' }),
  office_recharge: office('deposit'),
  office_admin_request: office('admin-request'),
  office_security: office('security'),
  office_settings: office('settings'),
  office_support: office('support'),
  office_phone_binding: office('phone/binding'),
  office_phone_activate: office('phone/activation'),
  office_phone_change: office('phone/change'),
  office_security_question: office('security/question'),
  office_enable_two_factor_auth: office('security/two-factor/enable'),
  office_disable_two_factor_auth: office('security/two-factor/disable'),
  office_session_history: office('security/sessions'),
  security_auth_by_email: office('security/auth-by-email'),
  office_email_change: office('email/change'),
  office_activation_email: office('email/activation'),
  office_settings_wallets: office('settings/wallets'),
  office_settings_account: office('settings/account'),
  office_settings_disallow_sports: office('settings/disallowed-sports'),
  office_settings_mailing: office('settings/mailing'),
  office_settings_promo_code_check: office('settings/promo-code', { flag: 'isBonusAllowed' }),
  office_settings_cashback: office('settings/cashback'),
  office_settings_bonuses: office('settings/bonuses', { flag: 'isBonusAllowed' }),
  office_settings_bonuses_gifts: office('settings/bonuses/gifts', { flag: 'isBonusAllowed' }),
  office_manager_bets: office('manager-bets', { flag: 'isVipBetAllowed' }),
  office_bets_history_mail: office('history/mail'),
  office_bets_history_clear: office('history/clear', { flag: 'isCouponDeleteAllowed' }),
  office_responsible: office('responsible'),
  office_rewards: office('rewards'),
  office_account_verification: office('account/verification'),
  office_account_identification: office('account/identification'),
  bonuses_deposit: office('bonuses/deposit', { flag: 'isBonusAllowed' }),
  bonuses_wager: office('bonuses/wager', { flag: 'isBonusAllowed' }),
  convert_account: office('convert-account'),
  change_login: office('change-login'),
  clarify_data: office('clarify-data'),
  powerbet: office('powerbet', { flag: 'isBonusAllowed' }),
  email_subscription: office('email/subscription'),
  share_idea: office('share-idea'),
  payment_consultant_requests: office('payment-consultant'),
  payment_consultant_create: office('payment-consultant/create'),
  payment_consultant_transactions: office('payment-consultant/transactions'),
  payment_consultant_fill_out: office('payment-consultant/fill-out'),
  special_offers: office('special-offers', { flag: 'isBonusAllowed' }),
  promo_code_check: office('promo-code/check', { flag: 'isBonusAllowed' }),
  promo_code_history: office('promo-code/history', { flag: 'isBonusAllowed' }),
  login: guests('login', { flag: 'isAuthAllowed' }),
  registration: guests('registration/:type?', { params: { type: WORD }, flag: 'isRegistrationAllowed' }),
  registrationIdentification: { path: 'registration/identification', access: 'authorized', kind: 'entry' },
  restore_password: { path: 'restore-password', access: 'any', kind: 'entry' },
  activation: { path: 'activation', access: 'any', kind: 'entry' },
  information: { path: 'information', access: 'any', kind: 'information' },
  contacts: page('contacts'),
  about: page('about'),
  how_to_bet: page('how-to-bet'),
  rules: page('rules'),
  payment: page('payment'),
  cookies: page('cookies'),
  ussd_instruction: page('ussd-instruction'),
  points: page('points'),
  taxes: page('taxes'),
  main_rules: page('main-rules'),
  simple_identification: page('simple-identification'),
  consent: page('consent'),
  licenses: page('licenses'),
  privacy_policy: page('privacy-policy'),
  aml_kyc_policy: page('aml-kyc-policy'),
  dispute_resolution: page('dispute-resolution'),
  responsible_gaming: page('responsible-gaming'),
  sms_bets: page('sms-bets'),
  confirm_terms: page('confirm-terms'),
  calculator: page('calculator'),
  cash_terminals: page('cash-terminals'),
  betting_calculator: page('betting-calculator'),
  mobile_app: mobile('mobile'),
  mobile_ios: mobile('mobile/ios'),
  mobile_ios_beta: mobile('mobile/ios/beta'),
  mobile_android: mobile('mobile/android'),
  web_app_guide: mobile('mobile/web-app'),
  block_appeal: { path: 'block-appeal/', access: 'any', kind: 'information' },
  seo_page: { path: 'seo/*', access: 'any', kind: 'seo' },
  not_found: error('404'),
  server_error: error('500'),
} satisfies Record<RouteId, RouteRule>

/** Elements whose press or choice is counted, for what they do needs no machine and no call: their names, and the numbers of their events. */
export const COUNTED_PRESSES = {
  lobby_searched: 13000,
  lobby_provider_chosen: 13001,
  lobby_sorted: 13002,
  lobby_category_chosen: 13003,
  lobby_banner_opened: 13004,
  game_tile_opened: 13005,
  lobby_win_opened: 13006,
  header_searched: 13020,
  header_finding_opened: 13021,
  language_chosen: 13022,
  scheme_chosen: 13023,
  bottom_place_opened: 13024,
  side_place_opened: 13025,
  tab_chosen: 13026,
  sport_opened: 13040,
  board_champ_opened: 13041,
  board_game_opened: 13042,
  board_market_chosen: 13043,
  board_columns_chosen: 13044,
  match_card_opened: 13045,
  multi_live_game_turned: 13046,
  market_searched: 13047,
  market_folded: 13048,
  markets_folded: 13049,
  market_columns_turned: 13050,
  broadcast_watched: 13051,
  statistics_tab_opened: 13052,
  bet_calculated: 13060,
  odds_calculated: 13061,
  coupon_sign_in_pressed: 13062,
  coupon_deposit_pressed: 13063,
  bet_history_filtered: 13064,
  payment_method_chosen: 13080,
  payment_receipt_opened: 13081,
  deposit_bonus_chosen: 13082,
  offer_opened: 13100,
  offer_registration_pressed: 13101,
  site_modal_followed: 13102,
  draw_proof_opened: 13120,
  toto_pool_opened: 13121,
} as const

/** The name of a press that is counted. */
export type PressName = keyof typeof COUNTED_PRESSES

/** The attribute that marks an element whose press is counted. */
export const PRESS_ATTRIBUTE = 'data-press'

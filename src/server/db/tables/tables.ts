import type {
  AnalyticsDeletionTable,
  AnalyticsEventTable,
  AnalyticsFunnelDayTable,
  AnalyticsFunnelTable,
  AnalyticsHourPackTable,
  AnalyticsHourTable,
  AnalyticsPackTable,
  RecordingRefusalTable,
  RecordingSegmentTable,
  RecordingTable,
} from './analytics-tables.ts'
import type {
  BetAdvanceCoverTable,
  BetAdvanceTable,
  BetEventTable,
  BetHistoryClearingTable,
  BetLegTable,
  BetLimitTable,
  BetQuoteTable,
  BetReservationTable,
  BetSettlingTable,
  BetTable,
  BetTakingTable,
  OpenStakeTable,
  SavedCouponTable,
} from './bet-tables.ts'
import type { LotteryBingoRoundTable, LotteryBingoTicketTable } from './bingo-tables.ts'
import type {
  CasinoAwayTable,
  CasinoCatalogueGameTable,
  CasinoCatalogueTable,
  CasinoDoubtTable,
  CasinoFavoriteTable,
  CasinoFreeAwardTable,
  CasinoFreeCampaignTable,
  CasinoFreeUseTable,
  CasinoJackpotContributionTable,
  CasinoJackpotDropTable,
  CasinoJackpotTable,
  CasinoProviderNumberTable,
  CasinoProviderStopTable,
  CasinoRoundTable,
  CasinoRulesTable,
  CasinoSeedTable,
  CasinoSessionTable,
  CasinoTableRoundTable,
  CasinoTableTable,
  CasinoTransferTable,
  WalletActionTable,
} from './casino-tables.ts'
import type { OutboxTable } from './delivery-tables.ts'
import type {
  LotteryDrawMoneyTable,
  LotteryDrawTable,
  LotteryGameTable,
  LotteryOrderTable,
  LotteryTicketTable,
} from './draw-tables.ts'
import type {
  LoyaltyKeeperTable,
  LoyaltyLotTable,
  LoyaltyMemberTable,
  LoyaltyMoveTable,
  LoyaltyOrderTable,
  LoyaltyPeriodTable,
  LoyaltyStakeTable,
  LoyaltyStockTable,
} from './loyalty-tables.ts'
import type { CurrencyAccountTable, LedgerEntryTable, LedgerTransferTable } from './money-tables.ts'
import type {
  DisallowedSportTable,
  PlayerMessageTable,
  PlayerSettingTable,
  SupportFileTable,
  SupportMessageTable,
  SupportPinTable,
  SupportTypingTable,
  VerifiedFieldTable,
} from './office-tables.ts'
import type {
  ConsultantRequestTable,
  ConversionQuoteTable,
  PaymentApprovalTable,
  PaymentAttemptTable,
  PaymentDisputeTable,
  PaymentRefundTable,
  PaymentStepTable,
  PaymentTable,
  ProviderEventTable,
  SimulatedEventTable,
  SimulatedPaymentTable,
} from './payment-tables.ts'
import type { FavoriteChampTable, FavoriteGameTable, GameSubscriptionTable } from './player-feed-tables.ts'
import type {
  AccountTable,
  BlockAppealTable,
  ContactChangeTable,
  CredentialTable,
  IdentifierTable,
  LoginNameTable,
  PlayerNameTable,
  ProfileTable,
  SecretQuestionTable,
  SecurityEventTable,
} from './player-tables.ts'
import type {
  PromoAwardTable,
  PromoBudgetTable,
  PromoCodeBatchTable,
  PromoCodeTable,
  PromoCodeUseTable,
  PromoDebtTable,
  PromoGrantTable,
  PromoLossMarkTable,
  PromoPoolTable,
  PromoStakeTable,
  PromoTaskBetTable,
} from './promo-tables.ts'
import type {
  DepositPermissionTable,
  FalseMatchTable,
  IdentificationStepTable,
  IdentificationTable,
  IdentityCheckTable,
  IdentityDocumentTable,
  PastSessionTable,
  PersonMarkTable,
  PlayerActivityTable,
  PlayerBreakTable,
  PlayerLimitTable,
  PlayerReturnTable,
  ProtectionActTable,
  RegisterAnswerTable,
  SafeHeadTable,
  SafeRecordTable,
  SharedBreakTable,
} from './protection-tables.ts'
import type { PushChoiceTable, PushDeviceTable, PushGameTable, PushKeyTable, PushMessageTable } from './push-tables.ts'
import type {
  ReferralCodeTable,
  ReferralEarningTable,
  ReferralMemberTable,
  ReferralPartnerTable,
  ReferralTable,
  ReferralVisitMarkTable,
  ReferralVisitTable,
} from './referral-tables.ts'
import type { KeptAnswerTable } from './registration-tables.ts'
import type { LotteryDeckTable, LotteryScratchCardTable } from './scratch-tables.ts'
import type {
  EmailFactorTable,
  KnownBrowserTable,
  OneTimeCodeTable,
  PasskeyChallengeTable,
  PasskeyTable,
  RecoveryCodeTable,
  SessionTable,
  SignInChallengeTable,
  SocialIdentityTable,
  SocialTransactionTable,
  TwoFactorTable,
} from './sign-in-tables.ts'
import type { TotoActTable, TotoDrawTable, TotoJackpotTable, TotoMatchTable, TotoTicketTable } from './toto-tables.ts'

/** Every table of the database, as kysely reads it. */
export interface Database {
  analytics_deletion: AnalyticsDeletionTable
  analytics_event: AnalyticsEventTable
  analytics_funnel: AnalyticsFunnelTable
  analytics_funnel_day: AnalyticsFunnelDayTable
  analytics_hour_pack: AnalyticsHourPackTable
  push_key: PushKeyTable
  push_device: PushDeviceTable
  push_choice: PushChoiceTable
  push_message: PushMessageTable
  push_game: PushGameTable
  analytics_hour: AnalyticsHourTable
  analytics_pack: AnalyticsPackTable
  recording: RecordingTable
  recording_segment: RecordingSegmentTable
  recording_refusal: RecordingRefusalTable
  account: AccountTable
  identifier: IdentifierTable
  contact_change: ContactChangeTable
  credential: CredentialTable
  player_name: PlayerNameTable
  profile: ProfileTable
  session: SessionTable
  known_browser: KnownBrowserTable
  currency_account: CurrencyAccountTable
  one_time_code: OneTimeCodeTable
  outbox: OutboxTable
  security_event: SecurityEventTable
  social_transaction: SocialTransactionTable
  social_identity: SocialIdentityTable
  secret_question: SecretQuestionTable
  block_appeal: BlockAppealTable
  login_name: LoginNameTable
  email_factor: EmailFactorTable
  kept_answer: KeptAnswerTable
  two_factor: TwoFactorTable
  recovery_code: RecoveryCodeTable
  sign_in_challenge: SignInChallengeTable
  player_setting: PlayerSettingTable
  disallowed_sport: DisallowedSportTable
  favorite_game: FavoriteGameTable
  favorite_champ: FavoriteChampTable
  game_subscription: GameSubscriptionTable
  player_message: PlayerMessageTable
  support_message: SupportMessageTable
  support_file: SupportFileTable
  support_typing: SupportTypingTable
  support_pin: SupportPinTable
  verified_field: VerifiedFieldTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  ledger_transfer: LedgerTransferTable
  ledger_entry: LedgerEntryTable
  identification: IdentificationTable
  player_break: PlayerBreakTable
  person_mark: PersonMarkTable
  player_return: PlayerReturnTable
  false_match: FalseMatchTable
  past_session: PastSessionTable
  shared_break: SharedBreakTable
  register_answer: RegisterAnswerTable
  deposit_permission: DepositPermissionTable
  player_activity: PlayerActivityTable
  player_limit: PlayerLimitTable
  protection_act: ProtectionActTable
  safe_record: SafeRecordTable
  safe_head: SafeHeadTable
  identification_step: IdentificationStepTable
  identity_document: IdentityDocumentTable
  identity_check: IdentityCheckTable
  bet_reservation: BetReservationTable
  bet: BetTable
  bet_leg: BetLegTable
  bet_limit: BetLimitTable
  bet_event: BetEventTable
  bet_offer: BetQuoteTable
  bet_taking: BetTakingTable
  bet_advance: BetAdvanceTable
  bet_advance_cover: BetAdvanceCoverTable
  bet_history_clearing: BetHistoryClearingTable
  bet_settling: BetSettlingTable
  payment: PaymentTable
  payment_attempt: PaymentAttemptTable
  payment_step: PaymentStepTable
  provider_event: ProviderEventTable
  payment_approval: PaymentApprovalTable
  payment_dispute: PaymentDisputeTable
  payment_refund: PaymentRefundTable
  conversion_quote: ConversionQuoteTable
  consultant_request: ConsultantRequestTable
  simulated_payment: SimulatedPaymentTable
  simulated_event: SimulatedEventTable
  casino_session: CasinoSessionTable
  casino_seed: CasinoSeedTable
  casino_rules: CasinoRulesTable
  casino_round: CasinoRoundTable
  casino_favorite: CasinoFavoriteTable
  loyalty_member: LoyaltyMemberTable
  loyalty_period: LoyaltyPeriodTable
  loyalty_stake: LoyaltyStakeTable
  loyalty_keeper: LoyaltyKeeperTable
  loyalty_lot: LoyaltyLotTable
  loyalty_move: LoyaltyMoveTable
  loyalty_order: LoyaltyOrderTable
  loyalty_stock: LoyaltyStockTable
  promo_award: PromoAwardTable
  promo_stake: PromoStakeTable
  promo_task_bet: PromoTaskBetTable
  promo_budget: PromoBudgetTable
  promo_code: PromoCodeTable
  promo_code_batch: PromoCodeBatchTable
  promo_code_use: PromoCodeUseTable
  promo_grant: PromoGrantTable
  promo_debt: PromoDebtTable
  promo_loss_mark: PromoLossMarkTable
  promo_pool: PromoPoolTable
  casino_table: CasinoTableTable
  casino_table_round: CasinoTableRoundTable
  casino_provider_number: CasinoProviderNumberTable
  casino_provider_stop: CasinoProviderStopTable
  casino_doubt: CasinoDoubtTable
  casino_free_campaign: CasinoFreeCampaignTable
  casino_free_award: CasinoFreeAwardTable
  casino_free_use: CasinoFreeUseTable
  lottery_game: LotteryGameTable
  lottery_draw: LotteryDrawTable
  lottery_draw_money: LotteryDrawMoneyTable
  lottery_order: LotteryOrderTable
  lottery_ticket: LotteryTicketTable
  lottery_bingo_round: LotteryBingoRoundTable
  lottery_bingo_ticket: LotteryBingoTicketTable
  lottery_deck: LotteryDeckTable
  lottery_scratch_card: LotteryScratchCardTable
  casino_jackpot: CasinoJackpotTable
  casino_jackpot_contribution: CasinoJackpotContributionTable
  casino_jackpot_drop: CasinoJackpotDropTable
  casino_away: CasinoAwayTable
  casino_transfer: CasinoTransferTable
  casino_catalogue: CasinoCatalogueTable
  casino_catalogue_game: CasinoCatalogueGameTable
  wallet_action: WalletActionTable
  referral: ReferralTable
  referral_code: ReferralCodeTable
  referral_earning: ReferralEarningTable
  referral_member: ReferralMemberTable
  referral_partner: ReferralPartnerTable
  referral_visit: ReferralVisitTable
  referral_visit_mark: ReferralVisitMarkTable
  open_stake: OpenStakeTable
  toto_act: TotoActTable
  toto_draw: TotoDrawTable
  toto_jackpot: TotoJackpotTable
  toto_match: TotoMatchTable
  toto_ticket: TotoTicketTable
  saved_coupon: SavedCouponTable
}

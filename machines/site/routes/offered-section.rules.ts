import type {
  ApplicationConfig,
  AuthConfig,
  BettingConfig,
  BringAFriendConfig,
  GameFilter,
  GameSection,
  InformationConfig,
  LicenceConfig,
  PromoConfig,
  RouteId,
  SupportConfig,
} from '#schemas'
import { sectionOfRoute } from './section-routes.ts'

/** The part of the configuration that has the sections. */
export type SectionConfig = Pick<BettingConfig, 'homeSections' | 'furtherSections'>

/** A section with its games. */
export type OfferedSection = GameSection & { readonly games: GameFilter }

/** The section of an id as the brand offers it; null when it has none of that name, has it switched off, or has not said which
 *  games it has (SPORT-12). */
export function offeredSection(betting: SectionConfig, id: string): OfferedSection | null {
  const { homeSections, furtherSections } = betting
  const maps: readonly Readonly<Record<string, GameSection>>[] = [homeSections, furtherSections]
  const section = maps.find((map) => Object.hasOwn(map, id))?.[id]
  return section?.games && section.isAvailable !== false ? { ...section, games: section.games } : null
}

/** What of a brand's configuration closes screens. */
export interface ClosingConfig {
  readonly betting: SectionConfig
  readonly support: Pick<SupportConfig, 'email'>
  readonly auth: Pick<AuthConfig, 'secretQuestion'>
  readonly 'bring-a-friend': Pick<BringAFriendConfig, 'isPartnerProgrammeOffered'>
  readonly promo: Pick<PromoConfig, 'isLoyaltyOffered'>
  readonly licence: Pick<LicenceConfig, 'termsVersion'>
  readonly information: Pick<InformationConfig, 'ussdCode' | 'smsNumber' | 'cashTerminals'>
  readonly application: Pick<ApplicationConfig, 'iosAppUrl' | 'iosBetaUrl' | 'androidAppUrl' | 'androidLiteUrl'>
}

/** Pages of the programme of loyalty. */
const OF_LOYALTY: ReadonlySet<RouteId> = new Set(['office_casino_vip_cashback', 'office_settings_cashback', 'points'])

/** Whether there is no app for Android that every country is offered: the page is the same for all of them. */
function hasNoAndroidApp({ androidAppUrl, androidLiteUrl }: ClosingConfig['application']): boolean {
  return androidAppUrl === undefined && androidLiteUrl === undefined
}

/** Pages about what exists only where a brand names it: whether it does not (INFO-1). */
const UNNAMED: Readonly<Partial<Record<RouteId, (config: ClosingConfig) => boolean>>> = {
  confirm_terms: ({ licence }) => licence.termsVersion === undefined,
  ussd_instruction: ({ information }) => information.ussdCode === undefined,
  sms_bets: ({ information }) => information.smsNumber === undefined,
  cash_terminals: ({ information }) => Object.keys(information.cashTerminals).length === 0,
  mobile_app: ({ application }) => application.iosAppUrl === undefined && hasNoAndroidApp(application),
  mobile_ios: ({ application }) => application.iosAppUrl === undefined,
  mobile_ios_beta: ({ application }) => application.iosBetaUrl === undefined,
  mobile_android: ({ application }) => hasNoAndroidApp(application),
}

/** Whether a brand has no use for a screen, for what its route does not say: appeals where it names no address of its support; the
 *  secret question where it has none (decision 63); the page for partners where there is no programme (REF-6);
 *  those of loyalty where players have no tiers (PROMO-21); the pages of a section whose games it has not named (SPORT-12); those
 *  about terms, gateways, terminals and apps that it does not name. */
export function isRouteClosed(config: ClosingConfig, routeId: RouteId): boolean {
  const { betting, support, auth, 'bring-a-friend': friends, promo } = config
  if (routeId === 'block_appeal') return !support.email
  if (routeId === 'office_security_question') return auth.secretQuestion === 'off'
  if (routeId === 'our_partners') return !friends.isPartnerProgrammeOffered
  if (OF_LOYALTY.has(routeId)) return !promo.isLoyaltyOffered
  if (Object.hasOwn(UNNAMED, routeId)) return UNNAMED[routeId]?.(config) ?? false
  const section = sectionOfRoute(routeId)
  return section !== null && offeredSection(betting, section) === null
}

import { isJsonObject, type JsonObject, type JsonValue, pointerKeys } from '#machines/site/merge-patch.rules.ts'
import type { MigratedDocument } from './migrated-document.ts'

/** File of a brand folder → the keys that version 3 does not have, since nothing ever read them: names joined by slashes, `*` is
 *  any entry of a map. */
const TAKEN_OUT: Readonly<Record<string, readonly string[]>> = {
  'brand.json': ['operator', 'frameAncestors'],
  'config/application.json': ['androidAppType', 'iosAppUrl', 'iosBetaUrl', 'androidAppUrl', 'webAppShortName'],
  'config/banner-widgets.json': ['widgets/*/order'],
  'config/boolean.json': [
    'isBonusInHeader',
    'isInsightsShown',
    'isExpressBoostAllowed',
    'isIdentificationBonusShown',
    'isLoyaltyShown',
    'isReferralAllowed',
    'isWebAppInstallOffered',
    'isPowerBetAllowed',
  ],
  'config/bring-a-friend.json': [
    'rewardPercent',
    'rewardDays',
    'minimumTransferMinor',
    'maximumFriends',
    'refCodeDays',
    'rulesPage',
    'banners',
  ],
  'config/cyber.json': ['version'],
  'config/dictionary.json': ['contentHost'],
  'config/footer.json': ['questionsSection'],
  'config/global.json': [
    'projectId',
    'refId',
    'nonMultiAccountSections',
    'countries/*/order',
    'currencies/*/isCrypto',
    'globalEvent/id',
    'globalEvent/firstGameStart',
  ],
  'config/iframe.json': ['cyberSportIds', 'gameFrameOrigins'],
  'config/information.json': ['rules/*/tag', 'rules/*/link'],
  'config/licence.json': ['termsVersion'],
  'config/office.json': [
    'casinoLink',
    'hasFundsProtectionNotice',
    'minimumDepositMinor',
    'minimumWithdrawalMinor',
    'historyMonths',
    'pageSize',
  ],
  'config/promo.json': [
    'modals',
    'navigationBanner',
    'bonusRulesLink',
    'identificationBonusId',
    'isBonusInHeaderForGuests',
  ],
  'config/registration.json': ['paymentsShown'],
  'config/responsible.json': [
    'limitKinds',
    'limitPeriods',
    'limitIncreaseDelayMs',
    'timeOutsMs',
    'exclusionMonths',
    'exclusionCoolingMs',
    'exclusionReasons',
    'realityCheckMs',
    'realityChecksMs',
    'isLimitPromptShown',
    'isVerificationRequiredToPlay',
    'isVerificationRequiredToWithdraw',
    'helpOrganisations',
  ],
  'config/third-party.json': [
    'agentPopupCountries',
    'cashAgentCountries',
    'analyticsApi',
    'isRecordingAllowed',
    'recordingConsentLevels',
    'gamesPreviewKey',
    'sumsubSecret',
    'verigramSecret',
    'pushHmacKey',
    'mailSenderName',
    'mailSender',
  ],
  'config/toto.json': ['types', 'minimumStakeMinor', 'feePercent', 'prizeShares'],
}

const NONE: ReadonlyMap<string, string> = new Map()

/** Version 2 → 3: removes the keys that nothing read. */
export function takeOutUnreadKeys(document: JsonObject, path: string): MigratedDocument {
  const without = (TAKEN_OUT[path] ?? []).reduce((left, key) => removed(left, key.split('/')), document)
  return { document: without, origins: NONE }
}

/** Whether version 3 took a key out of a file.
 *  @param pointer JSON Pointer of the key inside the file */
export function isTakenOut(path: string, pointer: string): boolean {
  const steps = pointerKeys(pointer)
  return (TAKEN_OUT[path] ?? []).some((key) => {
    const pattern = key.split('/')
    return pattern.length === steps.length && pattern.every((name, index) => name === '*' || name === steps[index])
  })
}

/** An object without a key; the object itself when it has none such. */
function removed(from: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject {
  let isChanged = false
  const left = Object.entries(from).flatMap(([key, value]): (readonly [string, JsonValue])[] => {
    if (name !== '*' && name !== key) return [[key, value]]
    const inside = rest.length > 0 && isJsonObject(value) ? removed(value, rest) : value
    isChanged ||= rest.length === 0 || inside !== value
    return rest.length === 0 ? [] : [[key, inside]]
  })
  return isChanged ? (Object.fromEntries(left) as JsonObject) : from
}

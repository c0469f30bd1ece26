import { defineCall } from '../call.ts'
import { WEB_API } from '../http/base-paths.ts'

const BRING_FRIEND = `${WEB_API}/bringfriend` as const

/** What the signed-in player has and has brought (REF-1, REF-4). */
export const getReferralUsers = defineCall({
  id: 'getReferralUsers',
  summary: 'The referral programme for the signed-in player: terms, link, money and the latest friends.',
  method: 'POST',
  path: `${BRING_FRIEND}/getReferralUsers`,
  alsoAt: '/bringfriend/getReferralUsers',
  answer: 'promo/referral-answer',
  access: 'authorized',
})

/** Takes part in the programme (REF-1). */
export const joinReferral = defineCall({
  id: 'joinReferral',
  summary: 'Lets the signed-in player bring friends: gives them a code.',
  method: 'POST',
  path: `${BRING_FRIEND}/registration`,
  alsoAt: '/bringfriend/registration',
  body: 'promo/referral-join-body',
  answer: 'promo/referral-answer',
  access: 'authorized',
})

/** Friends of the signed-in player, page by page (REF-2). */
export const getExtendedReferralUsers = defineCall({
  id: 'getExtendedReferralUsers',
  summary: 'A page of the friends whom the signed-in player has brought.',
  method: 'POST',
  path: `${WEB_API}/extended-referral-users`,
  alsoAt: '/extended-referral-users',
  body: 'promo/referral-friends-body',
  answer: 'promo/referral-friends-answer',
  access: 'authorized',
})

/** Takes a friend out (REF-1, REF-8). */
export const removeReferralUser = defineCall({
  id: 'removeReferralUser',
  summary: 'Takes a friend out: what was earned stays, and nothing more is.',
  method: 'POST',
  path: `${BRING_FRIEND}/removeReferralUser`,
  alsoAt: '/bringfriend/removeReferralUser',
  body: 'promo/referral-remove-body',
  answer: 'promo/referral-answer',
  access: 'authorized',
})

/** Transfers money to the main account (REF-1, REF-8). */
export const transferReferralMoney = defineCall({
  id: 'transferReferralMoney',
  summary: 'Transfers money of referrals to the main account, once under the name of the transfer.',
  method: 'POST',
  path: `${BRING_FRIEND}/transferMoneyToMainAccount`,
  alsoAt: '/bringfriend/transferMoneyToMainAccount',
  body: 'promo/referral-transfer-body',
  answer: 'promo/referral-balance',
  access: 'authorized',
})

/** Banners with the player's link (REF-1, REF-4). */
export const getReferralBanners = defineCall({
  id: 'getReferralBanners',
  summary: 'The banners of the referral programme, with the link of the signed-in player who takes part.',
  method: 'POST',
  path: `${BRING_FRIEND}/getBanners`,
  alsoAt: '/bringfriend/getBanners',
  answer: 'promo/referral-banners-answer',
  access: 'authorized',
})

/** What a browser keeps of a link (REF-3, REF-5). */
export const getFriendTag = defineCall({
  id: 'getFriendTag',
  summary:
    'Notes that a link of a friend or partner was followed, and gives what the browser keeps for the registration.',
  path: `${WEB_API}/friend-reffer-tag`,
  alsoAt: '/friend-reffer-tag',
  query: 'promo/friend-tag-query',
  answer: 'promo/friend-tag-answer',
})

/** What the brand offers partners (REF-6, REF-9). */
export const getPartnerProgramme = defineCall({
  id: 'getPartnerProgramme',
  summary: 'The terms and banners for partners.',
  path: `${WEB_API}/partners/programme`,
  answer: 'promo/partner-programme-answer',
})

/** What a partner has brought (REF-9). */
export const getPartnerStatistics = defineCall({
  id: 'getPartnerStatistics',
  summary: 'What a partner has brought by day, by the key of the partner; nothing of any player.',
  method: 'POST',
  path: `${WEB_API}/partners/statistics`,
  body: 'promo/partner-statistics-body',
  answer: 'promo/partner-statistics-answer',
  isSecret: true,
})

import { emailChangeContract, phoneChangeContract } from '#machines/account/contacts/contact-change.contract.ts'
import { pushDeviceContract } from '#machines/account/push/push-device.contract.ts'
import { autoLogoffContract } from '#machines/account/sessions/auto-logoff.contract.ts'
import { serviceTokenContract } from '#machines/account/sessions/service-token.contract.ts'
import { sessionGuardContract } from '#machines/account/sessions/session-guard.contract.ts'
import { passkeyContract } from '#machines/account/sign-in/passkey.contract.ts'
import { passwordContract } from '#machines/account/sign-in/password.contract.ts'
import { signInContract } from '#machines/account/sign-in/sign-in.contract.ts'
import { twoFactorContract } from '#machines/account/sign-in/two-factor.contract.ts'
import { eventQueueContract } from '#machines/analytics/event-queue.contract.ts'
import { recorderContract } from '#machines/analytics/recording/recorder.contract.ts'
import { visitContract } from '#machines/analytics/visit.contract.ts'
import { betQuoteContract } from '#machines/betting/cash-out/bet-quote.contract.ts'
import { couponContract } from '#machines/betting/coupon/coupon.contract.ts'
import { captchaContract } from '#machines/captcha/captcha.contract.ts'
import { gamePlayContract } from '#machines/casino/play/play.contract.ts'
import { tableKeeperContract } from '#machines/casino/tables/table-keeper.contract.ts'
import { formContract } from '#machines/forms/form/form.contract.ts'
import { bingoCardsContract } from '#machines/lotteries/bingo/bingo-cards.contract.ts'
import { drawCartContract } from '#machines/lotteries/draws/draw-cart.contract.ts'
import { scratchCardContract } from '#machines/lotteries/scratch/scratch-card.contract.ts'
import { totoCouponContract } from '#machines/lotteries/toto/toto-coupon.contract.ts'
import { totoDrawContract } from '#machines/lotteries/toto/toto-draw.contract.ts'
import { paymentContract } from '#machines/payments/payment.contract.ts'
import { phoneCodeContract } from '#machines/phone/phone-code.contract.ts'
import { smsCodeContract } from '#machines/phone/sms-code.contract.ts'
import { bonusLifeContract } from '#machines/promo/awards/bonus-life.contract.ts'
import { claimContract } from '#machines/promo/awards/claim.contract.ts'
import { codeEntryContract } from '#machines/promo/awards/code-entry.contract.ts'
import { shopOrderContract } from '#machines/promo/loyalty/shop-order.contract.ts'
import { referralTransferContract } from '#machines/promo/referral/referral-transfer.contract.ts'
import { identificationContract } from '#machines/protection/identification.contract.ts'
import { exclusionContract } from '#machines/protection/limits/exclusion.contract.ts'
import { limitChangeContract } from '#machines/protection/limits/limit-change.contract.ts'
import { realityCheckContract } from '#machines/protection/reality-check.contract.ts'
import { registrationContract } from '#machines/registration/registration.contract.ts'
import { appInstallContract } from '#machines/shell/app/app-install.contract.ts'
import { appUpdateContract } from '#machines/shell/app/app-update.contract.ts'
import { dialogContract } from '#machines/shell/dialog.contract.ts'
import { dropdownContract } from '#machines/shell/dropdown.contract.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import { modalQueueContract } from '#machines/shell/modal-queue.contract.ts'
import { notificationQueueContract } from '#machines/shell/notification-queue.contract.ts'
import { requestContract } from '#machines/shell/request.contract.ts'
import { scrollToTopContract } from '#machines/shell/scroll-to-top.contract.ts'
import { timerUpdaterContract } from '#machines/shell/timer-updater.contract.ts'
import { tooltipContract } from '#machines/shell/tooltip.contract.ts'
import { windowLinkContract } from '#machines/shell/window-link.contract.ts'
import { cookieConsentContract } from '#machines/site/consent/cookie-consent.contract.ts'
import { socialStartContract } from '#machines/social/social-start.contract.ts'

/**
 * The one place of this room where features meet: every machine that a scenario can be written for: its name (noun/machine) → what the player needs to know.
 */
export const scenarioMachines: Readonly<Record<string, AnyMachineContract>> = {
  'account/auto-logoff': autoLogoffContract,
  'account/email-change': emailChangeContract,
  'account/phone-change': phoneChangeContract,
  'account/password': passwordContract,
  'account/passkey': passkeyContract,
  'account/push-device': pushDeviceContract,
  'account/service-token': serviceTokenContract,
  'account/session-guard': sessionGuardContract,
  'account/sign-in': signInContract,
  'account/two-factor': twoFactorContract,
  'analytics/event-queue': eventQueueContract,
  'analytics/recorder': recorderContract,
  'analytics/visit': visitContract,
  'betting/bet-quote': betQuoteContract,
  'betting/coupon': couponContract,
  'captcha/captcha': captchaContract,
  'casino/play': gamePlayContract,
  'casino/table-keeper': tableKeeperContract,
  'payments/payment': paymentContract,
  'phone/sms-code': smsCodeContract,
  'phone/phone-code': phoneCodeContract,
  'forms/form': formContract,
  'lotteries/bingo-cards': bingoCardsContract,
  'lotteries/scratch-card': scratchCardContract,
  'lotteries/toto-coupon': totoCouponContract,
  'lotteries/toto-draw': totoDrawContract,
  'promo/bonus-life': bonusLifeContract,
  'promo/claim': claimContract,
  'promo/code-entry': codeEntryContract,
  'promo/referral-transfer': referralTransferContract,
  'lotteries/draw-cart': drawCartContract,
  'promo/shop-order': shopOrderContract,
  'protection/exclusion': exclusionContract,
  'protection/identification': identificationContract,
  'protection/limit-change': limitChangeContract,
  'protection/reality-check': realityCheckContract,
  'registration/registration': registrationContract,
  'shell/app-install': appInstallContract,
  'shell/app-update': appUpdateContract,
  'shell/dialog': dialogContract,
  'shell/dropdown': dropdownContract,
  'shell/modal-queue': modalQueueContract,
  'shell/notification-queue': notificationQueueContract,
  'shell/request': requestContract,
  'shell/scroll-to-top': scrollToTopContract,
  'shell/timer-updater': timerUpdaterContract,
  'shell/tooltip': tooltipContract,
  'shell/window-link': windowLinkContract,
  'site/cookie-consent': cookieConsentContract,
  'social/social-start': socialStartContract,
}

import { fromBase32, totpCode, totpStep } from '#server/account/two-factor/totp.ts'

/** What an authenticator app shows, for those who play a player's part.
 *  @param secret as it is typed into the app   @param drift steps of 30 seconds after that moment */
export function appCodeAt(secret: string, moment: Date, drift = 0): string {
  return totpCode(fromBase32(secret), totpStep(moment) + drift)
}

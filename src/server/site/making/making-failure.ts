import type { BrandErrorOutput } from '#schemas'

/** Why a brand was not made, as commands code it. */
export type MakingCode = Extract<
  BrandErrorOutput['error']['code'],
  | 'brand_exists'
  | 'id_invalid'
  | 'host_invalid'
  | 'host_taken'
  | 'parent_unknown'
  | 'language_unknown'
  | 'country_unknown'
  | 'currency_unknown'
  | 'color_invalid'
  | 'preset_unknown'
>

/** What the text of a refusal says, where one code has several. */
export type MakingReason =
  | 'exists'
  | 'id'
  | 'id-reserved'
  | 'host'
  | 'host-reserved'
  | 'host-taken'
  | 'parent'
  | 'meant'
  | 'unknown'
  | 'color'
  | 'color-unreadable'
  | 'preset'

/** A brand that cannot be made as it was asked for. */
export class MakingFailure extends Error {
  override readonly name = 'MakingFailure'
  readonly code: MakingCode
  readonly reason: MakingReason
  /** What the text names. */
  readonly params: Readonly<Record<string, string | number>>
  /** What was asked for and cannot be. */
  readonly asked: string

  constructor(
    code: MakingCode,
    reason: MakingReason,
    asked: string,
    params: Readonly<Record<string, string | number>> = {},
  ) {
    super(`${code}: ${asked}`)
    this.code = code
    this.reason = reason
    this.asked = asked
    this.params = params
  }
}

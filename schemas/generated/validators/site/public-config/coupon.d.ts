import type { PublicCouponConfig } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<PublicCouponConfig>

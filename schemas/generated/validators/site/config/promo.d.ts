import type { PromoConfig } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<PromoConfig>

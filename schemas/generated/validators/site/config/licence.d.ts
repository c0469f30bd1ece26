import type { LicenceConfig } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<LicenceConfig>

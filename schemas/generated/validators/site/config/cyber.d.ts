import type { CyberConfig } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<CyberConfig>

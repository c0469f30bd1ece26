import type { PublicIframeConfig } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<PublicIframeConfig>

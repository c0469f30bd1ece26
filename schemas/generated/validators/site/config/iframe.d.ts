import type { IframeConfig } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<IframeConfig>

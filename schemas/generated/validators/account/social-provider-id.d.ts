import type { SocialProviderId } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<SocialProviderId>

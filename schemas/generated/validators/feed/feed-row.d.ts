import type { FeedRow } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<FeedRow>

import type { StreamImagesAnswer } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<StreamImagesAnswer>

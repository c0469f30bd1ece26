import { describe, expect, test } from 'vitest'
import type { RouteId } from '#schemas'
import schema from '#schemas/site/config/betting.schema.json' with { type: 'json' }
import { ROUTES } from '../site/routes.ts'

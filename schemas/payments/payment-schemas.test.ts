import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { validatorByName } from '../validator-by-name.ts'

const FOLDER = new URL('./', import.meta.url)
const NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.schema.json'))
  .map((file) => file.slice(0, -'.schema.json'.length))

const validatorOf = (name: string) => validatorByName(`payments/${name}`)

describe('the schemas of payments', () => {
  test.each(NAMES)('%s: its examples are valid, and an unknown property is not', async (name) => {
    const validate = await validatorOf(name)
    const { examples } = JSON.parse(readFileSync(new URL(`${name}.schema.json`, FOLDER), 'utf8')) as {
      examples: unknown[]
    }
    expect(examples.length).toBeGreaterThan(0)
    for (const example of examples) {
      expect(validate(example), JSON.stringify(validate.errors)).toBe(true)
      if (typeof example === 'object') expect(validate({ ...example, surplus: 1 })).toBe(false)
    }
  })

  test('an amount is above nothing and finite, and no text', async () => {
    const validate = await validatorOf('start-payment-body')
    const body = { guid: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11', methodId: 'card', currency: 'EUR', fields: {} }
    expect(validate({ ...body, amount: 0.01 })).toBe(true)
    for (const amount of [0, -5, '10', 1e300]) expect(validate({ ...body, amount }), String(amount)).toBe(false)
  })
})

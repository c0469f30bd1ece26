import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { validatorByName } from '../validator-by-name.ts'

const FOLDER = new URL('./', import.meta.url)
const NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.schema.json'))
  .map((file) => file.slice(0, -'.schema.json'.length))

const validatorOf = (name: string) => validatorByName(`account/${name}`)

describe('the schemas of accounts', () => {
  test.each(NAMES)('%s: its examples are valid, and an unknown property is not', async (name) => {
    const validate = await validatorOf(name)
    const { examples } = JSON.parse(readFileSync(new URL(`${name}.schema.json`, FOLDER), 'utf8')) as {
      examples: object[]
    }
    expect(examples.length).toBeGreaterThan(0)
    for (const example of examples) {
      expect(validate(example), JSON.stringify(validate.errors)).toBe(true)
      expect(validate({ ...example, surplus: 1 })).toBe(false)
    }
  })

  test('a phone has its plus', async () => {
    const validate = await validatorOf('phone-code-body')
    expect(validate({ phone: '+55 (11) 91234-5678' })).toBe(true)
    expect(validate({ phone: '5511912345678' })).toBe(false)
  })
})

import { expect, test } from 'vitest'
import { placeAfter, tokenOf } from './link-token.ts'

test('a link that was cut off has no secret', () => {
  const token = 'wJ1vQm0QkYw0b1d8x0q2Jr3o5cWq0m2c9b8a7s6d5f4'
  expect(tokenOf(`#${token}`)).toBe(token)
  expect(tokenOf(`#${token.slice(1)}`)).toBeNull()
  expect(tokenOf('')).toBeNull()
})

test('the sign-in leads back to where one came from, and never out of the studio', () => {
  expect(placeAfter('?to=%2Fbrands%2Fnorthstar%3Fdocument%3Dbrand.json')).toBe('/brands/northstar?document=brand.json')
  for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example', '/sign-in', '']) {
    expect(placeAfter(`?to=${encodeURIComponent(to)}`)).toBe('/')
  }
})

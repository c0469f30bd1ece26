import { expect, test } from 'vitest'
import { addressBeside, brandAddress } from './studio-addresses.ts'

test('a brand is beside a studio of this machine by its id, and on its own host beside any other', () => {
  const local = 'http://studio.localhost:3000'
  expect(brandAddress(local, 'pier', ['pier.example'])).toBe('http://pier.localhost:3000')
  const named = 'https://studio.operator.example'
  expect(brandAddress(named, 'pier', ['pier.example', 'www.pier.example'])).toBe('https://pier.example')
  expect(brandAddress(named, 'pier', [])).toBe('http://pier.localhost')
  expect(addressBeside(local, 'x.draft.localhost')).toBe('http://x.draft.localhost:3000')
})

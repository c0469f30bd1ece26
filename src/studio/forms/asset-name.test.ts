import { expect, test } from 'vitest'
import { assetName, base64Of } from './asset-name.ts'

test('a file gets a clean name in the folder of the picture that it replaces, and never the name of another', () => {
  expect(assetName('Summer Sale!.PNG', 'promo/cup.webp', [])).toBe('promo/summer-sale.png')
  expect(assetName('Ação.webp', '', [])).toBe('ac-a-o.webp')
  expect(assetName('cup.webp', 'promo/cup.webp', ['promo/cup.webp', 'promo/cup-2.webp'])).toBe('promo/cup-3.webp')
  expect(assetName('../../brand.json', '', [])).toBe('brand.json')
  expect(assetName('???.svg', '', [])).toBe('file.svg')
})

test('bytes become Base64, also many of them', async () => {
  expect(await base64Of(new Blob([new Uint8Array([0, 255, 128])]))).toBe('AP+A')
  const many = new Uint8Array(100_000).fill(65)
  expect(await base64Of(new Blob([many]))).toBe(Buffer.from(many).toString('base64'))
})

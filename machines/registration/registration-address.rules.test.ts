import { expect, test } from 'vitest'
import { isWidgetAddress, popupAddress, withoutModal } from './registration-address.rules.ts'

test.each([
  ['/en/registration?isWidget=true', true],
  ['/ar/registration/phone_reg?bonus=sport&isWidget=true', true],
  ['/en/registration', false],
  ['/en/registration?isWidget=false', false],
  ['/en/login?isWidget=true', false],
  ['/en/office/account?isWidget=true', false],
  ['/en/registration/full_reg/more?isWidget=true', false],
])('REG-4: that %s is a widget: %s', (address, isWidget) => {
  expect(isWidgetAddress(address)).toBe(isWidget)
})

test('REG-4: a link to the registration becomes a dialog over the page, with its type and query', () => {
  expect(popupAddress('/en/registration', '/en', 'modal')).toBe('/en?modal=REGISTRATION')
  expect(popupAddress('/en/registration/phone_reg?bonus=sport', '/en/live?page=2', 'm')).toBe(
    '/en/live?page=2&m=REGISTRATION&bonus=sport&type=phone_reg',
  )
})

test('other links, and links on the page of the registration, are left as they are', () => {
  expect(popupAddress('/en/login', '/en', 'modal')).toBeNull()
  expect(popupAddress('/en/registration/fast_reg', '/en/registration', 'modal')).toBeNull()
})

test('closing the dialog gives the address of the page back', () => {
  expect(withoutModal('?page=2&modal=REGISTRATION&type=fast_reg', 'modal')).toBe('?page=2')
  expect(withoutModal('?modal=REGISTRATION', 'modal')).toBe('')
  expect(withoutModal('?modal=OTHER&type=football', 'modal')).toBe('?type=football')
})

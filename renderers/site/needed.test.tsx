import { createContext } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { useCaptchaPort } from '../forms/captcha/captcha-port.ts'
import { useFormScope } from '../forms/form-scope.ts'
import { useSocialPort } from '../forms/social-types/social-port.ts'
import { MissingPartError, useNeeded } from './needed.ts'
import { useLanguage, useText } from './texts.tsx'

afterEach(() => vi.unstubAllGlobals())

function faultOf(useIt: () => unknown): unknown {
  const Asking = () => {
    useIt()
    return null
  }
  try {
    renderToString(<Asking />)
    return undefined
  } catch (error) {
    return error
  }
}

test.each([
  [useText, 'useText', 'TextsProvider'],
  [useLanguage, 'useLanguage', 'TextsProvider'],
  [useFormScope, 'useFormScope', 'SchemaForm'],
  [useCaptchaPort, 'useCaptchaPort', 'CaptchaPortProvider'],
  [useSocialPort, 'useSocialPort', 'SocialPortProvider'],
])('ERR-12: %o outside of its provider tells what was asked, where, and what is missing', (hook, asked, provider) => {
  vi.stubGlobal('location', { pathname: '/en/line' })
  const error = faultOf(hook)
  expect(error).toBeInstanceOf(MissingPartError)
  expect(error).toMatchObject({ details: { asked, provider, path: '/en/line' } })
  expect((error as Error).message).toBe(
    `${asked}() has nothing to give on /en/line: put <${provider}> above this component`,
  )
})

test('ERR-12: where a page has no address, the error says the rest', () => {
  const Part = createContext<string | null>(null)
  const error = faultOf(() => useNeeded(Part, 'usePart', 'PartProvider'))
  expect(error).toMatchObject({ details: { path: null } })
  expect((error as Error).message).toBe('usePart() has nothing to give: put <PartProvider> above this component')
})

test('what is there is given, empty as it may be', () => {
  const Part = createContext<string | null>('')
  expect(faultOf(() => expect(useNeeded(Part, 'usePart', 'PartProvider')).toBe(''))).toBeUndefined()
})

import { expect, test } from 'vitest'
import { isSettingValue, mailingSetting, mailingsOfRegistration } from './settings.rules.ts'

test('ACC-18: a setting takes its own values, and the empty one that takes it back', () => {
  expect(isSettingValue('color_scheme', 'dark')).toBe(true)
  expect(isSettingValue('color_scheme', '')).toBe(true)
  expect(isSettingValue('color_scheme', 'large')).toBe(false)
  expect(isSettingValue('font_size', 'large')).toBe(true)
  expect(isSettingValue('mailing_news_sms', 'on')).toBe(true)
  expect(isSettingValue('mailing_news_sms', 'true')).toBe(false)
})

test('ACC-18: a time zone is one that the platform knows', () => {
  expect(isSettingValue('time_zone', 'Europe/Berlin')).toBe(true)
  expect(isSettingValue('time_zone', 'UTC')).toBe(true)
  expect(isSettingValue('time_zone', 'Europe/Atlantis')).toBe(false)
  expect(isSettingValue('time_zone', '+02:00')).toBe(false)
})

test('every topic and way of mailings has its setting', () => {
  expect(mailingSetting('results', 'sms')).toBe('mailing_results_sms')
})

test('OFF-12: what a player asked for at registration is on from the start, and nothing else', () => {
  expect(mailingsOfRegistration({ name: 'Anna' })).toEqual([])
  expect(mailingsOfRegistration({ receive_news: false, receive_res: 'true' })).toEqual([])
  expect(mailingsOfRegistration({ receive_news: true })).toEqual(['mailing_news_email'])
  expect(mailingsOfRegistration({ receive_res: true, connect: ['sms', 'call'] })).toEqual(['mailing_results_sms'])
  expect(mailingsOfRegistration({ receive_news: true, connect: ['call'] })).toEqual([])
})

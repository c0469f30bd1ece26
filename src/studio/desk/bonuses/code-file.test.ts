import { expect, test } from 'vitest'
import { codesCsv } from './code-file.ts'

test('codes are written one a line, with who has used them and when', () => {
  const at = '2026-09-01T10:00:00.000Z'
  const codes = [{ code: 'ACDE-FHJK-MNPR' }, { code: 'AAAA-AAAA-AAAA', usedBy: 10204080, usedAt: at }]
  expect(codesCsv({ codes })).toBe(`code,used_by,used_at\r\nACDE-FHJK-MNPR,,\r\nAAAA-AAAA-AAAA,10204080,${at}\r\n`)
})

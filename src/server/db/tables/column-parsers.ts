const INT8_OID = 20
const DATE_OID = 1082

/** Reads an int8 as a number. @throws RangeError when it is beyond the safe integers, instead of rounding money */
export function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} is not a safe integer`)
  return value
}

/** How columns are read, alike on both engines: int8 as a safe number, date as yyyy-MM-dd (a day has no time zone). */
export const COLUMN_PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [INT8_OID]: parseInt8,
  [DATE_OID]: (text) => text,
}
